import Foundation
import TestSupport
import Testing

/// Encrypted movies: an edit refuses changes that would damage them; FFmpeg decrypts the outputs.
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

  private func frames(_ path: String) throws -> [String] {
    let result = try Program.other(
      "ffmpeg", "-v", "error", "-decryption_key", key, "-i", path, "-map", "0:v", "-fps_mode",
      "passthrough", "-f", "framemd5", "-")
    // FFmpeg 5.1 does not decrypt all samples of fragments that it has written itself.
    return result.output.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap {
      $0.split(separator: ",").last.map(String.init)
    }
  }

  @Test(arguments: [[], ["-movflags", "frag_keyframe+delay_moov"]])
  func nothingBreaksInSilence(_ options: [String]) throws {
    let source = try movie("source.mp4", options)
    let expected = try frames(source)
    #expect(expected.count > 10)
    let output = folder.path("new.mp4")
    let edits: [[String]] = [
      ["remux", source, "--fragment", "1"], ["remux", source, "--defragment"],
      ["join", source, source],
      ["trim", source, "--from", "0.5", "--to", "1"],
      ["trim", source, "--from", "0.5", "--to", "1", "--smart"], ["faststart", source],
      ["track", source, "--drop", "2"], ["chapters", source, "--set", "0=A"],
      ["remux", source, "--format", "mp4"],
    ]
    for edit in edits {
      let result = try Program.boxwalk(edit + ["-o", output, "--force"])
      guard result.code < 2 else {
        let isReason = ["encrypt", "senc", "fragment"].contains { result.errors.contains($0) }
        #expect(isReason, "\(edit): \(result.errors)")
        continue
      }
      #expect(try frames(output) == expected, "\(edit)")
    }
    let stream = try Program.boxwalk("hls", source, "-o", folder.path("stream"))
    #expect(stream.code == 2 && stream.errors.contains("encrypted"), "\(stream.errors)")
    for container in ["mkv", "ts", "flv"] {
      let result = try Program.boxwalk("remux", source, "-o", folder.path("new." + container))
      #expect(result.code == 2 && result.errors.contains("is encrypted"), "\(result.errors)")
    }
  }
}
