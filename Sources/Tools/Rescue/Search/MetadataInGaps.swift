package import FieldCoding
import ISOBMFF

/// Exif and XMP among the bytes that belong to no coded image.
package struct MetadataInGaps {
  private let data: Bytes
  private let gaps: [Range<Int>]

  /// The offset of the TIFF header in the item, and the header (ISO/IEC 23008-12 §A.2.1).
  private static let exif: [[UInt8]] = ["II*\0", "MM\0*"].flatMap { header in
    [[0, 0, 0, 6] + Array("Exif\0\0".utf8), [0, 0, 0, 0]].map { $0 + Array(header.utf8) }
  }
  private static let xmp: [[UInt8]] = [Array("<x:xmpmeta".utf8), Array("<?xpacket".utf8)]

  package init(_ data: Bytes, between images: [Range<Int>]) {
    self.data = data
    var gaps: [Range<Int>] = []
    var position = 0
    for image in images + [data.count..<data.count] {
      if image.lowerBound > position { gaps.append(position..<image.lowerBound) }
      position = max(position, image.upperBound)
    }
    self.gaps = gaps
  }

  /// Where metadata of this type is, up to the next metadata or the end of the gap; nil if there is none.
  package func range(ofItem type: FourCC) -> Range<Int>? {
    let starts: [[UInt8]] =
      switch type {
      case "Exif": MetadataInGaps.exif
      case "mime": MetadataInGaps.xmp
      default: []
      }
    for gap in gaps {
      guard let start = offset(ofAny: starts, in: gap) else { continue }
      let others = type == "Exif" ? MetadataInGaps.xmp : MetadataInGaps.exif
      let end = offset(ofAny: others, in: start..<gap.upperBound) ?? gap.upperBound
      return start..<end
    }
    return nil
  }

  private func offset(ofAny patterns: [[UInt8]], in range: Range<Int>) -> Int? {
    var pairs = BytePairs()
    for pattern in patterns where pattern.count > 1 {
      let first = UInt16(pattern[0]) << 8 | UInt16(pattern[1])
      pairs.insert(first...first)
    }
    guard let area = data.part(0..<min(range.upperBound + 1, data.count)) else { return nil }
    var position = range.lowerBound
    while let offset = pairs.firstOffset(in: area, from: position) {
      position = offset + 1
      if patterns.contains(where: {
        data.part(offset..<offset + $0.count)?.elementsEqual($0) == true
      }) {
        return offset
      }
    }
    return nil
  }
}
