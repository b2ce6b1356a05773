import FieldCoding
import ISOBMFF

/// The boxes at the top of a file, as far as they go (ISO/IEC 14496-12 §4.2.2).
struct RescuedBoxes {
  struct Part {
    var type: FourCC
    /// The whole box in the file.
    var range: Range<Int>
    var headerSize: Int
    /// The range of its payload.
    var payload: Range<Int> { range.lowerBound + headerSize..<range.upperBound }
  }

  private(set) var parts: [Part] = []
  /// Whether the last box states a larger size than there are bytes, or states no size.
  private(set) var isOpen = false
  /// The stated end of the last box; nil if it states no size.
  private(set) var statedEnd: Int?

  /// The end of the last box.
  var end: Int { parts.last?.range.upperBound ?? 0 }

  func first(_ type: FourCC) -> Part? { parts.first { $0.type == type } }

  /// The boxes that photos and movies have at the top level: those of the standards, and others that programs and
  /// cameras write there.
  private static let known = Set(BoxRegistry.types(in: .file)).union([
    "CNCV", "PRVW", "cust", "frea", "free", "gpmd", "idat", "inst", "junk", "loop", "mfro", "ovmi",
    "scra", "skip", "skmd", "thum", "udta",
  ])
  private static let limit = 1 << 20
  /// No media of a file is longer.
  private static let longest = 1 << 44

  /// Follows the boxes of a file from a byte on, up to where none is known.
  init(_ file: FragmentedFile, from start: Int = 0) {
    var position = start
    while parts.count < RescuedBoxes.limit {
      let bytes = Bytes(file.read(position..<position + 32))
      guard let header = try? BoxHeader(bytes), RescuedBoxes.known.contains(header.type),
        // Another file starts after this one: QuickTime movies can start without ftyp, and photos have no such box.
        header.type != "ftyp" || position == start, header.type != "wide" || first("meta") == nil
      else { return }
      let rest = file.count - position
      let size = header.statedSize.map { Int(clamping: $0) }
      isOpen = size.map { $0 > rest } ?? true
      // Only media can be so long that it ends with the disk: other boxes of that length are accidental bytes.
      guard !isOpen || header.type == "mdat" else {
        isOpen = false
        return
      }
      let end = position + min(size ?? rest, rest)
      parts.append(
        Part(type: header.type, range: position..<end, headerSize: header.count))
      position = end
      statedEnd = size.flatMap {
        $0 < RescuedBoxes.longest ? parts[parts.count - 1].range.lowerBound + $0 : nil
      }
      if isOpen { return }
    }
  }
}
