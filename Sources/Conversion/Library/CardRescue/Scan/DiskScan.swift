import FieldCoding

/// Finds, in one pass, where files could start, and where descriptions of movies are.
package struct DiskScan: Sendable {
  /// The end of the examined part of the disk.
  package var end = 0
  /// The candidates in ascending order.
  package var heads: [DiskFileHead] = []
  /// The offsets at which `moov` boxes start, anywhere on the disk.
  package var descriptions: [Int] = []

  package init() {}

  /// The first offset after another one at which a file could start.
  func nextHead(behind offset: Int) -> DiskFileHead? {
    let index = heads.partitioningIndex { $0.offset > offset }
    return index < heads.count ? heads[index] : nil
  }

  /// The offsets in a range at which a file could start.
  func heads(in range: Range<Int>) -> ArraySlice<DiskFileHead> {
    heads[heads.partitioningIndex { $0.offset >= range.lowerBound }...].prefix {
      $0.offset < range.upperBound
    }
  }

  /// The number of bytes that are examined together.
  static let step = 4 << 20
  /// More bytes than any searched pattern has.
  private static let overlap = 64
  /// No card has as many files, and neither zeros nor noise match.
  private static let limit = 4 << 20

  /// Examines the next bytes. False if there are none.
  package mutating func advance(_ image: DiskImage) -> Bool {
    guard end < image.count else { return false }
    let start = end
    end = min(start + DiskScan.step, image.count)
    let bytes = image.read(start..<end + DiskScan.overlap)
    for position in stride(from: 0, to: end - start, by: DiskImage.sector) {
      guard heads.count < DiskScan.limit,
        let head = DiskFileHead(bytes, at: position, offset: start + position)
      else { continue }
      heads.append(head)
    }
    findDescriptions(bytes, start)
    return true
  }

  /// Each `moov` has one of its four letters at a multiple of four.
  private mutating func findDescriptions(_ bytes: [UInt8], _ start: Int) {
    let count = end - start
    for position in stride(from: 0, to: bytes.count, by: 4) {
      let first =
        switch bytes[position] {
        case UInt8(ascii: "m"): position
        // Both letters in the middle are an o.
        case UInt8(ascii: "o"):
          position + 1 < bytes.count && bytes[position + 1] == UInt8(ascii: "o")
            ? position - 1 : position - 2
        case UInt8(ascii: "v"): position - 3
        default: -1
        }
      guard first >= 4, first - 4 < count, first + 12 <= bytes.count,
        bytes[first..<first + 4].elementsEqual("moov".utf8),
        DiskScan.children.contains(where: { bytes[first + 8..<first + 12].elementsEqual($0) }),
        descriptions.count < DiskScan.limit
      else { continue }
      descriptions.append(start + first - 4)
    }
  }

  /// The first boxes of movie descriptions.
  private static let children = ["mvhd", "cmov", "udta", "rmra"].map { Array($0.utf8) }
}
