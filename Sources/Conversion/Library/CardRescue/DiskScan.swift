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

/// A possible start of a file, recognised by its first bytes.
package struct DiskFileHead: Equatable, Hashable, Sendable {
  package enum Kind: String, Sendable {
    /// HEIF, AVIF, MP4, QuickTime, CR3.
    case boxes
    case jpeg
  }

  /// The offset on the disk.
  package var offset: Int
  package var kind: Kind

  init(offset: Int, kind: Kind) {
    self.offset = offset
    self.kind = kind
  }

  /// The kind of file that may start at `start`; nil if it is no photo or movie.
  init?(_ bytes: [UInt8], at start: Int, offset: Int) {
    self.offset = offset
    guard start + 16 <= bytes.count else { return nil }
    if bytes[start] == 0xFF {
      guard bytes[start + 1] == 0xD8, bytes[start + 2] == 0xFF,
        DiskFileHead.markers.contains(bytes[start + 3])
      else { return nil }
      kind = .jpeg
      return
    }
    // One byte of the type is sufficient to reject most bytes quickly.
    guard DiskFileHead.initials.contains(bytes[start + 4]) else { return nil }
    func word(_ offset: Int) -> UInt32 {
      bytes[start + offset..<start + offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }
    let (size, type) = (word(0), FourCC(rawValue: word(4)))
    switch type {
    case "ftyp":
      guard (16...4096).contains(size), size % 4 == 0 else { return nil }
    case "wide", "skip", "free", "pnot":
      // QuickTime without a file type. The boxes that follow are checked later.
      guard size >= 8, size <= 1 << 20 else { return nil }
    case "moov", "mdat":
      guard size >= 16 || size == 1 else { return nil }
    default: return nil
    }
    kind = .boxes
  }

  /// The second marker of a JPEG image: APPn, DQT, SOF, DHT, COM.
  private static let markers: Set<UInt8> = Set(0xE0...0xEF).union([
    0xC0, 0xC2, 0xC4, 0xDB, 0xDD, 0xFE,
  ])
  private static let initials = Set("fwspm".utf8)
}
