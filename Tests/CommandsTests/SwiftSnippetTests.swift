import Foundation
import TestSupport
import Testing

/// The lines of Swift on the pages, compiled with the modules of the debug build.
@Suite(.needs("swiftc")) struct SwiftSnippetTests {
  /// The tutorials show the lines of the examples, which are compiled as a whole.
  private static let pages = DocumentedCommandsTests.pages.filter {
    $0 != "Documentation/tutorials.md"
  }

  @Test(arguments: pages) func linesOfSwiftAreCompiled(_ page: String) throws {
    for (number, block) in try CodeBlocks(of: page).blocks("swift").enumerated() {
      // The lines of a manifest.
      guard !block.hasPrefix(".package(") else { continue }
      let folder = try Folder()
      let source = try folder.write(Data(block.utf8), to: "main.swift")
      let result = try BuiltModules.compile([source], ["-typecheck"])
      #expect(result.code == 0, "block \(number + 1): \(result.errors)")
    }
  }

  /// What does not compile is noticed.
  @Test func wrongLinesAreNoticed() throws {
    let folder = try Folder()
    let source = try folder.write(
      Data("import ISOBMFF\nprint(BoxFile(bytes: 5))\n".utf8), to: "main.swift")
    #expect(try BuiltModules.compile([source], ["-typecheck"]).code != 0)
  }
}
