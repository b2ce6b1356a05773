import Foundation
import TestSupport
import Testing

/// The lines of Swift on the pages, compiled with the modules of the debug build.
@Suite(.needs("swiftc")) struct SwiftSnippetTests {
  /// The first pages of modules.
  private static let modulePages = {
    let sources = Program.package.appendingPathComponent("Sources")
    return Folder.names(sources.path).flatMap { layer in
      Folder.names(sources.appendingPathComponent(layer).path).map {
        "Sources/\(layer)/\($0)/\($0).docc/\($0).md"
      }
    }.filter {
      FileManager.default.fileExists(atPath: Program.package.appendingPathComponent($0).path)
    }
  }()

  /// The tutorials show the lines of the examples, which are compiled as a whole. `LivePhotosTests` runs those of its
  /// page.
  private static let pages = (DocumentedCommandsTests.pages + modulePages).filter {
    !$0.hasSuffix("/tutorials.md") && !$0.hasSuffix("/LivePhotos.md")
  }

  @Test(arguments: pages) func linesOfSwiftAreCompiled(_ page: String) throws {
    for (number, block) in try CodeBlocks(of: page).blocks("swift").enumerated() {
      // The lines of a manifest, or a whole one.
      guard !block.hasPrefix(".package("), !block.contains("import PackageDescription") else {
        continue
      }
      let folder = try Folder()
      let source = try folder.write(Data(block.utf8), to: "main.swift")
      let result = try BuiltModules.compile([source], ["-typecheck"])
      #expect(result.code == 0, "block \(number + 1): \(result.errors)")
    }
  }

  /// The manifest on the page of the package is one, and its products are those of `Package.swift`, with their modules.
  @Test(.needs("swift")) func thePageOfThePackageNamesProducts() throws {
    let blocks = try CodeBlocks(of: "Documentation/package.md").blocks("swift")
    let example = try #require(blocks.first { $0.contains("import PackageDescription") })
    let folder = try Folder()
    _ = try folder.write(Data(example.utf8), to: "Package.swift")
    let described = try Program.other(
      "swift", "package", "--package-path", folder.url.path, "dump-package")
    #expect(described.code == 0, "\(described.errors)")

    let manifest = try String(
      contentsOf: Program.package.appendingPathComponent("Package.swift"), encoding: .utf8)
    let page = try String(
      contentsOf: Program.package.appendingPathComponent("Documentation/package.md"),
      encoding: .utf8)
    let libraries = manifest.matches(
      of: /\.library\(\s*name: "([A-Z]\w+)",\s*targets: \[([^\]]*)\]/)
    #expect(libraries.count == 6)
    for library in libraries {
      let names = library.2.matches(of: /"(\w+)"/).map(\.1)
      for name in names {
        #expect(Self.modulePages.contains { $0.hasSuffix("/\(name).md") }, "\(name) has no page")
      }
      let modules = names.map { "`\($0)`" }.joined(separator: ", ")
      let row = try #require(
        page.split(separator: "\n").first { $0.hasPrefix("| `\(library.1)` |") })
      #expect(row.hasSuffix("| \(modules) |"), "\(library.1): \(modules)")
    }
  }

  /// The functions of `Edit` that the page names have these labels.
  @Test func thePageOfThePackageNamesEdits() throws {
    let page = try String(
      contentsOf: Program.package.appendingPathComponent("Documentation/package.md"),
      encoding: .utf8)
    let rows = page.components(separatedBy: "| commands | functions |")[1]
      .components(separatedBy: "\n\n")[0]
    let sources = Program.package.appendingPathComponent("Sources/Tools/Editing").path
    let code = try #require(FileManager.default.enumerator(atPath: sources)).compactMap {
      ($0 as? String).flatMap { try? String(contentsOfFile: "\(sources)/\($0)", encoding: .utf8) }
    }.joined()
    let named = rows.matches(of: /`(\w+)\(((?:\w+:)*)\)`/)
    #expect(named.count > 15)
    for function in named {
      let labels = function.2.split(separator: ":").map { "\($0) " }
      let found = code.components(separatedBy: "public mutating func \(function.1)(").dropFirst()
      #expect(
        found.contains { declaration in
          let parameters = declaration.components(separatedBy: "throws(EditError)")[0]
          return labels.allSatisfy {
            parameters.contains($0) || parameters.contains($0.dropLast() + ":")
          }
        }, "\(function.0)")
    }
  }

  /// Snippets that do not compile are noticed.
  @Test func wrongLinesAreNoticed() throws {
    let folder = try Folder()
    let source = try folder.write(
      Data("import ISOBMFF\nprint(BoxFile(bytes: 5))\n".utf8), to: "main.swift")
    #expect(try BuiltModules.compile([source], ["-typecheck"]).code != 0)
  }
}
