import ISOBMFF
import Testing

@Suite struct SyntaxTableTests {
  private func table(_ code: FourCC) throws -> SyntaxTable {
    let entry = Catalogue.entries.first { $0.code == code && $0.table != nil }
    return try #require(entry?.table)
  }

  private func row(_ table: SyntaxTable, _ path: String...) throws -> SyntaxTable.Row {
    try #require(table.rows.first { $0.path == path }, "\(path)")
  }

  /// ISO/IEC 14496-12 §8.11.3.
  @Test func itemLocations() throws {
    let table = try table("iloc")
    #expect(table.versions == [0, 1, 2] && table.isComplete)
    #expect(
      table.rows.filter { $0.name != "reserved" }.map { $0.path.joined(separator: ".") } == [
        "version", "flags", "offset_size", "length_size", "base_offset_size", "index_size",
        "item_count", "items[].item_ID", "items[].construction_method",
        "items[].data_reference_index", "items[].base_offset", "items[].extent_count",
        "items[].extents[].item_reference_index", "items[].extents[].extent_offset",
        "items[].extents[].extent_length",
      ])
    let id = try row(table, "items[]", "item_ID")
    #expect(id.bits == [0: 16, 1: 16, 2: 32] && id.versions == [0, 1, 2])
    #expect(try row(table, "index_size").versions == [1, 2])
    let method = try row(table, "items[]", "construction_method")
    #expect(method.versions == [1, 2])
    #expect(method.kind == .number(.names([0: "file", 1: "idat", 2: "item"]), isSigned: false))
    let offset = try row(table, "items[]", "extents[]", "extent_offset")
    #expect(offset.widthFields == ["offset_size"])
    // One version has reserved bits where another one has a field.
    #expect(table.rows.contains { $0.kind == .reserved(0) && $0.versions == [0] })
  }

  /// Descriptors contain descriptors (ISO/IEC 14496-1 §7.2.2.2): one of them is shown, and that there are more.
  @Test func structuresInTheirOwnKindAreShownOnce() throws {
    let table = try table("esds")
    let tag = try row(table, "descriptors[]", "tag")
    #expect(tag.bits == [0: 8])
    #expect(try row(table, "descriptors[]", "descriptors[]").kind == .recursion)
    #expect(!table.rows.contains { $0.path.count > 2 && $0.path[1] == "descriptors[]" })
  }

  /// Boxes of one type in other containers are in the same order each time.
  @Test func entriesOfOneCodeAreByName() {
    let names = Catalogue.entries.filter { $0.code == "stri" && $0.kind == .box }.map(\.name)
    #expect(names == ["StereoViewInformationBox", "SubTrackInformationBox"])
  }

  /// ISO/IEC 14496-12 §8.8.7: each of the flags brings a field.
  @Test func fieldsOfFlags() throws {
    let table = try table("tfhd")
    let expected = [
      "base_data_offset": "0x000001", "sample_description_index": "0x000002",
      "default_sample_duration": "0x000008", "default_sample_size": "0x000010",
      "default_sample_flags": "0x000020",
    ]
    for (name, flag) in expected {
      let row = try #require(table.rows.first { $0.name == name }, "\(name)")
      #expect(row.versions.isEmpty && row.conditions == ["if flags has \(flag)"], "\(name)")
    }
    #expect(try row(table, "track_ID").versions == [0])
    #expect(try row(table, "base_data_offset").bits == [0: 64])
  }

  /// ISO/IEC 14496-12 §12.1.5, and the profiles of §8.8.8.
  @Test func fieldsOfOtherFields() throws {
    let header = try table("mvhd")
    #expect(try row(header, "duration").bits == [0: 32, 1: 64])
    let run = try table("trun")
    let offset = try row(run, "data_offset")
    #expect(offset.conditions == ["if flags has 0x000001"])
    let levels = try table("leva")
    let parameter = try #require(levels.rows.first { $0.name == "sub_track_ID" })
    #expect(parameter.conditions.contains { $0.contains("assignment_type is 4") })
    #expect(try table("meta").rows.last?.kind == .boxes)
  }

  /// Every structure of the registry has a table, and few cannot be walked to their ends.
  @Test func everyStructureHasATable() {
    var incomplete: Set<FourCC> = []
    var count = 0
    for entry in Catalogue.entries where entry.syntax == .fields || entry.syntax == .boxes {
      guard let table = entry.table else { continue }
      count += 1
      if !table.isComplete { incomplete.insert(entry.code) }
      for row in table.rows {
        #expect(!row.versions.isEmpty || !row.conditions.isEmpty, "\(entry.code) \(row.path)")
      }
    }
    #expect(count > 400)
    #expect(incomplete.count < 20, "\(incomplete.sorted { $0.rawValue < $1.rawValue })")
  }
}
