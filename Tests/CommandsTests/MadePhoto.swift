import Foundation
import Testing

/// A HEIF file of coded images of other files, in any arrangement.
struct MadePhoto {
  struct Item {
    var type: String
    /// Boxes.
    var properties: [[UInt8]] = []
    var data: [UInt8] = []
  }

  /// The first one is the primary item; items are numbered from 1.
  var items: [Item]
  var references: [(type: String, from: Int, to: [Int])] = []

  static func be(_ value: Int, _ size: Int) -> [UInt8] {
    (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * (size - 1 - $0))) }
  }

  static func box(_ type: String, _ payload: [UInt8]) -> [UInt8] {
    be(payload.count + 8, 4) + Array(type.utf8) + payload
  }

  static func size(_ width: Int, _ height: Int) -> [UInt8] {
    box("ispe", be(0, 4) + be(width, 4) + be(height, 4))
  }

  /// Code points of full range.
  static func colour(_ primaries: Int, _ transfer: Int, _ matrix: Int) -> [UInt8] {
    box(
      "colr", Array("nclx".utf8) + be(primaries, 2) + be(transfer, 2) + be(matrix, 2) + [0x80])
  }

  /// The image of an AVIF file that has no other item.
  static func image(ofAVIF path: String) throws -> Item {
    let file = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    func box(_ type: String) throws -> [UInt8] {
      let offset = try #require(Data(file).range(of: Data(type.utf8))).lowerBound - 4
      return Array(
        file[offset..<offset + file[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }])
    }
    return Item(
      type: "av01", properties: [try box("ispe"), try box("av1C"), try box("colr")],
      data: Array(try box("mdat").dropFirst(8)))
  }

  var bytes: Data {
    let start = Data(head(0)).count + 8
    return Data(head(start) + MadePhoto.box("mdat", items.flatMap(\.data)))
  }

  private func head(_ start: Int) -> [UInt8] {
    let (be, box) = (MadePhoto.be, MadePhoto.box)
    let kind = box("ftyp", Array("avif".utf8) + be(0, 4) + Array("avifmif1miaf".utf8))
    let handler = box("hdlr", be(0, 8) + Array("pict".utf8) + be(0, 13))
    let primary = box("pitm", be(0, 4) + be(1, 2))
    var entries: [UInt8] = []
    var locations: [UInt8] = []
    var links: [UInt8] = []
    var properties: [UInt8] = []
    var (offset, number, located) = (start, 0, 0)
    for (index, item) in items.enumerated() {
      // All but the first are hidden.
      entries += box(
        "infe",
        [2, 0, 0, index == 0 ? 0 : 1] + be(index + 1, 2) + be(0, 2) + Array(item.type.utf8) + [0]
          + (item.type == "mime" ? Array("application/rdf+xml\0".utf8) : []))
      if !item.data.isEmpty {
        locations += be(index + 1, 2) + be(0, 2) + be(1, 2) + be(offset, 4) + be(item.data.count, 4)
        offset += item.data.count
        located += 1
      }
      links += be(index + 1, 2) + [UInt8(item.properties.count)]
      for property in item.properties {
        number += 1
        let isEssential = property[4..<8].elementsEqual("av1C".utf8)
        links.append(UInt8(number) | (isEssential ? 0x80 : 0))
        properties += property
      }
    }
    let names = box("iinf", be(0, 4) + be(items.count, 2) + entries)
    let table = box("iloc", be(0, 4) + [0x44, 0] + be(located, 2) + locations)
    let iref = references.flatMap { reference in
      box(
        reference.type,
        be(reference.from, 2) + be(reference.to.count, 2) + reference.to.flatMap { be($0, 2) })
    }
    let iprp = box(
      "iprp", box("ipco", properties) + box("ipma", be(0, 4) + be(items.count, 4) + links))
    let meta = be(0, 4) + handler + primary + names + table + box("iref", be(0, 4) + iref) + iprp
    return kind + box("meta", meta)
  }
}
