import Foundation
import TestSupport
import Testing

/// The notes of `convert` about files.
@Suite struct ConvertNotesTests {
  /// A note that applies to many files is printed once; for files that are named on the command line, and with
  /// --verbose, it is printed for each.
  @Test func foldersAreSummedUp() throws {
    let folder = try Folder()
    for name in ["a.jpg", "b.jpg", "c/d.JPG"] { try folder.add("meadow.jpg", as: "in/\(name)") }
    func errors(_ arguments: String...) throws -> String {
      let result = try Program.boxwalk(["convert"] + arguments + ["--force"])
      #expect(result.code == 0, "\(result.errors)")
      return result.errors
    }
    let (input, output) = (folder.path("in"), folder.path("out"))
    let words = "is a JPEG picture already; copied as it is"
    #expect(
      try errors(input, "-o", output) == "boxwalk: \(input)/a.jpg: \(words) (3 files)\n")
    let names = ["a.jpg", "b.jpg", "c/d.JPG"]
    let each = names.map { "boxwalk: \(input)/\($0): \(words)\n" }.joined()
    #expect(try errors(input, "-o", output, "--verbose") == each)
    #expect(try errors(input, "-o", output, "--json") == "")
    let paths = names.map { "\(input)/\($0)" }
    #expect(try errors(paths[0], paths[1], paths[2], "-o", output) == each)
    // A note about a single file is shown with the name of the file.
    #expect(
      try errors(input, "-o", output, "--include", "c")
        == "boxwalk: \(input)/c/d.JPG: \(words)\n")
  }

  /// The file says that its thumbnail is its picture.
  @Test func aThumbnailIsThePicture() throws {
    let folder = try Folder()
    let photo = Program.sample("landscape-tiled.heic")
    let tree = try Program.boxwalk("inspect", photo, "--path", "meta/iref/thmb").output
    let thumbnail = try #require(tree.firstMatch(of: #/from_item_ID = (\d+)/#)).1
    let changed = folder.path("changed.heic")
    let set = try Program.boxwalk(
      "set", "meta/pitm.item_ID=\(thumbnail)", photo, "-o", changed, "--force")
    #expect(set.code <= 1, "\(set.errors)")
    let result = try Program.boxwalk("convert", changed, "-o", folder.path("new.png"))
    #expect(
      result.code == 1 && result.errors.contains("--item 49 converts the image"),
      "\(result.errors)")
  }
}
