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
    let words = "is a JPEG image already; copied as it is"
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

  /// Phones of Samsung leave the description of a gain map in photos that have none.
  @Test(.needs("exiftool"), arguments: ["meadow.jpg", "portrait-single.heic", "coast.avif"])
  func xmpOfAGainMapThatIsNotThere(name: String) throws {
    let folder = try Folder()
    let photo = folder.path(name)
    try FileManager.default.copyItem(atPath: Program.sample(name), toPath: photo)
    let packet = """
      <x:xmpmeta xmlns:x='adobe:ns:meta/'>
      <rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>
      <rdf:Description rdf:about='' xmlns:hdrgm='http://ns.adobe.com/hdr-gain-map/1.0/' hdrgm:Version='1.0'/>
      </rdf:RDF></x:xmpmeta>
      """
    let xmp = try folder.write(Data(packet.utf8), to: "packet.xmp")
    let written = try Program.other("exiftool", "-q", "-overwrite_original", "-xmp<=\(xmp)", photo)
    #expect(written.code == 0, "\(written.errors)")
    for format in ["jpg", "png"] {
      let output = folder.path("out.\(format)")
      let result = try Program.boxwalk(
        "convert", photo, "-o", output, "--max-size", "40", "--force")
      #expect(
        result.errors.contains("left out of XMP: the description of an HDR gain map"),
        "\(result.errors)")
      #expect(try Program.other("exiftool", "-XMP-hdrgm:all", output).output.isEmpty)
    }
  }

  /// Samples of two thirds of their height, instead of the property that states their bits (`pixi`).
  @Test func samplesThatAreNotSquare() throws {
    let folder = try Folder()
    var data = try Data(contentsOf: URL(fileURLWithPath: Program.sample("coast.avif")))
    let offset = try #require(data.range(of: Data("pixi".utf8))).lowerBound - 4
    try #require(data[offset + 3] == 16)
    let shape = MadePhoto.box("pasp", MadePhoto.be(2, 4) + MadePhoto.be(3, 4))
    data.replaceSubrange(offset..<offset + 16, with: shape)
    let photo = try folder.write(data, to: "pasp.avif")
    let words = try Program.boxwalk("inspect", photo).output
    #expect(words.contains("scaled to 1067 × 1200, as samples are 2:3"), "\(words)")
    let result = try Program.boxwalk(
      "convert", photo, "-o", folder.path("out.jpg"), "--max-size", "40")
    #expect(
      result.errors.contains("(2:3, pasp): 1600 × 1200 became 1067 × 1200"), "\(result.errors)")
  }

  /// Photos of an iPhone 13 Pro whose maker note has one of the two tags.
  @Test(.needsMedia) func aHeadroomThatIsAssumed() throws {
    let folder = try Folder()
    let photo = try #require(MediaFolder.path) + "/iphone-heic/pug.heic"
    let result = try Program.boxwalk(
      "convert", photo, "-o", folder.path("out.jpg"), "--max-size", "40")
    #expect(
      result.errors.contains("HDR gain map: 1.8 stops are assumed"), "\(result.errors)")
  }

  /// Nothing states the headroom of Apple's gain map: it is not kept, and that is said.
  @Test func aHeadroomThatIsNotThere() throws {
    let folder = try Folder()
    var data = try Data(contentsOf: URL(fileURLWithPath: Program.sample("landscape-tiled.heic")))
    let range = try #require(data.range(of: Data("HDRGainMapHeadroom".utf8)))
    data.replaceSubrange(range, with: Data("HDRGainMapNotThere".utf8))
    let photo = try folder.write(data, to: "photo.heic")
    let result = try Program.boxwalk(
      "convert", photo, "-o", folder.path("out.jpg"), "--max-size", "40")
    #expect(
      result.code == 1
        && result.errors.contains("not kept: nothing says how bright it makes the image"),
      "\(result.errors)")
  }
}
