import Editing
import Foundation
import ISOBMFF
import Movie
import TestSupport
import Testing

/// Encrypted movies: an edit refuses changes that would damage them; FFmpeg decrypts the outputs.
@Suite(.needs("ffmpeg")) struct EncryptedMovieTests {
  private let folder: Folder
  private let key = "76a6c65c5ea762046bd749a2e632ccbb"

  init() throws { folder = try Folder() }

  private func movie(_ name: String, _ options: [String]) throws -> String {
    let path = folder.path(name)
    let made = try InstalledProgram.run(
      "ffmpeg",
      [
        "-v", "error", "-i", PackageFolder.sample("clip-h264.mp4"), "-map", "0:v", "-map", "0:a",
        "-c",
        "copy", "-encryption_scheme", "cenc-aes-ctr", "-encryption_key", key, "-encryption_kid",
        "a7e61c373e219033c21091fa607bf3b8",
      ] + options + [path])
    #expect(made.code == 0, "\(made.errors)")
    return path
  }

  private func frames(_ path: String) throws -> [String] {
    let result = try InstalledProgram.run(
      "ffmpeg",
      [
        "-v", "error", "-decryption_key", key, "-i", path, "-map", "0:v", "-fps_mode",
        "passthrough", "-f", "framemd5", "-",
      ])
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
    let bytes = try ByteSource(mapping: source).bytes
    let edits: [String: (inout Edit) throws(EditError) -> Void] = [
      "fragments": { edit throws(EditError) in
        if MovieFile(edit.file)?.isFragmented == true { try edit.defragment() }
        try edit.fragment(every: .seconds(1))
      },
      "tables": { edit throws(EditError) in try edit.defragment() },
      "join": { edit throws(EditError) in try edit.join([("other.mp4", bytes)]) },
      "part": { edit throws(EditError) in try edit.trim(from: 0.5, to: 1) },
      "faststart": { edit throws(EditError) in try edit.moveMovie(to: .first) },
      "track": { edit throws(EditError) in try edit.removeTracks([2]) },
      "chapters": { edit throws(EditError) in
        try edit.setChapters([Chapter(start: 0, title: "A")])
      },
      "format": { edit throws(EditError) in try edit.remux(to: .mp4) },
    ]
    var done = 0
    for (name, change) in edits {
      var edit = Edit(bytes)
      do throws(EditError) {
        try change(&edit)
        _ = try edit.finished()
      } catch {
        let isReason = ["encrypt", "senc", "fragment"].contains { "\(error)".contains($0) }
        #expect(isReason, "\(name): \(error)")
        continue
      }
      let output = try folder.write(Data(try edit.bytes()), to: "new.mp4")
      #expect(try frames(output) == expected, "\(name)")
      done += 1
    }
    #expect(done > 0)
  }
}
