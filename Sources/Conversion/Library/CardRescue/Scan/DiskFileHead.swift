import FieldCoding

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
