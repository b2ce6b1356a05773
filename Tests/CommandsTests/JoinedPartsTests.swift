import Foundation
import TestSupport
import Testing

/// Parts of movies, joined, as ffmpeg decodes them.
@Suite(.needs("ffmpeg")) struct JoinedPartsTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func frames(_ path: String) throws -> [Substring] {
    let result = try Program.other(
      "ffmpeg", "-v", "error", "-i", path, "-map", "0:v", "-fps_mode", "passthrough", "-f",
      "framemd5", "-")
    #expect(result.code == 0 && result.errors.isEmpty, "\(result.errors)")
    return result.output.split(separator: "\n").filter { !$0.hasPrefix("#") }
      .compactMap { $0.split(separator: ",").last }
  }

  /// The numbers of pictures of HEVC would mix; and pictures that are hidden at the end of a part would be shown in
  /// the next.
  @Test(arguments: ["clip-hevc.mov", "clip-h264.mp4"])
  func picturesAreThoseOfTheParts(_ name: String) throws {
    var parts: [String] = []
    for (number, (from, to)) in [("1.01", "1.39"), ("0.02", "2.19"), ("0.2", "0.94")].enumerated() {
      parts.append(folder.path("\(number).mov"))
      let result = try Program.boxwalk(
        "trim", Program.sample(name), "--from", from, "--to", to, "-o", parts[number])
      #expect(result.isDone, "\(result.errors)")
    }
    let joined = folder.path("joined.mov")
    let result = try Program.boxwalk(["join"] + parts + ["-o", joined])
    #expect(result.isDone, "\(result.errors)")
    #expect(try frames(joined) == parts.flatMap { try frames($0) })
    #expect(try Program.boxwalk("verify", joined, "--quiet").isDone)
  }
}
