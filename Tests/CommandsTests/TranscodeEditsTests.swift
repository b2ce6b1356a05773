import Foundation
import TestSupport
import Testing

/// Movies with unusual edit lists and matrices that are re-encoded, as other programs show them.
@Suite(
  .needsMedia, .needs("exiftool", "ffmpeg", "ffprobe"), .needs(encoders: "libx264", "libx265"))
struct TranscodeEditsTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func media(_ path: String) throws -> String {
    try #require(MediaFolder.path) + "/" + path
  }

  /// FFmpeg looks for a key frame at the start of each edit, and shows other pictures if there is none.
  @Test(arguments: ["hevc", "540p"]) func eachEditBeginsWithAKeyFrame(_ preset: String) throws {
    let source = try media("mov/fate/mov-elist-starts-ctts-2ndsample.mp4")
    let output = folder.path("edits.mp4")
    let result = try Program.boxwalk(
      "transcode", source, "-o", output, "-p", preset, "-q", "80", "--speed", "fast")
    #expect(result.code == 0, "\(result.errors)")
    let (old, new) = try (ShownFrame.all(of: source), ShownFrame.all(of: output))
    #expect(new.count == 48 && new.map(\.time) == old.map(\.time), "\(new.map(\.time))")
    let likeness = try Program.other(
      "ffmpeg", "-v", "info", "-i", output, "-i", source, "-lavfi", "psnr", "-f", "null", "-")
    let value = likeness.errors.components(separatedBy: " min:").last?.prefix { $0 != " " }
    #expect(Double(value ?? "").map { $0 > 30 } ?? false, "\(likeness.errors)")
  }

  /// Writers turn pictures without moving them back to where pictures are shown.
  @Test(arguments: ["mov/IMG_3539.MOV", "mp4/color_matrix_180_deg_clockwise_mirrored.mp4"])
  func uprightPicturesNeedNoMatrix(_ path: String) throws {
    let output = folder.path("upright.mov")
    let result = try Program.boxwalk(
      "transcode", try media(path), "-o", output, "--upright", "-p", "hevc-540p", "--speed", "fast")
    #expect(result.code == 0, "\(result.errors)")
    let matrices = try Program.other("exiftool", "-s3", "-a", "-MatrixStructure", output).output
    #expect(matrices.split(separator: "\n").first == "1 0 0 0 1 0 0 0 1", "\(matrices)")
  }
}
