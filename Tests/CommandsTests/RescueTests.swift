import Foundation
import TestSupport
import Testing

/// Recordings that were truncated before their description was written, as `repair --like` rebuilds them.
@Suite(.needs("ffmpeg", "ffprobe")) struct RescueTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  /// A recording whose `moov` box is at the end, and a copy that breaks off before it.
  private func recordings(_ name: String, cutAt part: Double = 0.7) throws -> (String, String) {
    let ending = name.split(separator: ".").last ?? "mov"
    let (whole, broken) = (folder.path("whole.\(ending)"), folder.path("broken.\(ending)"))
    let made = try Program.other(
      "ffmpeg", "-v", "error", "-i", Program.sample(name), "-map", "0:v", "-map", "0:a?", "-c",
      "copy", whole)
    #expect(made.code == 0, "\(made.errors)")
    let data = try Data(contentsOf: URL(fileURLWithPath: whole))
    try data.prefix(Int(Double(data.count) * part)).write(to: URL(fileURLWithPath: broken))
    return (whole, broken)
  }

  private func packets(_ path: String, _ stream: String) throws -> [Substring] {
    try Program.other(
      "ffprobe", "-v", "error", "-select_streams", stream, "-show_data_hash", "MD5",
      "-show_entries", "packet=pts,dts,flags,data_hash", "-of", "csv=p=0", path
    ).output.split(separator: "\n")
  }

  @Test(arguments: ["clip-h264.mp4", "clip-hevc.mov"])
  func whatWasRecordedPlays(name: String) throws {
    let (whole, broken) = try recordings(name)
    let output = folder.path("mended.\(name.suffix(3))")
    let result = try Program.boxwalk("repair", broken, "--like", whole, "-o", output)
    #expect(result.code == 1, "\(result.errors)")
    #expect(result.output.contains("the last sample is truncated"))
    #expect(
      result.output.contains("not taken, because it belongs to the other recording: its dates"))
    for stream in ["v", "a"] {
      let (found, wanted) = (try packets(output, stream), try packets(whole, stream))
      #expect(found.count > 10 && found.count < wanted.count)
      #expect(found == Array(wanted.prefix(found.count)))
    }
    let decoded = try Program.other("ffmpeg", "-v", "error", "-i", output, "-f", "null", "-")
    #expect(decoded.code == 0 && decoded.errors.isEmpty, "\(decoded.errors)")
    #expect(try Program.boxwalk("verify", output).code <= 1)
  }

  @Test func theMapIsShownAndNothingWritten() throws {
    let (whole, broken) = try recordings("clip-hevc.mov")
    let before = folder.names
    let result = try Program.boxwalk("repair", broken, "--like", whole, "--dry-run")
    #expect(result.code == 1 && folder.names == before)
    #expect(result.output.contains("certain by their structure"))
    #expect(result.output.contains("the start of a truncated sample"))
  }

  /// Writers state the size of `mdat` last: before that, it is 0, or the size of the header.
  @Test(arguments: [[0, 0, 0, 0], [0, 0, 0, 8], [0, 0, 1, 0], [0x7F, 0, 0, 0]] as [[UInt8]])
  func sizesOfMediaDataAreNotTrusted(size: [UInt8]) throws {
    let (whole, broken) = try recordings("clip-h264.mp4")
    let (first, second) = (folder.path("first.mp4"), folder.path("second.mp4"))
    #expect(try Program.boxwalk("repair", broken, "--like", whole, "-o", first).code == 1)
    var data = try Data(contentsOf: URL(fileURLWithPath: broken))
    let offset = try #require(data.range(of: Data("mdat".utf8))).lowerBound - 4
    data.replaceSubrange(offset..<offset + 4, with: size)
    try data.write(to: URL(fileURLWithPath: broken))
    let result = try Program.boxwalk("repair", broken, "--like", whole, "-o", second)
    #expect(result.code == 1, "\(result.errors)")
    #expect(try packets(second, "v") == packets(first, "v"))
    #expect(try packets(second, "a") == packets(first, "a"))
  }

  @Test func unknownBytesAreLeftOutOrKept() throws {
    let (whole, broken) = try recordings("clip-h264.mp4", cutAt: 0.5)
    var data = try Data(contentsOf: URL(fileURLWithPath: broken))
    let offset = try #require(data.range(of: Data("mdat".utf8))).upperBound
    data.replaceSubrange(offset..<offset + 40, with: Data(repeating: 0xFF, count: 40))
    try data.write(to: URL(fileURLWithPath: broken))
    let (left, kept) = (folder.path("left.mp4"), folder.path("kept.mp4"))
    let result = try Program.boxwalk("repair", broken, "--like", whole, "-o", left)
    #expect(result.code == 1 && result.output.contains("nothing explains"), "\(result.errors)")
    let other = try Program.boxwalk("repair", broken, "--like", whole, "--keep-unknown", "-o", kept)
    #expect(other.code == 1 && other.output.contains("kept as a track of their own"))
    let tracks = try [left, kept].map { path in
      try Program.other(
        "ffprobe", "-v", "error", "-show_entries", "stream=index", "-of", "csv=p=0", path
      )
      .output.split(separator: "\n").count
    }
    #expect(tracks[1] == tracks[0] + 1)
    #expect(try Program.boxwalk("verify", kept).code <= 1)
  }

  @Test func whatCannotBeRebuiltIsRefused() throws {
    let (whole, broken) = try recordings("clip-hevc.mov")
    let output = folder.path("none.mov")
    let text = try folder.write(Data("Hello".utf8), to: "text.txt")
    for (input, good, words) in [
      (broken, text, "describes no samples"),
      (broken, broken, "describes no samples"),
      (broken, Program.sample("clip-h264.mp4"), "coded as in the recording"),
    ] {
      let result = try Program.boxwalk("repair", input, "--like", good, "-o", output)
      #expect(result.code == 2 && result.errors.contains(words), "\(result.errors)")
      #expect(!FileManager.default.fileExists(atPath: output))
    }
    // A whole movie needs no other one, and is repaired as without it.
    #expect(try Program.boxwalk("repair", whole, "--like", whole, "-o", output).code == 0)
    #expect(try Program.boxwalk("repair", broken, "--like", whole, "--init", whole).code == 64)
    #expect(try Program.boxwalk("repair", broken, "--keep-unknown").code == 64)
  }

  @Test func aCameraIsLearnedByItsName() throws {
    let (whole, broken) = try recordings("clip-hevc.mov")
    let table = ["BOXWALK_CAMERAS": folder.path("cameras")]
    let unknown = try Program.boxwalk("repair", broken, "--camera", "Phone", environment: table)
    #expect(unknown.code == 2 && unknown.errors.contains("--learn GOOD.MOV --camera 'Phone'"))
    let learned = try Program.boxwalk(
      "repair", "--learn", whole, "--camera", "Phone 4K", environment: table)
    #expect(learned.code == 0, "\(learned.errors)")
    let (named, like) = (folder.path("named.mov"), folder.path("like.mov"))
    let result = try Program.boxwalk(
      "repair", broken, "--camera", "phone", "-o", named, environment: table)
    #expect(result.code == 1, "\(result.errors)")
    #expect(try Program.boxwalk("repair", broken, "--like", whole, "-o", like).code == 1)
    #expect(try folder.data("named.mov") == folder.data("like.mov"))
    let other = try Program.boxwalk("repair", broken, "--camera", "Drone", environment: table)
    #expect(other.errors.contains("only 'Phone 4K'"), "\(other.errors)")
  }

  /// Cameras divide long recordings into files with names that belong together.
  @Test func anotherPartOfTheRecordingIsNamed() throws {
    let (whole, broken) = try recordings("clip-h264.mp4")
    let (first, second) = (folder.path("GX010042.MP4"), folder.path("GX020042.MP4"))
    try FileManager.default.moveItem(atPath: whole, toPath: first)
    try FileManager.default.moveItem(atPath: broken, toPath: second)
    let refused = try Program.boxwalk("repair", second)
    #expect(refused.code == 2)
    #expect(
      refused.errors.contains("GX010042.MP4, beside it, is another part of the same recording"))
    #expect(refused.errors.contains("boxwalk repair \(second) --like \(first)"))
    #expect(try Program.boxwalk("repair", second, "--like", first).code == 1)
  }

  /// A temporary file of a camera is media data without boxes.
  @Test func mediaDataWithoutBoxesBecomesAMovie() throws {
    let (whole, broken) = try recordings("clip-h264.mp4")
    let media = try Data(contentsOf: URL(fileURLWithPath: broken))
    let start = try #require(media.range(of: Data("mdat".utf8))).upperBound
    try media[start...].write(to: URL(fileURLWithPath: folder.path("C0001.RSV")))
    let result = try Program.boxwalk("repair", folder.path("C0001.RSV"), "--like", whole)
    #expect(result.code == 1, "\(result.errors)")
    let mended = folder.path("C0001-repaired.mp4")
    for stream in ["v", "a"] {
      let (found, wanted) = (try packets(mended, stream), try packets(whole, stream))
      #expect(found.count > 10 && found == Array(wanted.prefix(found.count)))
    }
  }

  /// Of recordings of several modes, which have samples of the same form, that is taken whose settings decode the
  /// pictures; if there is none, it is said.
  @Test(.needs(encoders: "libx264"))
  func picturesAreDecodedWithTheSettingsOfTheSameMode() throws {
    try FileManager.default.createDirectory(
      atPath: folder.path("cameras"), withIntermediateDirectories: false)
    let modes = try ["640x480", "320x240"].map { size in
      let path = folder.path("cameras/\(size).mp4")
      let made = try Program.other(
        "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=\(size):rate=30:duration=3",
        "-c:v", "libx264", "-g", "20", path)
      #expect(made.code == 0, "\(made.errors)")
      return path
    }
    let data = try Data(contentsOf: URL(fileURLWithPath: modes[1]))
    let broken = folder.path("broken.mp4")
    try data.prefix(data.count * 6 / 10).write(to: URL(fileURLWithPath: broken))
    let wrong = try Program.boxwalk("repair", broken, "--like", modes[0])
    #expect(wrong.code == 1)
    #expect(wrong.output.contains("cannot be decoded with the settings of the other recording"))
    let output = folder.path("mended.mp4")
    let right = try Program.boxwalk(
      "repair", broken, "--like", folder.path("cameras"), "-o", output)
    #expect(!right.output.contains("cannot be decoded"))
    let found = try packets(output, "v")
    #expect(found.count > 30)
    #expect(found == Array(try packets(modes[1], "v").prefix(found.count)))
    let decoded = try Program.other("ffmpeg", "-v", "error", "-i", output, "-f", "null", "-")
    #expect(decoded.code == 0 && decoded.errors.isEmpty, "\(decoded.errors)")
  }

  /// What repair cannot bring back, another command shows.
  @Test(arguments: ["meadow.jpg", "portrait-single.heic"])
  func cutPicturesAreLeftToConvert(name: String) throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: Program.sample(name)))
    let broken = folder.path("broken." + name.suffix(4).drop { $0 == "." })
    try data.prefix(data.count * 6 / 10).write(to: URL(fileURLWithPath: broken))
    let result = try Program.boxwalk("repair", broken)
    #expect(result.code == (name == "meadow.jpg" ? 1 : 2))
    #expect((result.output + result.errors).contains("boxwalk convert --rescue makes an image"))
    let picture = folder.path("left.png")
    #expect(try Program.boxwalk("convert", "--rescue", broken, "-o", picture).code == 1)
    #expect(folder.names.contains("left.png"))
  }
}
