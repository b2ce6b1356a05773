import Foundation
import TestSupport
import Testing

/// `boxwalk strip`, as a person runs it.
@Suite struct StripTests {
  private func copy(_ name: String, to folder: Folder) throws -> String {
    try folder.write(Data(contentsOf: URL(fileURLWithPath: Program.sample(name))), to: name)
  }

  @Test func whatIsSaid() throws {
    let folder = try Folder()
    let photo = try copy("landscape-tiled.heic", to: folder)
    let movie = try copy("clip-hevc.mov", to: folder)
    let shown = try Program.boxwalk("strip", "location", photo, "--dry-run")
    #expect(shown.code == 0 && shown.output.contains("  removed: the location in Exif (item 51)\n"))
    #expect(folder.names == ["clip-hevc.mov", "landscape-tiled.heic"])
    let result = try Program.boxwalk("strip", "location", photo, movie)
    #expect(result.code == 0, "\(result.errors)")
    #expect(
      result.output == """
        \(folder.path("landscape-tiled-stripped.heic"))
          removed: the location in Exif (item 51)
          text that stays, in which no location was found: ImageDescription (item 51)
        \(folder.path("clip-hevc-stripped.mov"))
          removed: moov/meta: com.apple.quicktime.location.ISO6709

        """)
    // A second time there is nothing to do.
    let stripped = folder.path("clip-hevc-stripped.mov")
    let again = try Program.boxwalk("strip", "location", "--in-place", stripped)
    #expect(again.output == "\(stripped): nothing to change\n")
  }

  @Test func theGrammar() throws {
    let photo = Program.sample("landscape-tiled.heic")
    #expect(try Program.boxwalk("strip", photo).code == 64)
    #expect(try Program.boxwalk("strip", "nothing", photo).code == 64)
    #expect(try Program.boxwalk("strip", "location").code == 64)
    let help = try Program.boxwalk("help", "strip").output
    #expect(help.contains("USAGE: boxwalk strip [<options>] <what>") && help.contains("EXAMPLES"))
    let folder = try Folder()
    let text = try folder.write(Data("Hello".utf8), to: "text.txt")
    let refused = try Program.boxwalk("strip", "all", text, "--dry-run")
    #expect(refused.code == 2 && refused.errors.contains("is a text file"))
  }
}
