import HEIF
import ISOBMFF

/// Bytes as the specifications write them, made without our own encoder.
func be16(_ value: Int) -> [UInt8] { [UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF)] }
func be32(_ value: Int) -> [UInt8] { be16(value >> 16 & 0xFFFF) + be16(value & 0xFFFF) }
func box(_ type: String, _ payload: [UInt8]) -> [UInt8] {
  be32(payload.count + 8) + Array(type.utf8) + payload
}
func fullBox(_ type: String, _ version: Int, _ flags: Int, _ payload: [UInt8]) -> [UInt8] {
  box(type, be32(version << 24 | flags) + payload)
}

/// A HEIF file in the making.
struct Fixture {
  var items: [(id: Int, type: String)] = []
  /// Children of `iref`: type, from, to.
  var references: [(String, Int, [Int])] = []
  var properties: [[UInt8]] = []
  /// Item and its properties, from 1.
  var associations: [(Int, [Int])] = []
  /// The payload of `iloc` behind version and flags.
  var locations: [UInt8] = []
  var locationVersion = 1
  var itemData: [UInt8] = []
  var primary = 1
  /// Whether ids have 32 bits everywhere: `pitm` 1, `infe` 3, `iref` 1, `ipma` 1.
  var hasWideIDs = false

  func id(_ value: Int) -> [UInt8] { hasWideIDs ? be32(value) : be16(value) }
  private var version: Int { hasWideIDs ? 1 : 0 }

  var bytes: [UInt8] {
    let hdlr = fullBox(
      "hdlr", 0, 0, be32(0) + Array("pict".utf8) + [UInt8](repeating: 0, count: 13))
    let pitm = fullBox("pitm", version, 0, id(primary))
    let infe = items.map { item in
      fullBox("infe", hasWideIDs ? 3 : 2, 0, id(item.id) + be16(0) + Array(item.type.utf8) + [0])
    }
    let iinf = fullBox("iinf", 0, 0, be16(items.count) + infe.flatMap { $0 })
    let iref = fullBox(
      "iref", version, 0,
      references.flatMap { type, from, to in
        box(type, id(from) + be16(to.count) + to.flatMap(id))
      })
    let ipma = fullBox(
      "ipma", version, 1,
      be32(associations.count)
        + associations.flatMap { item, properties in
          id(item) + [UInt8(properties.count)] + properties.flatMap { be16($0) }
        })
    let iprp = box("iprp", box("ipco", properties.flatMap { $0 }) + ipma)
    let iloc = fullBox("iloc", locationVersion, 0, locations)
    let meta = fullBox(
      "meta", 0, 0, hdlr + pitm + iloc + iinf + iref + iprp + box("idat", itemData))
    return box("ftyp", Array("mif1".utf8) + be32(0) + Array("mif1heic".utf8)) + meta
  }

  func file() -> HEIFFile? { HEIFFile(BoxFile(Bytes(bytes))) }
}

/// The properties of the fixtures.
enum Property {
  static func ispe(_ width: Int, _ height: Int) -> [UInt8] {
    fullBox("ispe", 0, 0, be32(width) + be32(height))
  }
  static func irot(_ angle: UInt8) -> [UInt8] { box("irot", [angle]) }
  static func imir(_ axis: UInt8) -> [UInt8] { box("imir", [axis]) }
  /// Numerators and denominators of width, height and the offsets.
  static func clap(_ numbers: Int...) -> [UInt8] { box("clap", numbers.flatMap { be32($0) }) }
  /// A decoder configuration record without parameter sets, 4-byte lengths.
  static let hvcC = box(
    "hvcC",
    [1, 1, 0x60, 0, 0, 0, 0xB0, 0, 0, 0, 0, 0, 93, 0xF0, 0, 0xFC, 0xFD, 0xF8, 0xF8, 0, 0, 0x0F, 0])
}
