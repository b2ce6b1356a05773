import Foundation
import TestSupport
import Testing

@testable import ISOBMFF

/// Compares the catalogue with the lists of the MPEG group and of the registration authority, which are beside the
/// media folder.
@Suite struct CatalogueTests {
  static let specifications: String? = MediaFolder.path.map { "\($0)/../spec" }.flatMap {
    FileManager.default.fileExists(atPath: $0) ? $0 : nil
  }

  /// The files of the MPEG group, and what their entries are.
  private static let kinds: [String: Catalogue.Kind] = [
    "boxes": .box, "item_properties": .itemProperty, "codecs": .sampleEntry,
    "sample_groups": .sampleGroup, "entity_groups": .entityGroup, "track_groups": .trackGroup,
    "item_references": .itemReference, "track_references": .trackReference, "brands": .brand,
    "handlers": .handler,
  ]

  private struct Listed: Decodable {
    struct Entry: Decodable {
      var fourcc: String
      var description: String?
    }
    var entries: [Entry]
  }

  /// These are not boxes, although the lists name them: `fdel` is read with `infe`.
  private static let partsOfBoxes: Set<String> = ["fdel"]

  @Test(
    .enabled("needs ../shared/spec") { specifications != nil },
    arguments: ["14496-12", "14496-15", "14496-30", "23008-12"])
  func nothingOfTheStandardsIsMissing(standard: String) throws {
    let folder = try #require(Self.specifications)
    var missing: [String] = []
    for (file, kind) in Self.kinds.sorted(by: { $0.key < $1.key }) {
      let path = "\(folder)/mpeg/\(standard)/\(file).json"
      guard let data = FileManager.default.contents(atPath: path) else { continue }
      for listed in try JSONDecoder().decode(Listed.self, from: data).entries {
        let isNamedOnly = kind == .brand || kind == .handler
        let found = try Catalogue.entries.contains {
          try $0.code == #require(FourCC(listed.fourcc))
            && ($0.kind == kind || !isNamedOnly && Self.boxKinds.isSuperset(of: [$0.kind, kind]))
            && (isNamedOnly
              || !$0.isNamedOnly && $0.syntax != .value && $0.syntax != .data(because: nil))
        }
        if !found, !Self.partsOfBoxes.contains(listed.fourcc) {
          missing.append("\(file) \(listed.fourcc) \(listed.description ?? "")")
        }
      }
    }
    #expect(missing.isEmpty, "\(missing.joined(separator: "\n"))")
  }

  /// Boxes with the same syntax are in several containers, and the lists have one of them.
  private static let boxKinds: Set<Catalogue.Kind> = [
    .box, .itemProperty, .userData, .metadata, .sampleEntry, .dataReference,
  ]

  @Test(.enabled("needs ../shared/spec") { specifications != nil })
  func everyRegisteredCodeIsNamed() throws {
    let folder = try #require(Self.specifications) + "/mp4ra"
    // Files that are not lists of four-character codes.
    let others: Set = [
      "checksum-types.csv", "knownduplicates.csv", "multiview-attributes.csv", "oti.csv",
      "stream-types.csv", "textualcontent.csv", "uncv-profiles.csv", "unlisted.csv",
    ]
    let known = Set(Catalogue.entries.map(\.code))
    var count = 0
    for file in try FileManager.default.contentsOfDirectory(atPath: folder)
    where file.hasSuffix(".csv") && !others.contains(file) {
      let text = try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
      for line in text.split(whereSeparator: \.isNewline).dropFirst() {
        // `$20` is a space.
        let field = String(line.prefix { $0 != "," }).replacingOccurrences(of: "$", with: "%")
        guard let code = field.removingPercentEncoding.flatMap({ FourCC($0) }) else { continue }
        count += 1
        #expect(known.contains(code), "\(file): \(code)")
      }
    }
    #expect(count > 1000)
  }

  @Test func anOpaqueBoxSaysWhy() {
    for entry in Catalogue.entries where entry.syntax == .data(because: nil) {
      Issue.record("\(entry.kind.rawValue) \(entry.code) \(entry.userType.map { "\($0)" } ?? "")")
    }
  }

  @Test func whatIsNotReadSaysWhy() {
    let named = Catalogue.entries.filter(\.isNamedOnly)
    for entry in named { #expect(entry.syntax.reason?.isEmpty == false, "\(entry.code)") }
    let reasons = Catalogue.reasonsForNamesOnly(in: Catalogue.entries)
    #expect(reasons.reduce(0) { $0 + $1.count } == named.count)
  }

  /// A brand or a handler has no fields that could be missing.
  @Test(
    arguments: zip(
      ["heic", "vide", "cenc"] as [FourCC], [Catalogue.Kind.brand, .handler, .scheme]))
  func aValueIsNotCalledUnread(code: FourCC, kind: Catalogue.Kind) throws {
    let entry = try #require(Catalogue.entries.first { $0.code == code && $0.kind == kind })
    #expect(entry.syntax == .value)
  }

  /// The handler of a track says how an entry without a definition of its own is read.
  @Test func entriesOfPicturesAreRead() throws {
    let entries = Catalogue.entries.filter { $0.kind == .sampleEntry }
    #expect(entries.first { $0.code == "FFV1" }?.syntax == .boxes)
    #expect(entries.first { $0.code == "sevs" }?.syntax == .boxes)
    #expect(try #require(entries.first { $0.code == "3gor" }).isNamedOnly)
  }

  @Test func versionsAreThoseOfTheDeclarations() throws {
    let locations = try #require(Catalogue.entries.first { $0.code == "iloc" && $0.kind == .box })
    #expect(locations.versions == 0...2)
    #expect(locations.name == "ItemLocationBox")
    let colours = try #require(Catalogue.entries.first { $0.code == "colr" })
    #expect(colours.versions == nil)
  }
}

extension Catalogue.Entry {
  fileprivate var isNamedOnly: Bool { if case .named = syntax { true } else { false } }
}
