import Foundation
import TestSupport
import Testing

/// Manifests that were damaged or lost: outputs that are those of their files stay, and are listed again.
@Suite struct LostManifestTests {
  private let folder: Folder
  private var arguments: [String] { ["convert", folder.path("in"), "-o", folder.path("out")] }
  private var manifest: String { folder.path("out/.boxwalk/manifest.jsonl") }

  init() throws {
    folder = try Folder()
    try folder.add("portrait-single.heic", as: "in/2023/a.heic")
    try folder.add("meadow.jpg", as: "in/b.jpg")
    try folder.add("shore-tiled.avif", as: "in/c.avif")
    // A time that can be set again.
    for name in ["2023/a.heic", "b.jpg", "c.avif"] { try setTime("in/\(name)") }
  }

  private func setTime(_ name: String) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_600_000_000)],
      ofItemAtPath: folder.path(name))
  }

  /// The files with their bytes, and their inodes, by their names.
  private func outputs(_ name: String = "out") throws -> [String: [String]] {
    var found: [String: [String]] = [:]
    for file in try folder.files(name) {
      let path = "\(name)/\(file)"
      found[file] = ["\(folder.inode(path) ?? 0)", try folder.data(path).base64EncodedString()]
    }
    return found
  }

  /// The lines without what differs from run to run.
  private func lines(_ name: String = "out") throws -> [String: NSDictionary] {
    try folder.manifest(name).mapValues { line in
      var line = line
      for key in ["run", "seconds", "milliseconds", "finished", "check", "sandbox"] {
        line[key] = nil
      }
      return line as NSDictionary
    }
  }

  /// Takes away what an output says of itself, as a copy to another file system does.
  private func forget(_ name: String) throws {
    let (path, copy) = (folder.path(name), folder.path("copy"))
    let result = try Program.other(
      "sh", "-c", #"cat "$0" > "$1" && touch -r "$0" "$1" && mv "$1" "$0""#, path, copy)
    #expect(result.code == 0)
  }

  @Test(arguments: [false, true]) func outputsAreListedAgain(isForgotten: Bool) throws {
    #expect(try Program.boxwalk(arguments).code == 0)
    if isForgotten { for name in try folder.files("out") { try forget("out/\(name)") } }
    let (outputs, lines) = (try outputs(), try lines())
    let whole = try Data(contentsOf: URL(fileURLWithPath: manifest))
    func check(_ damaged: Data?, _ words: String) throws {
      try FileManager.default.removeItem(atPath: manifest)
      try damaged?.write(to: URL(fileURLWithPath: manifest))
      let again = try Program.boxwalk(arguments)
      #expect(again.code == 0 && again.output == "", "\(words): \(again.errors)")
      #expect(again.errors.contains("is listed again"), "\(words): \(again.errors)")
      #expect(
        damaged == nil || again.errors.contains("cannot be read"), "\(words): \(again.errors)")
      #expect(try self.outputs() == outputs && self.lines() == lines, "\(words)")
      let next = try Program.boxwalk(arguments)
      #expect(next.code == 0 && next.output + next.errors == "", "\(words): \(next.errors)")
      #expect(try folder.names(of: "out/.boxwalk") == ["manifest.jsonl"])
    }
    try check(nil, "removed")
    try check(Damage.cut.apply(to: whole, at: whole.count / 2), "cut off")
    try check(Damage.zeros.apply(to: whole, at: whole.count / 2), "zeros")
    try check(Damage.otherBit.apply(to: whole, at: 0), "the first byte")
    try check(Data(count: whole.count), "all zeros")
    // The whole folder of the manifest.
    try FileManager.default.removeItem(atPath: folder.path("out/.boxwalk"))
    #expect(try Program.boxwalk(arguments).code == 0)
    #expect(try self.outputs() == outputs && self.lines() == lines)
  }

  /// What cannot be proven is not taken for an output.
  @Test(arguments: [false, true]) func whatIsNotProvenIsLeftAlone(isForgotten: Bool) throws {
    #expect(try Program.boxwalk(arguments).code == 0)
    // Other bytes of the same length and time.
    var bytes = try folder.data("out/c.jpg")
    bytes[bytes.count / 2] ^= 1
    let handle = try #require(FileHandle(forWritingAtPath: folder.path("out/c.jpg")))
    handle.write(bytes)
    try handle.close()
    try setTime("out/c.jpg")
    // Another time.
    try FileManager.default.setAttributes(
      [.modificationDate: Date()], ofItemAtPath: folder.path("out/b.jpg"))
    if isForgotten { for name in try folder.files("out") { try forget("out/\(name)") } }
    let outputs = try outputs()
    try FileManager.default.removeItem(atPath: manifest)
    let again = try Program.boxwalk(arguments)
    #expect(again.code == 3 && again.output == "", "\(again.errors)")
    for name in ["b.jpg", "c.jpg"] {
      #expect(again.errors.contains("out/\(name) exists; --force replaces it"), "\(again.errors)")
    }
    #expect(try self.outputs() == outputs)
    // Other settings, and another input of the same name and time.
    try FileManager.default.removeItem(atPath: manifest)
    let other = try Program.boxwalk(arguments + ["--quality", "50", "--include", "a.heic"])
    #expect(other.code == 3 || other.code == 2, "\(other.errors)")
    try FileManager.default.removeItem(atPath: folder.path("in/2023/a.heic"))
    try folder.add("landscape-tiled.heic", as: "in/2023/a.heic")
    try setTime("in/2023/a.heic")
    try FileManager.default.removeItem(atPath: manifest)
    let changed = try Program.boxwalk(arguments + ["--include", "a.heic"])
    #expect(changed.code == 3 || changed.code == 2, "\(changed.errors)")
    #expect(try self.outputs() == outputs)
    #expect(try folder.names(of: "out/.boxwalk") == ["manifest.jsonl"])
  }

  /// A file that failed because of its output is listed as soon as that is proven.
  @Test func movieHalvesAreListedAgain() throws {
    try folder.addLivePhoto("portrait-single.heic", as: "in/live")
    #expect(try Program.boxwalk(arguments).isDone)
    let (outputs, lines) = (try outputs(), try lines())
    #expect(outputs.keys.contains("live.mov"))
    for isForgotten in [false, true] {
      if isForgotten { try forget("out/live.jpg") }
      let before = try self.outputs()
      try FileManager.default.removeItem(atPath: manifest)
      #expect(try Program.boxwalk(arguments).code == 0)
      #expect(try self.outputs() == before && self.lines() == lines)
    }
  }

  /// Outputs beside their originals are not taken for photos.
  @Test func outputsBesideOriginalsAreKnown() throws {
    let arguments = ["convert", folder.path("in"), "-o", folder.path("in")]
    #expect(try Program.boxwalk(arguments).code == 0)
    let (outputs, lines) = (try outputs("in"), try lines("in"))
    #expect(outputs.count == 5, "\(outputs.keys)")
    try FileManager.default.removeItem(atPath: folder.path("in/.boxwalk"))
    let again = try Program.boxwalk(arguments)
    #expect(again.code == 0, "\(again.errors)")
    #expect(try self.outputs("in") == outputs && self.lines("in") == lines)
    // They were not made by the last run, which undo takes back.
    #expect(try Program.boxwalk("undo", folder.path("in")).code == 2)
    #expect(try self.outputs("in") == outputs)
  }

  /// The output of a deleted original is not replaced, even if no manifest says that it is the last one.
  @Test func lastCopiesAreSafeWithoutAManifest() throws {
    #expect(try Program.boxwalk(arguments + ["--delete-originals"]).isDone)
    #expect(try folder.files("in") == ["c.avif"], "it has more bits than a JPEG")
    let outputs = try outputs()
    try FileManager.default.removeItem(atPath: manifest)
    try folder.add("landscape-tiled.heic", as: "in/2023/a.heic")
    let again = try Program.boxwalk(arguments + ["--force", "--include", "a.heic"])
    #expect(again.code == 2 || again.code == 3, "\(again.errors)")
    #expect(again.errors.contains("is all that is left of"), "\(again.errors)")
    #expect(try self.outputs() == outputs)
  }

  /// A run refuses a manifest of a newer version, and touches nothing.
  @Test func anotherVersionIsRefused() throws {
    #expect(try Program.boxwalk(arguments).code == 0)
    let text = try String(contentsOfFile: manifest, encoding: .utf8)
      .replacingOccurrences(of: "convert/1", with: "convert/2")
      .replacingOccurrences(
        of: #","check":"[0-9a-f]{8}""#, with: "", options: .regularExpression)
    try Data(text.utf8).write(to: URL(fileURLWithPath: manifest))
    for more in [[], ["--force"]] {
      let again = try Program.boxwalk(arguments + more)
      #expect(again.code == 2 && again.errors.contains("(boxwalk.convert/2)"), "\(again.errors)")
      #expect(try String(contentsOfFile: manifest, encoding: .utf8) == text)
    }
    #expect(try folder.names(of: "out/.boxwalk") == ["manifest.jsonl"])
  }
}

extension Folder {
  fileprivate func names(of name: String) throws -> [String] { Folder.names(path(name)) }
}
