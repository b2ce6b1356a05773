/// What the segments before a scan define, and what the scan uses (ITU-T T.81 §B.2).
struct JPEGScanHead {
  private(set) var area = 0
  private var quantization: Set<UInt8> = []
  private var huffman: Set<UInt8> = []
  private var usedQuantization: Set<UInt8> = []
  private var usedHuffman: Set<UInt8> = []
  private var count = 0

  /// Real images have fewer segments before their first scan.
  private static let mostSegments = 256

  var isComplete: Bool {
    area > 0 && usedQuantization.isSubset(of: quantization) && usedHuffman.isSubset(of: huffman)
  }

  /// - Returns: false if no image has such a segment before its first scan.
  mutating func take(_ marker: UInt8, _ payload: Bytes) -> Bool {
    count += 1
    guard count < JPEGScanHead.mostSegments else { return false }
    switch marker {
    case 0xC0...0xC2:
      guard area == 0, payload.count >= 9, payload.count == 6 + 3 * Int(payload[5]),
        let height = payload.number(at: 1, size: 2), let width = payload.number(at: 3, size: 2)
      else { return false }
      area = width * height
      usedQuantization = Set(stride(from: 8, to: payload.count, by: 3).map { payload[$0] })
    case 0xC4:
      return JPEGScanHead.takeTables(payload) { table in
        guard table.count >= 17 else { return nil }
        huffman.insert(table[0])
        return 17 + table.dropFirst().prefix(16).reduce(0) { $0 + Int($1) }
      }
    case 0xDB:
      return JPEGScanHead.takeTables(payload) { table in
        quantization.insert(table[0] & 15)
        return table[0] >> 4 == 0 ? 65 : 129
      }
    case 0xDA:
      guard payload.count >= 4, payload.count == 4 + 2 * Int(payload[0]) else { return false }
      // The first scan of a progressive image has no coefficients but the first of each block.
      let isFirst = payload[payload.count - 2] == 0
      for index in stride(from: 2, to: payload.count - 3, by: 2) {
        usedHuffman.insert(payload[index] >> 4)
        if !isFirst { usedHuffman.insert(0x10 | payload[index] & 15) }
      }
    case 0xDD, 0xE0...0xEF, 0xFE: break
    default: return false
    }
    return true
  }

  /// - Parameter size: takes a table, and returns the number of its bytes.
  private static func takeTables(_ payload: Bytes, _ size: (Bytes) -> Int?) -> Bool {
    var rest = payload
    while !rest.isEmpty {
      guard let count = size(rest), count <= rest.count, let next = rest.part(count..<rest.count)
      else { return false }
      rest = next
    }
    return true
  }
}
