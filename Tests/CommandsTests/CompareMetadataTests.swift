import Foundation
import TestSupport
import Testing

/// Compares `inspect --metadata` with ExifTool, as `Scripts/compare-metadata` does.
@Suite(.needs("exiftool", "python3")) struct CompareMetadataTests {
  private func compare(_ arguments: [String], atLeast count: Int) throws {
    let result = try InstalledProgram.run(
      Program.package.appendingPathComponent("Scripts/compare-metadata"),
      ["--build", Program.products.path] + arguments)
    #expect(result.code == 0, "\(result.output)\(result.errors)")
    let figures = try #require(result.output.firstMatch(of: /(\d+) tags of \d+ files: (\d+) equal/))
    #expect(Int(figures.1) ?? 0 >= count && Int(figures.2) ?? 0 >= count)
  }

  @Test func samples() throws {
    try compare(MediaFolder.samples, atLeast: 150)
  }

  @Test(.needsMedia) func filesOfDevices() throws {
    try compare([#require(MediaFolder.path)], atLeast: 7_400)
  }

  /// Everything that ExifTool can write, or a part of it: that of another version has other words.
  @Test(.needs("exiftool 12.57, as others have other words") { try CompareMetadataTests.isKnown() })
  func madeFiles() throws {
    if testsEverything {
      try compare(["--made"], atLeast: 30_000)
    } else {
      try compare(["--made", "--every", "4"], atLeast: 7_500)
    }
  }

  private static func isKnown() throws -> Bool {
    try InstalledProgram.run("exiftool", ["-ver"]).output.hasPrefix("12.57")
  }
}
