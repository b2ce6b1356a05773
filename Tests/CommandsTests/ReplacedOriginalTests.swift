#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// A file that is replaced while a command reads it: nothing is made of the facts of one and the picture of another.
  @Suite(.needs("cc")) struct ReplacedOriginalTests {
    /// The command with which another program gives the name of a file to a copy of another one.
    private func replacing(_ path: String, by other: String) -> String {
      "cp '\(other)' '\(path).new' && mv '\(path).new' '\(path)'"
    }

    /// A file that `undo` would remove stays if it is changed, also while its bytes are read.
    @Test func undoKeepsWhatWasChanged() throws {
      let library = try FaultLibrary()
      func undo(before call: Int?) throws -> (calls: [String], isChangedThere: Bool) {
        let folder = try Folder()
        try folder.add("clip-hevc.mov", as: "in/a.mov")
        let made = try Program.boxwalk("rotate", "90", folder.path("in"), "--recursive")
        try #require(made.code == 0, "\(made.errors)")
        let path = folder.path("in/a-rotated.mov")
        let calls = try library.run(
          ["undo", folder.path("in")], below: folder, before: call,
          change: "printf 12345678 >> '\(path)'"
        ).calls
        let left = try? folder.data("in/a-rotated.mov")
        return (calls, left?.suffix(8) == Data("12345678".utf8) && (left?.count ?? 0) > 8)
      }
      let calls = try undo(before: nil).calls
      let removal = try #require(calls.firstIndex { $0.hasPrefix("unlink") })
      // After the last look at the file, nothing can be noticed.
      let last = try #require(calls[..<removal].lastIndex { $0.contains("stat") })
      for call in 1...last + 1 {
        #expect(try undo(before: call).isChangedThere, "call \(call): \(calls[call - 1])")
      }
    }

    @Test func aStillIsOfItsMovie() throws {
      let (library, others) = (try FaultLibrary(), try Folder())
      let other = others.path("other.mov")
      let turned = try Program.boxwalk("rotate", "90", Program.sample("clip-hevc.mov"), "-o", other)
      try #require(turned.code == 0, "\(turned.errors)")
      func still(
        of movie: String = Program.sample("clip-hevc.mov"), before call: Int? = nil
      ) throws -> (outputs: [Data?], code: Int32, count: Int) {
        let folder = try Folder()
        let path = try folder.write(Data(contentsOf: URL(fileURLWithPath: movie)), to: "a.mov")
        let made = try library.run(
          ["live", "still", path, "--at", "1", "--format", "jpeg", "-o", folder.path("out")],
          below: folder, before: call,
          change: replacing(path, by: other))
        let outputs = ["out/a.jpg", "out/a.mov"].map { try? folder.data($0) }
        return (outputs, made.result.code, made.calls.count)
      }
      let (old, new) = (try still(), try still(of: other))
      for (a, b) in zip(old.outputs, new.outputs) { #expect(a != nil && b != nil && a != b) }
      for call in 1...min(24, old.count) {
        let made = try still(before: call)
        #expect(
          made.code == 2 || [old.outputs, new.outputs].contains(made.outputs), "call \(call)")
      }
    }

    /// The movie that becomes a part of a photo is the one that belongs to it.
    @Test func aMotionPhotoHasItsMovie() throws {
      let library = try FaultLibrary()
      let other = Program.sample("clip-h264-fragmented.mov")
      func motionPhoto(before call: Int? = nil, isNew: Bool = false) throws -> (
        photo: Data?, code: Int32, count: Int
      ) {
        let folder = try Folder()
        let made = try Program.boxwalk(
          "live", "make", Program.sample("meadow.jpg"), Program.sample("clip-hevc.mov"), "-o",
          folder.path("in"), "--identifier", "6F1D6A2C-7E0F-4D1B-9C41-0C9D5E1A7B11")
        try #require(made.code == 0, "\(made.errors)")
        let path = folder.path("in/meadow.mov")
        if isNew { _ = try Program.other("sh", "-c", replacing(path, by: other)) }
        let (result, calls) = try library.run(
          ["convert", folder.path("in"), "-o", folder.path("out"), "--live", "motionphoto"],
          below: folder, before: call, change: replacing(path, by: other))
        return (try? folder.data("out/meadow.jpg"), result.code, calls.count)
      }
      let (old, new) = (try motionPhoto(), try motionPhoto(isNew: true))
      #expect(old.photo != nil && old.photo != new.photo)
      var refused = 0
      for call in stride(from: 1, through: old.count, by: max(1, old.count / 40)) {
        let made = try motionPhoto(before: call)
        if made.code == 2 {
          refused += 1
          #expect(made.photo == nil, "call \(call)")
        } else {
          #expect([old.photo, new.photo].contains(made.photo), "call \(call)")
        }
      }
      #expect(refused > 0)
    }

    /// A photo that is linked is the one that was looked at.
    @Test func aLinkLeadsToWhatWasRead() throws {
      let library = try FaultLibrary()
      let other = Program.sample("coast.avif")
      func output(_ sample: String, before call: Int? = nil) throws -> (
        photo: Data?, code: Int32, count: Int
      ) {
        let folder = try Folder()
        try folder.add(sample, as: "in/a.jpg")
        let path = folder.path("in/a.jpg")
        let (result, calls) = try library.run(
          ["convert", folder.path("in"), "-o", folder.path("out"), "--copies", "link"],
          below: folder, before: call, change: replacing(path, by: other))
        return (try? folder.data("out/a.jpg"), result.code, calls.count)
      }
      let (old, new) = (try output("meadow.jpg"), try output("coast.avif"))
      #expect(old.photo != nil && new.photo != nil && old.photo != new.photo)
      for call in 1...old.count {
        let made = try output("meadow.jpg", before: call)
        #expect(
          made.code == 2 && made.photo == nil || [old.photo, new.photo].contains(made.photo),
          "call \(call)")
      }
    }

    @Test func aPageShowsOneFile() throws {
      let library = try FaultLibrary()
      let other = Program.sample("clip-h264-fragmented.mov")
      func page(_ sample: String, before call: Int? = nil) throws -> (
        page: String, code: Int32, count: Int
      ) {
        let folder = try Folder()
        try folder.add(sample, as: "in/a.mov")
        let path = folder.path("in/a.mov")
        let made = try library.run(
          ["gallery", folder.path("in"), "-o", folder.path("out"), "--side", "48", "--jobs", "1"],
          below: folder, before: call,
          change: replacing(path, by: other))
        let page = try folder.data("out/index.html")
        return (String(decoding: page, as: UTF8.self), made.result.code, made.calls.count)
      }
      let old = try page("clip-hevc.mov")
      let new = try page("clip-h264-fragmented.mov")
      var named = 0
      for call in stride(from: 1, through: old.count, by: max(1, old.count / 40)) {
        let made = try page("clip-hevc.mov", before: call)
        if made.code == 0 {
          #expect([old.page, new.page].contains(made.page), "call \(call)")
        } else {
          named += 1
          #expect(made.page.contains("was changed by another program"), "call \(call)")
        }
      }
      #expect(named > 0)
    }
  }
#endif
