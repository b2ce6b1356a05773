import Foundation
import TestSupport
import Testing

/// `Documentation/stability.md` lists the contents of the manifest and the schemas, and nothing else.
@Suite struct StabilityPageTests {
  private let page: String
  private let manifest: String

  init() throws {
    page = try PackageFolder.text("Documentation/stability.md")
    manifest = try PackageFolder.text("Package.swift")
  }

  /// The texts between backquotes.
  private func names(in text: some StringProtocol) -> [String] {
    String(text).matches(of: /`([^`]+)`/).map { String($0.1) }
  }

  @Test func productsAreThoseOfTheManifest() {
    let products = manifest.matches(
      of: /\.library\(\s*name: "([A-Z]\w+)",\s*targets: \[([^\]]*)\]/)
    #expect(products.count >= 5)
    for product in products {
      let targets = product.2.matches(of: /"(\w+)"/).map { "`\($0.1)`" }
      let row = "| `\(product.1)` | \(targets.joined(separator: ", ")) |"
      #expect(page.contains("\n\(row)\n"), "the page has no row \(row)")
    }
    let rows = page.matches(of: /(?m)^\| `[A-Z]\w+` \| (`\w+`(, )?)+ \|$/)
    #expect(rows.count == products.count, "the page has a product that the manifest has not")
  }

  @Test func modulesOfTheWorkerAreNamed() {
    let modules = manifest.matches(of: /name: "([\w-]+)", type: \.dynamic/).map {
      String($0.1)
    }
    #expect(modules.count >= 5)
    for module in modules { #expect(page.contains("`\(module)`"), "\(module) is not named") }
  }

  @Test func schemasAreThoseOfTheFolder() throws {
    let folder = PackageFolder.url.appending(path: "Documentation/schemas")
    let files = try SourceFolder.names(in: "Documentation/schemas")
    #expect(files.count > 30)
    let rows = page.split(separator: "\n").filter { $0.hasSuffix(".schema.json` |") }
    #expect(rows.compactMap { names(in: $0).last }.sorted() == files)
    for row in rows {
      let cells = row.split(separator: "|").map { names(in: $0) }
      let file = try #require(cells.last?.last)
      let schema = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
      let stated = Set(schema.matches(of: /boxwalk\.[a-z-]+\/\d+/).map { String($0.0) })
      #expect(Set(cells[1]) == stated, "\(file) has \(stated.sorted())")
    }
  }

  @Test func systemsAreThoseOfTheManifest() throws {
    let macOS = try #require(manifest.firstMatch(of: /\.macOS\(\.v(\d+)\)/)).1
    #expect(page.contains("macOS \(macOS) or later"))
    let tools = try #require(manifest.firstMatch(of: /swift-tools-version: (\d+)\.(\d+)/))
    let stated = try #require(page.firstMatch(of: /Swift (\d+)\.(\d+) or later/))
    let needed = [tools.1, tools.2].compactMap { Int($0) }
    let said = [stated.1, stated.2].compactMap { Int($0) }
    #expect(!said.lexicographicallyPrecedes(needed), "the manifest needs Swift \(needed)")
  }
}
