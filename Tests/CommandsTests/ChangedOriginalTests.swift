#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// `boxwalk convert --delete-originals`, while another program writes to the original.
  @Suite(.needs("cc")) struct ChangedOriginalTests {
    private let library: FaultLibrary

    init() throws { library = try FaultLibrary() }

    /// - Parameter call: the number of the call before which the original gets longer.
    private func convert(_ folder: Folder, before call: Int? = nil) throws -> [String] {
      try folder.add("coast.avif", as: "in/a.avif")
      return try library.run(
        [
          "convert", folder.path("in"), "-o", folder.path("out"), "--delete-originals", "--jobs",
          "1",
        ], below: folder, before: call,
        change: "printf 12345678 >> '\(folder.path("in/a.avif"))'"
      ).calls
    }

    /// The line that says that the original is deleted is on the disk before that is done. What is changed until then is
    /// kept, and the line after it says so.
    @Test func whatChangesAtTheLastMomentStays() throws {
      let plain = try Folder()
      let calls = try convert(plain)
      #expect(Folder.names(plain.path("in")).isEmpty)
      // The original is the first file that is removed.
      let removal = try #require(calls.firstIndex { $0.hasPrefix("unlink") })
      let last = try #require(calls[..<removal].lastIndex { $0.contains("stat") })
      let synced = try #require(calls[..<last].lastIndex { $0.contains("sync") })
      for call in Set([synced, last]) {
        let folder = try Folder()
        // Calls are counted from 1.
        _ = try convert(folder, before: call + 1)
        #expect(try folder.data("in/a.avif").suffix(8) == Data("12345678".utf8))
        let line = try #require(folder.manifest("out")["a.avif"])
        let original = try #require(line["original"] as? [String: Any])
        #expect(original["outcome"] as? String == "kept", "\(original)")
      }
    }
  }
#endif
