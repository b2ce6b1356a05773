import Foundation
import TestSupport
import Testing

/// Files at URLs that could not be read to the end: the reason is printed, and nothing about the unread part.
@Suite(.needs("python3"), .needs("libcurl", if: { try FarLibrary.isThere() }))
struct FarUnreadTests {
  private let folder: Folder
  private let server: FarServer

  init() throws {
    folder = try Folder()
    for name in ["clip-hevc.mov", "landscape-tiled.heic", "meadow.jpg"] {
      try FileManager.default.copyItem(atPath: Program.sample(name), toPath: folder.path(name))
    }
    server = try FarServer(folder.url.path)
  }

  private static let names = ["clip-hevc.mov", "landscape-tiled.heic", "meadow.jpg"]
  private static let limits = [
    ["--max-bytes", "20K"], ["--max-requests", "1"], ["--max-bytes", "100K"],
  ]
  private static let words = [
    "cut off", "truncated", "interrupted", "zero", "lost", "not a chain", "not a box", "has no",
    "there is no",
  ]

  private func far(_ name: String, _ arguments: [String]) throws -> Program.Result {
    try Program.boxwalk(arguments + ["--allow-private", server.address("plain", name)])
  }

  @Test(arguments: names, limits) func verifySaysOnlyTheReason(name: String, limit: [String]) throws
  {
    let result = try far(name, ["verify", "--json"] + limit)
    let object = try JSONSerialization.jsonObject(with: result.data) as? [String: Any]
    let findings = try #require(object?["findings"] as? [[String: Any]])
    // The rules may need less than the largest limit.
    let isUnread = findings.first?["rule"] as? String == "file-unread"
    #expect(isUnread == (result.code == 2) && (isUnread || limit.last == "100K"))
    let whole = try Program.boxwalk("verify", "--json", folder.path(name))
    let known = try JSONSerialization.jsonObject(with: whole.data) as? [String: Any]
    let messages = (known?["findings"] as? [[String: Any]] ?? []).compactMap {
      $0["message"] as? String
    }
    for finding in findings.dropFirst(isUnread ? 1 : 0) {
      #expect(messages.contains(finding["message"] as? String ?? ""), "\(finding)")
    }
  }

  @Test(arguments: names, limits) func nothingFalseIsShown(name: String, limit: [String]) throws {
    for options in [
      ["inspect"], ["inspect", "--tree"], ["inspect", "--nal"], ["inspect", "--samples"],
      ["inspect", "--plays"], ["inspect", "--metadata"], ["inspect", "--json"], ["config"],
      ["inspect", "--path", "moov"], ["diff", folder.path(name)],
    ] {
      let result = try far(name, options + limit)
      // The part within the limit is shown.
      guard result.code != 0 else { continue }
      let lines = result.errors.split(separator: "\n")
      guard lines.first?.contains("more than") == true else { continue }
      #expect(result.code == 2 && lines.count == 1, "\(options) \(result.errors)")
      for word in FarUnreadTests.words {
        #expect(!result.output.contains(word), "\(options) \(name): \(result.output)")
      }
    }
  }

  @Test func theSummaryHasTheReasonFirst() throws {
    let result = try far("clip-hevc.mov", ["inspect", "--max-requests", "1"])
    #expect(result.code == 2)
    let findings = result.output.split(separator: "\n").filter { $0.contains("  error") }
    #expect(
      findings.count == 1
        && findings[0].contains(
          "some of the file was not read, because it needs more than 1 request, which"),
      "\(result.output)")
    #expect(result.errors.hasPrefix("boxwalk: http://"))
    let tree = try far("clip-hevc.mov", ["inspect", "--tree", "--max-requests", "1"])
    #expect(tree.output.contains("these bytes were not read, because the file needs"))
    #expect(!tree.output.contains("00 00 00 00 00 00 00 00 00 00"), "\(tree.output)")
  }

  #if os(Linux)
    /// What a disk did not take is at its offset when the rest has come, or there is no output.
    @Test(.needs("cc")) func bytesThatCannotBeStoredAreNotLost() throws {
      let (library, files) = (try FaultLibrary(), try Folder())
      func strip(failing call: Int?) throws -> (
        result: Program.Result, calls: [String], output: Data?
      ) {
        try? FileManager.default.removeItem(atPath: files.path("a.mov"))
        let (result, calls) = try library.run(
          [
            "strip", "location", server.address("plain", "clip-hevc.mov"), "--allow-private", "-o",
            files.path("a.mov"),
          ], below: files, before: call, error: EFBIG, environment: ["TMPDIR": files.url.path])
        return (result, calls, try? files.data("a.mov"))
      }
      let whole = try strip(failing: nil)
      let writes = whole.calls.indices.filter { whole.calls[$0] == "pwrite" }
      try #require(whole.output != nil && writes.count > 4)
      for call in writes {
        let (result, _, output) = try strip(failing: call + 1)
        #expect(output == nil ? result.code == 2 : output == whole.output, "\(result)")
      }
    }
  #endif
}
