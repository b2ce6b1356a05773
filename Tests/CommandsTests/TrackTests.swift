import Foundation
import TestSupport
import Testing

/// What `track` and `mute` refuse and say.
@Suite struct TrackTests {
  private let source = Program.sample("clip-hevc.mov")

  @Test func whatDoesNotChangeIsNotSaid() throws {
    let folder = try Folder()
    let output = folder.path("new.mov")
    let result = try Program.boxwalk("track", source, "--title", "2=", "-o", output)
    #expect(result.code == 0 && !result.output.contains("no title now"), "\(result.output)")
  }

  @Test(
    arguments: [
      (["--drop", "9"], 2), (["--drop", "video,audio,text,metadata"], 2),
      (["--drop", "pictures"], 64), (["--order", "1,1"], 64), (["--order", "9"], 2),
      (["--language", "2=german"], 2),
    ] as [([String], Int32)])
  func whatIsNotThereIsRefused(wrong: [String], code: Int32) throws {
    let folder = try Folder()
    let result = try Program.boxwalk(["track", source, "-o", folder.path("none.mov")] + wrong)
    #expect(result.code == code, "\(result.errors)")
    #expect(folder.names.isEmpty)
  }

  @Test func audioGoesOnce() throws {
    let folder = try Folder()
    let output = folder.path("a.mov")
    #expect(try Program.boxwalk("mute", source, "-o", output).code == 0)
    let again = try Program.boxwalk("mute", output, "-o", folder.path("b.mov"))
    #expect(again.output.contains("no audio") || again.errors.contains("no audio"))
  }
}
