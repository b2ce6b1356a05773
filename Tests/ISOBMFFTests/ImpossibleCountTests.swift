import TestSupport
import Testing

@testable import ISOBMFF

/// Counts of more elements than a box has bytes for: they are reported at their offsets, and the boxes
/// around them and next to them can still be read.
@Suite struct ImpossibleCountTests {
  private func box(_ type: FourCC, _ payload: [UInt8]) -> [UInt8] {
    let header = UInt64(payload.count + 8) << 32 | UInt64(type.rawValue)
    return stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: header >> $0) }
      + payload
  }

  /// A box of 20 bytes, which an encoder wrote without saying how long its entries are.
  @Test(arguments: ["roll", "tsas", "zzzz"] as [FourCC])
  func sampleGroupsWithoutBytes(grouping: FourCC) {
    let type = stride(from: 24, through: 0, by: -8).map {
      UInt8(truncatingIfNeeded: grouping.rawValue >> $0)
    }
    let sgpd = box("sgpd", [0, 0, 0, 0] + type + [0x04, 0xB5, 0x00, 0xFB])
    let children = box("free", []) + box("stbl", sgpd + box("skip", [1]))
    let bytes = box("moov", children) + box("free", [])
    let file = BoxFile(Bytes(bytes))
    #expect(file.boxes.map(\.type) == ["moov", "free"])
    #expect(file.boxes[0].children.map(\.type) == ["free", "stbl"])
    #expect(file.boxes[0].children[1].children.map(\.type) == ["sgpd", "skip"])
    #expect(file.findings.count == 1)
    let finding = file.findings.first
    #expect(finding?.path == ["moov", "stbl", "sgpd", "entries"])
    #expect(finding?.offset == 8 + 8 + 8 + 20)
    #expect(finding?.reason == .countBeyondEnd(count: 78_971_131, availableBits: 0))
    let recorder = FieldRecorder()
    BoxFile.describe(Bytes(bytes), to: recorder)
    #expect(recorder.fields.count == 5, "\(recorder.fields)")
  }

  /// A `uuid` box without its user type.
  @Test func boxesAfterAUserTypeThatIsCut() throws {
    let bytes = box("moov", box("uuid", [1, 2]) + box("free", []))
    let file = BoxFile(Bytes(bytes))
    #expect(file.boxes[0].children.map(\.type) == ["uuid", "free"])
    #expect(file.findings.map(\.reason) == [.sizeBelowHeader(10)])
    #expect(try file.encoded(copyingUnchanged: false).bytes == bytes)
  }

  /// Sample groups may have entries without content.
  @Test func fewEntriesWithoutBytes() throws {
    let bytes = box("sgpd", [0, 0, 0, 0] + Array("tsas".utf8) + [0, 0, 0, 2])
    let file = BoxFile(Bytes(bytes))
    #expect(file.findings.isEmpty)
    #expect(file.boxes[0][SampleGroupDescriptionBox.self]?.entries.count == 2)
    #expect(try file.encoded(copyingUnchanged: false).bytes == bytes)
  }

  /// Containers, by the registered types of their children, and the bytes before those.
  private static let containers: [(namespace: BoxNamespace, type: FourCC, head: [UInt8])] = [
    (.boxes, "moov", []), (.sampleEntries, "stsd", [0, 0, 0, 0, 0, 0, 0, 3]),
    (.userData, "udta", []), (.itemReferences, "iref", [0, 0, 0, 0]),
    (.trackReferences, "tref", []), (.trackGroups, "trgr", []), (.subTracks, "strk", []),
    (.entityGroups, "grpl", []), (.metadataItems, "ilst", []), (.jpeg2000, "jp2h", []),
  ]

  /// For any content of a box of any type, its neighbours are read.
  @Test func neighboursAreRead() {
    var random = Noise(state: 0xC0DE)
    for container in Self.containers {
      for definition in BoxRegistry.definitions[container.namespace, default: []] {
        for _ in 0..<24 {
          let hostile = box(definition.type, random.payload())
          let children = hostile + box("free", [1, 2]) + box("skip", [])
          let bytes = Bytes(box(container.type, container.head + children) + box("free", []))
          let file = BoxFile(bytes)
          #expect(file.boxes.map(\.type) == [container.type, "free"])
          #expect(
            file.boxes[0].children.map(\.type) == [definition.type, "free", "skip"],
            "\(definition.type) in \(container.type): \(Array(bytes))")
          let recorder = FieldRecorder()
          BoxFile.describe(bytes, to: recorder)
          #expect(recorder.fields.count < 1000, "\(definition.type) in \(container.type)")
        }
      }
    }
  }

  /// A box whose list uses all elements that a file may have.
  @Test func aListThatExceedsTheLimitCostsOnlyItsBox() {
    var limits = DecodeLimits()
    limits.elements = 1 << 10
    let long = [UInt8](repeating: 0, count: 1 << 13)
    let keys = box("dpnd", long)
    let bytes = box("moov", box("tref", keys + keys) + box("trak", box("free", [])))
    let file = BoxFile(Bytes(bytes + box("free", [])), limits: limits)
    #expect(file.boxes.map(\.type) == ["moov", "free"])
    #expect(file.boxes[0].children.map(\.type) == ["tref", "trak"])
    #expect(file.boxes[0].children.at("tref").map(\.type) == ["dpnd", "dpnd"])
    #expect(file.boxes[0].children.at("trak").map(\.type) == ["free"])
    #expect(file.findings.count == 2)
  }

  /// More boxes in a box than a file may have: those that were read stay, and the boxes beside it, too.
  @Test func boxesBeyondTheLimitAreTheRest() throws {
    var limits = DecodeLimits()
    limits.elements = 1 << 10
    let many = (0..<2000).flatMap { _ in box("free", []) }
    let bytes = box("moov", box("trak", many) + box("skip", [])) + box("free", [])
    let file = BoxFile(Bytes(bytes), limits: limits)
    #expect(file.boxes.map(\.type) == ["moov", "free"])
    #expect(file.boxes[0].children.map(\.type) == ["trak", "skip"])
    let trak = file.boxes[0].children[0]
    #expect(trak.children.count > 900)
    #expect(trak.children.count * 8 + trak.trailing.count == many.count)
    #expect(try file.encoded(copyingUnchanged: false).bytes == bytes)
  }

  /// Versions, counts and sizes of all widths, most of them impossible.
  private struct Noise: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (state ^ (state >> 33)) &* 0xFF51_AFD7_ED55_8CCD
    }

    mutating func payload() -> [UInt8] {
      let version = UInt8.random(in: 0...3, using: &self)
      let pattern: [UInt8] =
        [[0], [0xFF], [0, 0xFF], [0, 0, 0xFF, 0xFF], [0x7F, 0xFF], [1, 0xFF]]
        .randomElement(using: &self) ?? []
      let count = Int.random(in: 0...48, using: &self)
      return [version, 0, 0, 0] + (0..<count).map { pattern[$0 % pattern.count] }
    }
  }
}
