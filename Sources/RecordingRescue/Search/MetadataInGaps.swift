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
      guard let start = place(ofAny: starts, in: gap) else { continue }
      let others = type == "Exif" ? MetadataInGaps.xmp : MetadataInGaps.exif
      let end = place(ofAny: others, in: start..<gap.upperBound) ?? gap.upperBound
      return start..<end
    }
    return nil
  }

  private func place(ofAny patterns: [[UInt8]], in range: Range<Int>) -> Int? {
    range.first { place in
      patterns.contains { pattern in
        data.part(place..<place + pattern.count)?.elementsEqual(pattern) == true
      }
    }
  }
}
