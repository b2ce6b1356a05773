import Exif
import FieldCoding
import HEIF

/// An ICC profile made of code points, for files that have no profile of their own.
///
/// A matrix and curves (ICC.1:2022 §8.4.3), of version 4.2; with the `cicp` tag of version 4.4 for
/// PQ and HLG.
enum ColourProfile {
  enum Result {
    /// A JPEG without a profile is taken as sRGB: it needs none.
    case unnecessary
    case profile([UInt8])
    /// No profile can state these.
    case impossible
  }

  static func made(of points: CodingIndependentCodePoints) -> Result {
    // What is not specified is taken as sRGB (ISO/IEC 23000-22 §7.3.6.4).
    let number = points.colourPrimaries == 2 ? 1 : points.colourPrimaries
    guard let primaries = ColourPrimaries(number),
      let curve = TransferCurve(points.transferCharacteristics)
    else { return .impossible }
    if case .sRGB = curve, number == 1 { return .unnecessary }
    let colorants = primaries.colorants.transposed.rows
    var tags: [(FourCC, ICCTagData)] = [
      ("desc", .text(primaries.name + curve.name)),
      ("cprt", .text("No copyright, use freely")),
      ("wtpt", .xyz(ICCNumbers.d50.values)),
      ("chad", .numbers(primaries.adaptation.rows.flatMap { $0 })),
      ("rXYZ", .xyz(colorants[0])), ("gXYZ", .xyz(colorants[1])), ("bXYZ", .xyz(colorants[2])),
      ("rTRC", curve.data), ("gTRC", curve.data), ("bTRC", curve.data),
    ]
    if curve.isHDR {
      tags.append(
        (
          "cicp",
          .codePoints(
            primaries: UInt8(truncatingIfNeeded: number),
            transfer: UInt8(truncatingIfNeeded: points.transferCharacteristics))
        ))
    }
    guard let profile = try? encoded(tags, version: curve.isHDR ? 0x0440_0000 : 0x0420_0000) else {
      return .impossible
    }
    return .profile(profile)
  }

  private static func encoded(
    _ tags: [(FourCC, ICCTagData)], version: UInt32
  ) throws(FieldError) -> [UInt8] {
    var header = ICCProfileHeader()
    header.version = version
    let start = 128 + 4 + tags.count * 12
    var data: [UInt8] = []
    var places: [[UInt8]: Int] = [:]
    for (signature, content) in tags {
      let bytes = try content.encoded()
      // Equal data is there once (§7.3.1).
      let place = places[bytes] ?? data.count
      if places.updateValue(place, forKey: bytes) == nil {
        data += bytes
        while data.count % 4 != 0 { data.append(0) }
      }
      var tag = ICCProfileHeader.Tag()
      tag.signature = signature
      tag.offset = UInt32(start + place)
      tag.size = UInt32(bytes.count)
      header.tags.append(tag)
    }
    header.size = UInt32(start + data.count)
    // The digest of all but flags, rendering intent and itself (§7.2.18), which are zeros here.
    header.identifier = Bytes(MD5.digest(of: try header.encoded() + data))
    return try header.encoded() + data
  }
}
