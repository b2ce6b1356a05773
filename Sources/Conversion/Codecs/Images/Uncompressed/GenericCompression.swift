import Files
import HEIF
import ISOBMFF

/// The general compression of an "uncompressed" image (ISO/IEC 23001-17 Amd 2).
struct GenericCompression {
  private let type: FourCC
  /// The range of each unit in the data of the image; nil if the data is a single unit.
  private let units: [(start: UInt64, count: UInt64)]?

  /// Nil if nothing is compressed.
  init?(_ boxes: [Box]) {
    guard let box = boxes.first(CompressionConfigurationBox.self) else { return nil }
    type = box.compressionType
    if let table = boxes.first(GenericallyCompressedUnitsItemInfoBox.self) {
      var end: UInt64 = 0
      units = (0..<table.units.count).map { row in
        let number = { UInt64(bitPattern: table.units[row, $0]) }
        let unit =
          table.unitOffsetCode == 0
          ? (start: end, count: number(0)) : (start: number(0), count: number(1))
        end = unit.start &+ unit.count
        return unit
      }
    } else {
      units = nil
    }
  }

  /// Opens the library that is needed.
  ///
  /// - Throws: if it is not there.
  func open() throws(CodecError) {
    let problem: String?
    switch type {
    case "zlib", "defl": problem = Zlib.problem
    case "brot": problem = Brotli.problem
    default: throw CodecError("is compressed by the unknown method \(type)")
    }
    if let problem { throw CodecError("is compressed (\(type)): \(problem)") }
  }

  /// The bytes of the image: those of all units, one after the other.
  ///
  /// - Parameter limit: how many there are.
  func decompressed(_ data: [UInt8], upTo limit: Int) throws(CodecError) -> [UInt8] {
    try open()
    guard let units else { return try unit(data, upTo: limit) }
    var bytes: [UInt8] = []
    var left = data.count
    for (start, count) in units where bytes.count < limit {
      // Units that overlap could take any time.
      guard start <= UInt64(data.count), count <= UInt64(data.count) - start, count <= UInt64(left)
      else { throw CodecError("has compressed units that are not all in its data") }
      left -= Int(count)
      bytes += try unit(
        Array(data[Int(start)..<Int(start + count)]), upTo: limit - bytes.count)
    }
    return bytes
  }

  private func unit(_ data: [UInt8], upTo limit: Int) throws(CodecError) -> [UInt8] {
    let bytes =
      switch type {
      case "zlib": Zlib.inflate(data, upTo: limit)
      case "defl": Zlib.inflateRaw(data, upTo: limit)
      default: Brotli.decompress(data, upTo: limit)
      }
    guard let bytes else {
      throw CodecError("is compressed (\(type)), and damaged, or has more samples than it says")
    }
    return bytes
  }
}
