import Foundation
import TestSupport
import Testing

/// Grey PNG files have no colour profile of red, green and blue (PNG §11.3.2.3).
@Suite struct GrayProfileTests {
  @Test(.needs("djpeg"), .needs("cjpeg"), .needs("exiftool"))
  func aGrayPictureWithAProfileOfColours() throws {
    let folder = try Folder()
    let (pixels, photo) = (folder.path("gray.pgm"), folder.path("gray.jpg"))
    let profile = folder.path("colours.icc")
    _ = try InstalledProgram.run(
      "djpeg", ["-grayscale", "-scale", "1/8", "-outfile", pixels, Program.sample("meadow.jpg")])
    _ = try InstalledProgram.run("cjpeg", ["-grayscale", "-outfile", photo, pixels])
    #expect(
      try Program.boxwalk(
        "extract", Program.sample("landscape-tiled.heic"), "--icc", "-o", profile
      ).isDone)
    _ = try InstalledProgram.run(
      "exiftool", ["-q", "-overwrite_original", "-ICC_Profile<=\(profile)", photo])
    let made = folder.path("gray.png")
    let result = try Program.boxwalk("convert", photo, "-o", made)
    #expect(result.code == 0, "\(result.errors)")
    let facts = try InstalledProgram.run(
      "exiftool", ["-s3", "-ColorType", "-ColorSpaceData", made]
    ).output
    #expect(facts.contains("Grayscale") && !facts.contains("RGB"), "\(facts)")
    // A JPEG file keeps it.
    let copy = folder.path("copy.jpg")
    #expect(try Program.boxwalk("convert", photo, "-o", copy, "--max-size", "64").code == 0)
    #expect(
      try InstalledProgram.run("exiftool", ["-s3", "-ColorSpaceData", copy]).output
        .contains("RGB"))
  }
}
