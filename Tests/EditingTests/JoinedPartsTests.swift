import Editing
import Foundation
import TestSupport
import Testing
import Verification

/// Parts of movies, joined, as ffmpeg decodes them.
@Suite(.needs("ffmpeg")) struct JoinedPartsTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func frames(_ path: String) throws -> [Substring] {
    let result = try InstalledProgram.run(
      "ffmpeg",
      [
        "-v", "error", "-i", path, "-map", "0:v", "-fps_mode", "passthrough", "-f",
        "framemd5", "-",
      ])
    #expect(result.code == 0 && result.errors.isEmpty, "\(result.errors)")
    return result.output.split(separator: "\n").filter { !$0.hasPrefix("#") }
      .compactMap { $0.split(separator: ",").last }
  }

  /// The numbers of pictures of HEVC would mix; and pictures that are hidden at the end of a part would be shown in
  /// the next.
  @Test(arguments: ["clip-hevc.mov", "clip-h264.mp4"])
  func picturesAreThoseOfTheParts(_ name: String) throws {
    let parts = try [(1.01, 1.39), (0.02, 2.19), (0.2, 0.94)].enumerated().map { number, part in
      try folder.edited(PackageFolder.sample(name), as: "\(number).mov") {
        edit throws(EditError) in try edit.trim(from: part.0, to: part.1)
      }
    }
    let joined = try folder.joined(parts)
    #expect(try frames(joined) == parts.flatMap { try frames($0) })
    #expect(try findings(joined).allSatisfy { $0.severity < .error })
  }

  /// FFmpeg's fragments have no edit list, and pictures that are composed after they are decoded: the first comes late.
  @Test(.needs(encoders: "libx264"), arguments: [["-t", "2"], ["-t", "1", "-r", "30000/1001"]])
  func picturesAreShownOnceIfAMovieStartsLate(_ options: [String]) throws {
    let late = folder.path("late.mp4")
    let coded = try InstalledProgram.run(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=96x64:r=30", "-f", "lavfi", "-i", "sine",
        "-c:v", "libx264", "-bf", "2", "-movflags", "+frag_keyframe+empty_moov",
      ] + options + [late])
    try #require(coded.code == 0, "\(coded.errors)")
    let joined = try folder.joined([late, late, late])
    let once = try frames(late)
    #expect(once.count >= 29)
    #expect(try frames(joined) == once + once + once)
    #expect(try findings(joined).allSatisfy { $0.severity < .error })
  }
}
