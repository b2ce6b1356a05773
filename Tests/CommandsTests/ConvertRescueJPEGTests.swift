import Foundation
import TestSupport
import Testing

/// The results of `--rescue` for JPEG files that are cut or damaged.
@Suite(.needs("cjpeg", "jpegtran", "djpeg", "ffmpeg")) struct ConvertRescueJPEGTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  /// A picture, coded by libjpeg's own programs.
  private func picture(_ options: String) throws -> Data {
    let path = folder.path("whole.jpg")
    let result = try Program.other(
      "sh", "-c",
      "djpeg -scale 1/2 '\(Program.sample("meadow.jpg"))' | cjpeg \(options) > '\(path)'")
    try #require(result.code == 0, "\(result.errors)")
    return try Data(contentsOf: URL(fileURLWithPath: path))
  }

  /// The lines of a picture, as red, green and blue.
  private func lines(_ path: String) throws -> [[UInt8]] {
    let result = try Program.other(
      "ffmpeg", "-v", "error", "-y", "-i", path, "-f", "rawvideo", "-pix_fmt", "rgb24",
      path + ".raw")
    #expect(result.code == 0, "\(result.errors)")
    let samples = Array(try Data(contentsOf: URL(fileURLWithPath: path + ".raw")))
    let width = 800 * 3
    return stride(from: 0, to: samples.count, by: width).map { Array(samples[$0..<$0 + width]) }
  }

  /// The lines that are grey, and those that are neither grey nor equal to the whole picture.
  private func compare(_ output: String) throws -> (gray: [Int], other: [Int]) {
    let whole = folder.path("whole.png")
    let plain = try Program.boxwalk(
      "convert", folder.path("whole.jpg"), "-o", whole, "--force")
    #expect(plain.isDone, "\(plain.errors)")
    let (expected, found) = (try lines(whole), try lines(output))
    try #require(expected.count == found.count && found.count == 600)
    let gray = found.indices.filter { found[$0].allSatisfy { (126...130).contains($0) } }
    let other = found.indices.filter { found[$0] != expected[$0] && !gray.contains($0) }
    return (gray, other)
  }

  private func rescue(_ data: Data) throws -> (output: String, errors: String) {
    let photo = try folder.write(data, to: "photo.jpg")
    let output = folder.path("photo.png")
    try? FileManager.default.removeItem(atPath: output)
    let refused = try Program.boxwalk("convert", photo, "-o", output)
    #expect(refused.code == 2, "\(refused.errors)")
    #expect(
      refused.errors.contains("; --rescue shows what is left of the image"), "\(refused.errors)")
    let result = try Program.boxwalk("convert", photo, "-o", output, "--rescue")
    #expect(result.code == 1, "\(result.errors)")
    return (output, result.errors)
  }

  @Test(arguments: ["-quality 85", "-quality 85 -restart 1", "-quality 90 -sample 1x1 -restart 7B"])
  func aCutPhoto(options: String) throws {
    let data = try picture(options)
    let (output, errors) = try rescue(data.prefix(data.count / 2))
    let words = try #require(
      errors.firstMatch(
        of: #/warning: (\d+)% of the image is lost, and grey: its data breaks off/#),
      "\(errors)")
    let (gray, other) = try compare(output)
    let lost = try #require(Double(words.1)) / 100
    #expect((0.2...0.8).contains(lost) && abs(Double(gray.count) / 600 - lost) < 0.01)
    // Chroma of the lines at the edge is mixed with grey.
    #expect(other.count <= 2 && gray.last == 599, "\(other)")
  }

  /// Restart markers say where the data after a hole belongs, however many of them are in the hole: the rest is
  /// where it belongs.
  @Test(
    arguments: ["-quality 85 -restart 1", "-quality 85 -sample 1x1 -restart 13B"],
    ["zeros", "other", "gone"])
  func aHole(options: String, content: String) throws {
    var data = try picture(options)
    let hole = data.count / 3..<data.count / 2
    switch content {
    case "zeros": data.replaceSubrange(hole, with: Data(count: hole.count))
    case "other":
      var random = Noise(state: 7)
      let other = (0..<hole.count).map { _ in UInt8.random(in: 0...255, using: &random) }
      data.replaceSubrange(hole, with: Data(other))
    default: data.removeSubrange(hole)
    }
    let (output, errors) = try rescue(data)
    #expect(errors.contains("% of the image is lost, and grey"), "\(errors)")
    let (gray, other) = try compare(output)
    // The lines are a single part of the picture.
    #expect((60...180).contains(gray.count), "\(gray.count)")
    let (first, last) = (try #require(gray.first), try #require(gray.last))
    #expect(last - first + 1 == gray.count && last < 599)
    #expect(other.allSatisfy { (first - 2...last + 2).contains($0) }, "\(other)")
  }

  /// Without restart markers, nothing after a hole is known.
  /// A number of lost intervals that the numbers of markers do not show.
  @Test func eightLostIntervals() throws {
    var data = try picture("-quality 85 -restart 1")
    let markers = data.indices.dropLast().filter { data[$0] == 0xFF && data[$0 + 1] & 0xF8 == 0xD0 }
    try #require(markers.count == 37)
    data.removeSubrange(markers[9] + 20..<markers[17] + 40)
    let (output, errors) = try rescue(data)
    #expect(errors.contains("% of the image is lost, and grey"), "\(errors)")
    let (gray, other) = try compare(output)
    // Chroma of the lines at the edge is mixed.
    #expect(gray.first == 161 && gray.last == 302 && gray.count == 142, "\(gray)")
    #expect(other.allSatisfy { (158...305).contains($0) }, "\(other)")
  }

  @Test func aHoleWithoutMarkers() throws {
    var data = try picture("-quality 85")
    let hole = data.count / 2..<data.count / 2 + 4096
    data.replaceSubrange(hole, with: Data(count: hole.count))
    let (output, errors) = try rescue(data)
    #expect(errors.contains("a part of its data is missing, or other bytes are there"))
    let (gray, other) = try compare(output)
    #expect(gray.count > 100 && gray.last == 599 && other.count <= 2, "\(gray.count) \(other)")

    // The decoder notices missing bytes at the end of the picture only.
    data.removeSubrange(hole)
    #expect(try rescue(data).errors.contains("it is not known where the damage begins"))
  }

  /// The scans before the one that is cut show the whole picture.
  @Test func scansOfAProgressivePhoto() throws {
    let data = try picture("-quality 85 -progressive")
    let (output, errors) = try rescue(data.prefix(data.count / 2))
    #expect(
      errors.contains(#/it has less detail, because only the first \d scans of the image/#),
      "\(errors)")
    let whole = folder.path("whole.png")
    #expect(
      try Program.boxwalk("convert", folder.path("whole.jpg"), "-o", whole).isDone)
    let (expected, found) = (try lines(whole).joined(), try lines(output).joined())
    let errorSum = zip(expected, found).reduce(0.0) {
      $0 + Double((Int($1.0) - Int($1.1)) * (Int($1.0) - Int($1.1)))
    }
    let error = errorSum / Double(expected.count)
    #expect(error > 1 && error < 1500, "\(error)")
  }

  /// The metadata stays, and states the loss; the file becomes a JPEG file again.
  @Test(.needs("exiftool")) func metadataOfACutPhoto() throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: Program.sample("meadow.jpg")))
    let photo = try folder.write(data.prefix(data.count * 2 / 3), to: "photo.jpg")
    let output = folder.path("new.jpg")
    #expect(try Program.boxwalk("convert", photo, "-o", output).code == 2)
    #expect(try Program.boxwalk("convert", photo, "-o", output, "--rescue").code == 1)
    let stated = try Program.other("exiftool", "-s3", "-XMP:Losses", "-Model", output).output
    #expect(stated.contains("% of the image is lost, and grey"), "\(stated)")
    let model = try Program.other("exiftool", "-s3", "-Model", photo).output
    #expect(stated.hasSuffix(model), "\(stated)")
    #expect(try Program.other("djpeg", "-outfile", "/dev/null", output).errors.isEmpty)
  }
}
