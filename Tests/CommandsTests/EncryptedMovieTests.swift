import Foundation
import TestSupport
import Testing

/// Encrypted movies are neither re-encoded nor put into streams and other containers.
@Suite(.needs("ffmpeg")) struct EncryptedMovieTests {
  private let folder: Folder
  private let key = "76a6c65c5ea762046bd749a2e632ccbb"

  init() throws { folder = try Folder() }

  private func movie(_ name: String, _ options: [String]) throws -> String {
    let path = folder.path(name)
    let made = try Program.other(
      "ffmpeg",
      [
        "-v", "error", "-i", Program.sample("clip-h264.mp4"), "-map", "0:v", "-map", "0:a", "-c",
        "copy", "-encryption_scheme", "cenc-aes-ctr", "-encryption_key", key, "-encryption_kid",
        "a7e61c373e219033c21091fa607bf3b8",
      ] + options + [path])
    #expect(made.code == 0, "\(made.errors)")
    return path
  }

  @Test(arguments: [[], ["-movflags", "frag_keyframe+delay_moov"]])
  func whatNeedsTheKeyIsRefused(_ options: [String]) throws {
    let source = try movie("source.mp4", options)
    let cut = try Program.boxwalk(
      "trim", source, "--from", "0.5", "--to", "1", "--smart", "-o", folder.path("new.mp4"))
    let isReason = ["encrypt", "senc"].contains { cut.errors.contains($0) }
    #expect(cut.code == 2 && isReason, "\(cut.errors)")
    let stream = try Program.boxwalk("hls", source, "-o", folder.path("stream"))
    #expect(stream.code == 2 && stream.errors.contains("encrypted"), "\(stream.errors)")
    for container in ["mkv", "ts", "flv"] {
      let result = try Program.boxwalk("remux", source, "-o", folder.path("new." + container))
      #expect(result.code == 2 && result.errors.contains("is encrypted"), "\(result.errors)")
    }
  }
}
