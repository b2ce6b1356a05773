import Foundation
import TestSupport
import Testing

/// `boxwalk undo` removes the files that one edit of a folder wrote beside the originals, and nothing else.
@Suite struct UndoTests {
  private let folder: Folder
  private let photos: String

  init() throws {
    folder = try Folder()
    photos = folder.path("photos")
    let manager = FileManager.default
    try manager.createDirectory(atPath: photos + "/sub", withIntermediateDirectories: true)
    for name in ["a.heic", "sub/b.heic", "sub/c.heic"] {
      try manager.copyItem(
        atPath: Program.sample("portrait-single.heic"), toPath: "\(photos)/\(name)")
    }
  }

  private var names: [String] {
    (FileManager.default.enumerator(atPath: photos)?.compactMap { $0 as? String } ?? []).sorted()
  }

  private let originals = ["a.heic", "sub", "sub/b.heic", "sub/c.heic"]

  private func change(_ name: String) throws {
    let handle = try #require(FileHandle(forWritingAtPath: "\(photos)/\(name)"))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data([0, 0, 0, 8]) + Data("free".utf8))
    try handle.close()
  }

  @Test func allGoesAgain() throws {
    let before = try Data(contentsOf: URL(fileURLWithPath: photos + "/a.heic"))
    #expect(try Program.boxwalk("rotate", "90", photos + "/", "-r").code == 0)
    #expect(try Program.boxwalk("flip", "vertical", photos, "-r").code == 0)
    let made = ["a", "sub/b", "sub/c"].flatMap { ["\($0)-flipped.heic", "\($0)-rotated.heic"] }
    #expect(Set(names).isSuperset(of: made))
    let shown = try Program.boxwalk("undo", photos, "-n")
    #expect(shown.code == 0 && shown.errors.hasSuffix("3 files would be removed\n"))
    #expect(Set(names).isSuperset(of: made))
    // The last first.
    let first = try Program.boxwalk("undo", photos)
    #expect(first.code == 0)
    #expect(
      first.output
        == ["a", "sub/b", "sub/c"].map { "\(photos)/\($0)-flipped.heic\n" }.joined())
    #expect(names.filter { $0.hasSuffix("-rotated.heic") }.count == 3)
    let second = try Program.boxwalk("undo", photos)
    #expect(second.code == 0 && second.errors.hasSuffix("\(photos): 3 files removed\n"))
    #expect(names == originals)
    #expect(try Data(contentsOf: URL(fileURLWithPath: photos + "/a.heic")) == before)
    let third = try Program.boxwalk("undo", photos)
    #expect(
      third.code == 2 && third.errors.contains("no run is known that wrote beside the originals"))
  }

  /// A damaged list names fewer files: the others stay, and this is said.
  @Test func whatADamagedListNamesStays() throws {
    #expect(try Program.boxwalk("rotate", "90", photos, "-r").code == 0)
    let list = URL(fileURLWithPath: photos + "/.boxwalk/edits-1.jsonl")
    var lines = try String(contentsOf: list, encoding: .utf8).components(separatedBy: "\n")
    for index in lines.indices where lines[index].contains("b-rotated") {
      lines[index] = lines[index].replacingOccurrences(of: "b-rotated", with: "c-rotated")
    }
    try Data(lines.joined(separator: "\n").utf8).write(to: list)
    let result = try Program.boxwalk("undo", photos)
    #expect(result.code == 1, "\(result.errors)")
    #expect(result.errors.contains("1 line of the list of files cannot be read"))
    #expect(names == (originals + ["sub/b-rotated.heic"]).sorted())
  }

  @Test func whatSomebodyNeedsStays() throws {
    #expect(try Program.boxwalk("rotate", "90", photos, "-r").code == 0)
    try change("a-rotated.heic")
    try change("sub/b.heic")
    try FileManager.default.removeItem(atPath: photos + "/sub/c.heic")
    let result = try Program.boxwalk("undo", photos)
    #expect(result.code == 1 && result.output.isEmpty)
    for reason in [
      "a-rotated.heic: stays: was changed since it was written",
      "sub/b-rotated.heic: stays: its original, sub/b.heic, was changed since",
      "sub/c-rotated.heic: stays: its original, sub/c.heic, is gone",
    ] { #expect(result.errors.contains("\(photos)/\(reason)\n"), "\(result.errors)") }
    #expect(result.errors.hasSuffix("\(photos): 0 files removed, 3 left\n"))
  }

  /// Size and time are not enough.
  @Test func otherBytesOfTheSameLengthAndTimeStay() throws {
    #expect(try Program.boxwalk("rotate", "90", photos, "-r").code == 0)
    let path = photos + "/a-rotated.heic"
    let manager = FileManager.default
    let time = try manager.attributesOfItem(atPath: path)[.modificationDate]
    let handle = try #require(FileHandle(forUpdatingAtPath: path))
    try handle.seek(toOffset: 100_000)
    try handle.write(contentsOf: Data([1, 2, 3, 4]))
    try handle.close()
    _ = try Program.other("touch", "-r", photos + "/a.heic", path)
    #expect(try manager.attributesOfItem(atPath: path)[.modificationDate] as? Date == time as? Date)
    let result = try Program.boxwalk("undo", photos, "--json")
    #expect(result.code == 1)
    #expect(
      result.output.contains(#""outcome":"kept","reason":"was changed since it was written""#))
    #expect(names.filter { $0.hasSuffix("-rotated.heic") } == ["a-rotated.heic"])
  }

  /// A list from another source does not lead out of the folder.
  @Test func nothingElsewhereGoes() throws {
    let manager = FileManager.default
    #expect(try Program.boxwalk("rotate", "90", photos, "-r").code == 0)
    // The folder moves away, and a link leads to it.
    try manager.moveItem(atPath: photos + "/sub", toPath: folder.path("elsewhere"))
    try manager.createSymbolicLink(
      atPath: photos + "/sub", withDestinationPath: folder.path("elsewhere"))
    let list = photos + "/.boxwalk/edits-1.jsonl"
    let lines = try String(contentsOfFile: list, encoding: .utf8)
    let outside = try #require(lines.split(separator: "\n").last)
      .replacingOccurrences(of: "sub/", with: "../elsewhere/")
    try (lines + outside + "\n").write(toFile: list, atomically: true, encoding: .utf8)
    let result = try Program.boxwalk("undo", photos)
    #expect(result.code == 1 && result.output == "\(photos)/a-rotated.heic\n")
    #expect(Folder.names(folder.path("elsewhere")).count == 4)
  }

  // MARK: Conversions

  /// Runs of any kind are undone one after the other, and the folder is as before.
  @Test func conversionsGoAgain() throws {
    #expect(try Program.boxwalk("rotate", "90", photos + "/a.heic", "--in-place").code == 0)
    #expect(try Program.boxwalk("convert", photos, "-o", photos, "--max-size", "64").code == 0)
    // Three are turned, and three are not photos that can be turned.
    #expect(try Program.boxwalk("flip", "vertical", photos, "-r").code == 3)
    let converted = ["a.jpg", "sub/b.jpg", "sub/c.jpg"]
    #expect(Set(names).isSuperset(of: converted + ["a-flipped.heic"]))
    let first = try Program.boxwalk("undo", photos)
    #expect(first.code == 0 && first.errors.hasSuffix("3 files removed\n"), "\(first)")
    #expect(!names.contains { $0.hasSuffix("-flipped.heic") })
    let shown = try Program.boxwalk("undo", photos, "-n")
    #expect(shown.code == 0 && shown.output == converted.map { "\(photos)/\($0)\n" }.joined())
    #expect(Set(names).isSuperset(of: converted))
    let second = try Program.boxwalk("undo", photos)
    #expect(second.code == 0 && second.output == shown.output, "\(second)")
    #expect(names == originals)
    #expect(try Program.boxwalk("undo", photos).code == 2)
    #expect(try Program.boxwalk("convert", photos, "-o", photos, "--max-size", "64").code == 0)
    #expect(Set(names).isSuperset(of: converted))
  }

  /// If a run added to the work of another one, only its additions are removed.
  @Test func oneConversionAfterTheOther() throws {
    func convert() throws {
      #expect(try Program.boxwalk("convert", photos, "-o", photos, "--max-size", "64").code == 0)
    }
    let manager = FileManager.default
    try manager.moveItem(atPath: photos + "/a.heic", toPath: folder.path("a.heic"))
    try convert()
    try manager.moveItem(atPath: folder.path("a.heic"), toPath: photos + "/a.heic")
    try convert()
    let first = try Program.boxwalk("undo", photos)
    #expect(first.code == 0 && first.output == "\(photos)/a.jpg\n", "\(first)")
    // A file that the user changed stays, and does not belong to a run any more.
    try Data("mine".utf8).write(to: URL(fileURLWithPath: photos + "/sub/b.jpg"))
    let second = try Program.boxwalk("undo", photos)
    #expect(second.code == 1 && second.output == "\(photos)/sub/c.jpg\n", "\(second)")
    #expect(second.errors.contains("sub/b.jpg: stays: was changed since it was written"))
    #expect(try Program.boxwalk("undo", photos).code == 2)
    #expect(names.filter { $0.hasSuffix(".jpg") } == ["sub/b.jpg"])
  }

  /// Originals in other folders are not searched, and nothing is removed.
  @Test func outputsElsewhereStay() throws {
    let output = folder.path("output")
    #expect(try Program.boxwalk("convert", photos, "-o", output, "--max-size", "64").code == 0)
    let result = try Program.boxwalk("undo", output)
    #expect(result.code == 2 && result.errors.contains("no run is known"), "\(result)")
    #expect(FileManager.default.fileExists(atPath: output + "/a.jpg"))
  }

  @Test func manifestElsewhere() throws {
    let manifest = folder.path("manifest.jsonl")
    #expect(
      try Program.boxwalk(
        "convert", photos, "-o", photos, "--max-size", "64", "--manifest", manifest
      )
      .code == 0)
    #expect(try Program.boxwalk("undo", photos).code == 2)
    let result = try Program.boxwalk("undo", photos, "--manifest", manifest)
    #expect(result.code == 0 && names == originals, "\(result)")
  }
}
