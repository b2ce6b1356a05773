import Foundation
import TestSupport
import Testing

/// Pictures of image sequences, and files that end early.
@Suite struct ConvertSequencesTests {
  private static let works = ConditionTrait.needs("libavcodec that decodes AV1") {
    Doctor.converts("AVIF")
  }

  /// Red, green, blue and opacity of the picture, row by row.
  private func pixels(_ path: String) throws -> [UInt8] {
    let result = try Program.other(
      "ffmpeg", "-v", "error", "-y", "-i", path, "-f", "rawvideo", "-pix_fmt", "rgba",
      path + ".raw")
    #expect(result.code == 0, "\(result.errors)")
    return Array(try Data(contentsOf: URL(fileURLWithPath: path + ".raw")))
  }

  /// The file whose items are free space now, so that nothing moves.
  private func withoutItems(_ name: String) throws -> Data {
    let path = try #require(MediaFolder.path).appending("/avif/\(name)")
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    let type = try #require(bytes.range(of: Data("meta".utf8)))
    bytes.replaceSubrange(type, with: Data("free".utf8))
    return bytes
  }

  /// A disc in a sky. The auxiliary track makes the corners transparent.
  @Test(works, .needs("ffmpeg"), .needsMedia) func transparencyOfASequence() throws {
    let folder = try Folder()
    let photo = try folder.write(try withoutItems("alpha_video.avif"), to: "photo.avif")
    let output = folder.path("photo.png")
    let result = try Program.boxwalk("convert", photo, "-o", output)
    #expect(
      result.errors == "boxwalk: \(photo): not carried over: image sequence\n", "\(result.errors)")
    #expect(result.code == 1)
    let samples = try pixels(output)
    try #require(samples.count == 640 * 480 * 4)
    #expect(samples[3] == 0)
    // The result of libavif.
    let offset = 160 * 640 * 4
    for (sample, expected) in zip(samples[offset..<offset + 4], [14, 156, 243, 255]) {
      #expect(abs(Int(sample) - expected) <= 7, "\(sample), not \(expected)")
    }
    // The picture at a time has it, too.
    let timed = folder.path("timed.png")
    #expect(try Program.boxwalk("convert", photo, "-o", timed, "--time", "0").code == 1)
    #expect(try pixels(timed) == samples)
  }

  /// The still picture of an animation has no alpha, as its reference names no item: the sequence has it.
  @Test(works, .needs("ffmpeg"), .needsMedia) func aStillWithoutTheTransparency() throws {
    let folder = try Folder()
    let path = try #require(MediaFolder.path).appending("/avif/alpha_video.avif")
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    let reference = try #require(bytes.range(of: Data("auxl".utf8))).upperBound
    bytes.replaceSubrange(reference + 4..<reference + 6, with: [0, 0])
    let photo = try folder.write(bytes, to: "photo.avif")
    let output = folder.path("photo.png")
    let result = try Program.boxwalk("convert", photo, "-o", output)
    #expect(result.code == 1 && !result.errors.contains("auxiliary"), "\(result.errors)")
    let samples = try pixels(output)
    try #require(samples.count == 640 * 480 * 4)
    #expect(samples[3] == 0)
    // A file whose major brand is that of a picture is a picture.
    bytes.replaceSubrange(8..<12, with: Data("avif".utf8))
    let still = try folder.write(bytes, to: "still.avif")
    let opaque = try Program.boxwalk("convert", still, "-o", folder.path("still.png"))
    #expect(opaque.code == 1 && opaque.errors.contains("auxiliary sequence"), "\(opaque.errors)")
  }

  /// Frames and loops have the transparency that is another track, whatever handler that has.
  @Test(works, .needs("ffmpeg", "avifdec"), .needsMedia, arguments: ["auxv", "pict"])
  func framesOfATransparentSequence(_ handler: String) throws {
    let folder = try Folder()
    let path = try #require(MediaFolder.path).appending("/avif/alpha_video.avif")
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    let own = try #require(bytes.range(of: Data("auxv".utf8)))
    bytes.replaceSubrange(own, with: Data(handler.utf8))
    let movie = try folder.write(bytes, to: "movie.avif")
    let frame = folder.path("frame.png")
    let result = try Program.boxwalk("frames", movie, "-o", frame, "--at", "0.2")
    #expect(result.code == 0 && result.errors.isEmpty, "\(result.errors)")
    let wanted = folder.path("wanted.png")
    _ = try Program.other("avifdec", "--index", "5", path, wanted)
    let (made, expected) = (try pixels(frame), try pixels(wanted))
    try #require(made.count == expected.count && made.count > 0)
    let offsets = stride(from: 3, to: made.count, by: 4)
    #expect(offsets.allSatisfy { made[$0] == expected[$0] })
    #expect(offsets.contains { made[$0] == 0 })
    let loop = folder.path("loop.gif")
    let looped = try Program.boxwalk("convert", movie, "-o", loop, "--to", "0.1")
    #expect(looped.code == 0, "\(looped.errors)")
    let colours = try pixels(loop)
    #expect(stride(from: 3, to: colours.count, by: 4).contains { colours[$0] == 0 })
    // Without it, a frame would look different.
    let entry = try #require(bytes.range(of: Data("av01".utf8), options: .backwards))
    bytes.replaceSubrange(entry, with: Data("xv01".utf8))
    let damaged = try folder.write(bytes, to: "damaged.avif")
    let refused = try Program.boxwalk("frames", damaged, "-o", folder.path("none.png"))
    #expect(refused.code == 2 && refused.errors.contains("transparency"), "\(refused.errors)")
  }

  @Test(works, .needs("ffmpeg"), .needsMedia) func theTransparencyCannotBeRead() throws {
    let folder = try Folder()
    var bytes = try withoutItems("alpha_video.avif")
    // The sample entry of the second track is of another kind.
    let second = try #require(bytes.range(of: Data("av01".utf8), options: .backwards))
    bytes.replaceSubrange(second, with: Data("xv01".utf8))
    let photo = try folder.write(bytes, to: "photo.avif")
    let result = try Program.boxwalk("convert", photo, "-o", folder.path("photo.png"))
    #expect(result.code == 1 && result.errors.contains("transparency"), "\(result.errors)")
  }

  /// The picture is whole; what followed it is not known.
  @Test func aFileThatIsCut() throws {
    let folder = try Folder()
    let whole = try Data(contentsOf: URL(fileURLWithPath: Program.sample("portrait-single.heic")))
    let rest = Data([0, 0, 4, 0] + Array("free".utf8) + [UInt8](repeating: 0, count: 24))
    let photo = try folder.write(whole + rest, to: "photo.heic")
    let output = folder.path("photo.jpg")
    let result = try Program.boxwalk("convert", photo, "-o", output)
    #expect(result.code == 1)
    #expect(
      result.errors == "boxwalk: \(photo): warning: the file ends early: 992 bytes are missing\n",
      "\(result.errors)")
    #expect(folder.names == ["photo.heic", "photo.jpg"])
  }
}
