import Foundation
import ISOBMFF
import Inspection
import TestSupport
import Testing
import Text
import Verification

@testable import Rendering

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite struct ReferenceTests {
  private static let site = ReferenceSite()

  /// A page as text.
  private static func text(_ page: ReferenceSite.File) -> String {
    var bytes: [UInt8] = []
    let output = TextOutput { bytes += $0 }
    site.write(page, to: output)
    output.flush()
    return String(decoding: bytes, as: UTF8.self)
  }

  private static let pages = Dictionary(
    uniqueKeysWithValues: site.pages.map { ($0.name, text($0)) })

  /// Values of attributes of a name.
  private func values(_ name: String, in page: String) -> [String] {
    page.components(separatedBy: " \(name)=\"").dropFirst().map { String($0.prefix { $0 != "\"" }) }
  }

  @Test func everyCodeHasAPage() {
    for entry in Catalogue.entries {
      let page = Self.pages[ReferenceSite.fileName(entry.code)]
      #expect(page?.contains("<h2 id=") == true, "\(entry.code)")
      #expect(
        page?.contains(entry.specification.replacingOccurrences(of: "&", with: "&amp;")) == true)
    }
    // On a file system that ignores case, no page replaces another one.
    #expect(Set(Self.pages.keys.map { $0.lowercased() }).count == Self.pages.count)
    #expect(Self.pages.keys.allSatisfy { $0.allSatisfy { $0.isASCII && $0 != "/" && $0 != "%" } })
  }

  @Test func everyLinkLeadsSomewhere() {
    var count = 0
    var ids: [String: Set<String>] = [:]
    for (name, page) in Self.pages { ids[name] = Set(values("id", in: page)) }
    for (name, page) in Self.pages {
      for link in values("href", in: page) {
        count += 1
        let parts = link.split(separator: "#", omittingEmptySubsequences: false).map(String.init)
        let target = parts[0].isEmpty ? name : parts[0]
        #expect(Self.pages[target] != nil, "\(name): \(link)")
        if parts.count == 2 { #expect(ids[target]?.contains(parts[1]) == true, "\(name): \(link)") }
      }
    }
    #expect(count > 3000)
  }

  @Test func pagesAreXMLAndLoadNothing() throws {
    for name in ["index.html", "rules.html", "iloc.html", "colr.html", "uuid.html"] {
      let page = try #require(Self.pages[name])
      let parser = XMLParser(
        data: Data(page.replacingOccurrences(of: "<!DOCTYPE html>", with: "").utf8))
      #expect(parser.parse(), "\(name): \(String(describing: parser.parserError))")
      #expect(page.contains("default-src &#39;none&#39;") && !page.contains("<script"))
      #expect(!page.contains("http://") || page.components(separatedBy: "http://").count == 2)
    }
  }

  @Test func aPageHasFieldsRulesWritersAndAnExample() throws {
    let page = try #require(Self.pages["iloc.html"])
    #expect(page.contains("construction_method") && page.contains("<dt>1</dt><dd>idat</dd>"))
    #expect(page.contains("rules.html#iloc-extent-past-end"))
    #expect(page.contains("<a href=\"meta.html\">meta</a>"))
    let configuration = try #require(Self.pages["hvc~43.html"])
    #expect(configuration.contains("sony-open-parameter-sets"))
    #expect(Self.pages["ipco.html"]?.contains("<a href=\"ispe.html\">ispe</a>") == true)
    #expect(Self.pages["rules.html"]?.contains("<a href=\"iloc.html\">iloc</a>") == true)
  }

  /// Most rules concern some box that has a page.
  @Test func rulesAreFound() {
    var concerned: Set<String> = []
    for entry in Catalogue.entries {
      concerned.formUnion(BoxExplanation.rules(for: entry).map { $0.id })
    }
    let others = Rules.all.map { $0.id }.filter { !concerned.contains($0) }
    #expect(others.count * 3 < Rules.all.count, "\(others)")
    let quirks = Set(RuleQuirk.all.map { $0.rule.id })
    #expect(quirks.subtracting(concerned).count < 8, "\(quirks.subtracting(concerned))")
  }

  /// The examples are the current output: `Scripts/make-box-examples` writes them again.
  @Test func examplesAreOfTheSamples() throws {
    #expect(BoxExample.all.count > 60)
    for example in BoxExample.all {
      let path = try #require(MediaFolder.samples.first { $0.hasSuffix("/\(example.file)") })
      let bytes = Bytes([UInt8](try Data(contentsOf: URL(fileURLWithPath: path))))
      var options = TreeOptions()
      options.paths = BoxPath(example.path).map { [$0] }
      options.depth = 1
      var shown: [UInt8] = []
      let output = TextOutput { shown += $0 }
      _ = FileInspection(bytes, name: example.file).writeTree(
        to: output, options, ReportTextStyle())
      output.flush()
      let lines = String(decoding: shown, as: UTF8.self).split(separator: "\n")
      let expected = example.text.split(separator: "\n").filter { $0 != "  …" }
      #expect(Array(lines.prefix(expected.count)) == expected, "\(example.path)")
      #expect(lines.first?.hasPrefix(example.code) == true)
    }
  }
}
