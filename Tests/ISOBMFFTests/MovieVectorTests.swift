import Foundation
import Testing

/// A box without a vector fails.
@Suite struct MovieVectorTests {
  private static let package = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static func sources(in folder: String) throws -> [String] {
    let url = package.appendingPathComponent(folder).resolvingSymlinksInPath()
    return try FileManager.default.contentsOfDirectory(at: url, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "swift" }
      .map { try String(contentsOf: $0, encoding: .utf8) }
  }

  @Test(
    arguments: [
      "File", "Items", "Items/Minimized", "Properties", "Uncompressed", "Movie", "Hints", "Samples",
      "Fragments", "QuickTime", "Protection", "Systems", "Spatial", "ITunes", "Vendors", "C2PA",
      "JPEGFamily",
    ])
  func everyBoxIsTested(family: String) throws {
    let tests = try Self.sources(in: "Tests/ISOBMFFTests").joined()
    let declaration = /public struct (\w+): (?:BoxBody|BoxContainer|RegisteredSyntax)/
    var count = 0
    for source in try Self.sources(in: "Sources/Formats/ISOBMFF/Boxes/\(family)") {
      // Structures inside others are indented, and tested with those.
      for line in source.split(separator: "\n") {
        guard let match = line.prefixMatch(of: declaration) else { continue }
        count += 1
        let names = ["\(match.1).self", "\(match.1)(", "<\(match.1)>.self", "as? \(match.1)"]
        #expect(names.contains { tests.contains($0) }, "\(match.1)")
      }
    }
    #expect(count > 0)
  }
}
