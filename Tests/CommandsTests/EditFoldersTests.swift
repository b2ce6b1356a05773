import Foundation
import TestSupport
import Testing

/// Edits of whole folders: nothing is written that was not asked for.
@Suite struct EditFoldersTests {
  private static let commands = [
    ["rotate", "90"], ["flip", "horizontal"], ["strip", "all"], ["faststart"], ["retag"],
    ["repair"],
    ["set", "moov/mvhd.rate=2.0"], ["remove", "moov/udta"],
    ["insert", "moov", "--hex", "0000000866726565"],
  ]

  private func fill(_ folder: String, _ names: String...) throws {
    let manager = FileManager.default
    try manager.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for name in names {
      let ending = name.split(separator: ".").last ?? ""
      let sample = ending == "mov" ? "clip-hevc.mov" : "portrait-single.heic"
      try manager.copyItem(atPath: Program.sample(sample), toPath: folder + "/" + name)
    }
  }

  @Test(arguments: commands) func aFolderNeedsAPlaceForItsFiles(command: [String]) throws {
    let folder = try Folder()
    let photos = folder.path("photos")
    try fill(photos, "a.heic", "b.mov")
    let list = try folder.write(Data("\(photos)\n".utf8), to: "list")
    for names in [[photos], ["--files-from", list]] {
      let result = try Program.boxwalk(command + names)
      #expect(result.code == 64)
      #expect(result.errors.contains("\(photos) is a folder: --in-place edits"), "\(result.errors)")
    }
    #expect(Folder.names(photos) == ["a.heic", "b.mov"])
    let shown = try Program.boxwalk(command + [photos, "--dry-run"])
    #expect(
      shown.code != 64 && shown.errors.contains(": 2 files to look at\n") || command == ["retag"])
    #expect(Folder.names(photos) == ["a.heic", "b.mov"])
  }

  @Test func outputsBesideOriginalsAreNoInputs() throws {
    let folder = try Folder()
    try fill(folder.path("photos/2024"), "a.heic", "b.heic")
    let photos = folder.path("photos")
    let first = try Program.boxwalk("rotate", "90", photos, "--recursive")
    #expect(first.code == 0)
    #expect(
      first.errors.hasSuffix("\(photos): 2 files to edit, with new files beside them\n"),
      "\(first.errors)")
    let names = ["a-rotated.heic", "a.heic", "b-rotated.heic", "b.heic"]
    #expect(Folder.names(photos + "/2024") == names)
    let second = try Program.boxwalk("rotate", "90", photos, "--recursive", "--force")
    #expect(second.code == 0)
    #expect(
      second.errors.contains(
        "2 files to edit, with new files beside them; 2 files that earlier edits made are left out")
    )
    #expect(Folder.names(photos + "/2024") == names)
    // A published file is complete.
    let stripped = try Program.boxwalk("strip", "all", photos, "--in-place")
    #expect(stripped.errors.contains("4 files to edit in place\n"))
  }

  @Test func theFolderOfOutputsHoldsNoInputs() throws {
    let folder = try Folder()
    let photos = folder.path("photos")
    try fill(photos, "a.heic")
    for _ in 0..<2 {
      let result = try Program.boxwalk(
        "strip", "all", photos, "-o", photos + "/public", "--force")
      #expect(result.errors.contains(": 1 file to edit, into \(photos)/public\n"))
      #expect(result.code == 0)
    }
    #expect(Folder.names(photos) == ["a.heic", "public"])
    #expect(Folder.names(photos + "/public") == ["a.heic"])
  }

  @Test func linksAreNotFollowed() throws {
    let folder = try Folder()
    let (photos, elsewhere) = (folder.path("photos"), folder.path("elsewhere"))
    try fill(photos + "/sub", "a.heic")
    try fill(elsewhere, "b.heic")
    let manager = FileManager.default
    try manager.createSymbolicLink(
      atPath: photos + "/folder", withDestinationPath: elsewhere)
    try manager.createSymbolicLink(
      atPath: photos + "/file.heic", withDestinationPath: elsewhere + "/b.heic")
    let before = try Data(contentsOf: URL(fileURLWithPath: elsewhere + "/b.heic"))
    let result = try Program.boxwalk("rotate", "90", photos, "--in-place")
    #expect(result.code == 0 && result.errors.contains("1 file to edit in place"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: elsewhere + "/b.heic")) == before)
    // Nor where files go.
    try fill(folder.path("new"))
    try manager.createSymbolicLink(
      atPath: folder.path("new/sub"), withDestinationPath: elsewhere)
    let led = try Program.boxwalk("rotate", "90", photos, "-o", folder.path("new"))
    #expect(led.code == 2 && led.errors.contains("is a symbolic link"))
    #expect(Folder.names(elsewhere) == ["b.heic"])
  }

  /// `script` gives the command a terminal.
  @Test(.needs("script")) func aPersonIsAskedWhereFilesAreMany() throws {
    let folder = try Folder()
    let photos = folder.path("photos")
    for number in 0...100 { try fill(photos, "\(number).heic") }
    func run(_ answer: String, _ option: String = "") throws -> InstalledProgram.Result {
      let boxwalk = Program.products.appendingPathComponent("boxwalk").path
      return try InstalledProgram.run(
        "script", ["-qec", "\(boxwalk) flip vertical \(photos) -r \(option)", "/dev/null"],
        input: Data("\(answer)\n".utf8))
    }
    for answer in ["n", "", "perhaps"] {
      let result = try run(answer)
      #expect(result.code == 1)
      #expect(result.output.contains("Edit 101 files? [y/N]"))
      #expect(result.output.contains("nothing was done"))
    }
    #expect(Folder.names(photos).count == 101)
    #expect(try run("y").code == 0)
    #expect(Folder.names(photos).count { $0.hasSuffix(".heic") } == 202)
    let forced = try run("n", "--yes --force")
    #expect(forced.code == 0 && !forced.output.contains("[y/N]"))
  }

  /// A folder can have files that no edit changes, which a user may believe to be edited.
  @Test func otherFormatsAreSaid() throws {
    let folder = try Folder()
    try FileManager.default.createDirectory(
      atPath: folder.path("in/b"), withIntermediateDirectories: true)
    let movie = try Data(contentsOf: URL(fileURLWithPath: Program.sample("clip-hevc.mov")))
    for name in ["a.mov", "proxy.LRV", "b/c.gif", "b/d.mkv"] {
      _ = try folder.write(movie, to: "in/\(name)")
    }
    let result = try Program.boxwalk("strip", "all", "-n", folder.path("in"))
    #expect(
      result.errors.contains(
        ": 3 files to look at; 1 file in other formats, such as b/c.gif, cannot be edited\n"),
      "\(result.errors)")
  }
}
