import FieldCoding
import HEIF
import Metadata

/// An ICC profile that is made from code points, for files that have no profile of their own.
///
/// It has a matrix and curves (ICC.1:2022 §8.4.3), of version 4.2; for PQ and HLG, it has the `cicp` tag of
/// version 4.4.
enum ColourProfile {
  enum Result {
    /// A JPEG without a profile is shown as sRGB, so it needs none.
    case unnecessary
    case profile([UInt8])
    /// No profile can state these.
    case impossible
  }

  /// - Parameter isGrey: whether the image has no colours.
  static func made(of points: CodingIndependentCodePoints, isGrey: Bool = false) -> Result {
    let number = primaries(of: points)
    guard ColourPrimaries(number) != nil || isGrey,
      let curve = TransferCurve(points.transferCharacteristics)
    else { return .impossible }
    // Grey is the same for all primaries.
    if case .sRGB = curve, number == 1 || isGrey { return .unnecessary }
    return profile(of: points, isGrey: isGrey).map { .profile($0) } ?? .impossible
  }

  /// The profile, even if none is needed; nil if a profile cannot express the colours.
  static func profile(of points: CodingIndependentCodePoints, isGrey: Bool = false) -> [UInt8]? {
    guard let curve = TransferCurve(points.transferCharacteristics) else { return nil }
    return isGrey ? greyProfile(curve) : colourProfile(points, curve)
  }

  /// The profile of colours that a file states by other means than code points.
  ///
  /// - Parameter gamma: the exponent from samples to light.
  static func profile(_ primaries: ColourPrimaries, gamma: Double, isGrey: Bool) -> [UInt8]? {
    let curve = TransferCurve.gamma(gamma)
    return isGrey ? greyProfile(curve) : profile(primaries, curve, name: primaries.name, [])
  }

  /// The colours of Adobe RGB (1998) §4.3.
  static let adobeRGB: [UInt8]? = profile(
    ColourPrimaries(
      "Compatible with Adobe RGB (1998)", (0.64, 0.33), (0.21, 0.71), (0.15, 0.06),
      (0.3127, 0.3290)), gamma: 563.0 / 256, isGrey: false)

  /// Whether it is a profile of grey (ICC.1:2022 §7.2.8).
  static func isGrey(_ profile: Bytes) -> Bool {
    profile.count >= 20 && profile.dropFirst(16).prefix(4).elementsEqual("GRAY".utf8)
  }

  /// Unspecified primaries are those of sRGB (ISO/IEC 23000-22 §7.3.6.4).
  private static func primaries(of points: CodingIndependentCodePoints) -> UInt16 {
    points.colourPrimaries == 2 ? 1 : points.colourPrimaries
  }

  /// A profile that has only a curve (§8.4.4).
  private static func greyProfile(_ curve: TransferCurve) -> [UInt8]? {
    try? encoded(
      [
        ("desc", .text("Grey" + (curve.name.isEmpty ? " sRGB" : curve.name))),
        ("cprt", .text("No copyright, use freely")),
        ("wtpt", .xyz(ICCNumbers.d50.values)), ("kTRC", curve.data),
      ], version: 0x0420_0000, colourSpace: "GRAY")
  }

  private static func colourProfile(
    _ points: CodingIndependentCodePoints, _ curve: TransferCurve
  ) -> [UInt8]? {
    let number = primaries(of: points)
    guard let primaries = ColourPrimaries(number) else { return nil }
    let codePoints: (FourCC, ICCTagData) = (
      "cicp",
      .codePoints(
        primaries: UInt8(truncatingIfNeeded: number),
        transfer: UInt8(truncatingIfNeeded: points.transferCharacteristics))
    )
    return profile(
      primaries, curve, name: name(number, primaries, curve), curve.isHDR ? [codePoints] : [])
  }

  private static func profile(
    _ primaries: ColourPrimaries, _ curve: TransferCurve, name: String,
    _ more: [(FourCC, ICCTagData)]
  ) -> [UInt8]? {
    let colorants = primaries.colorants.transposed.rows
    let tags: [(FourCC, ICCTagData)] = [
      ("desc", .text(name)),
      ("cprt", .text("No copyright, use freely")),
      ("wtpt", .xyz(ICCNumbers.d50.values)),
      ("chad", .numbers(primaries.adaptation.rows.flatMap { $0 })),
      ("rXYZ", .xyz(colorants[0])), ("gXYZ", .xyz(colorants[1])), ("bXYZ", .xyz(colorants[2])),
      ("rTRC", curve.data), ("gTRC", curve.data), ("bTRC", curve.data),
    ]
    return try? encoded(tags + more, version: curve.isHDR ? 0x0440_0000 : 0x0420_0000)
  }

  private static func name(
    _ number: UInt16, _ primaries: ColourPrimaries, _ curve: TransferCurve
  ) -> String {
    if case .sRGB = curve, number == 1 { return "sRGB" }
    return primaries.name + curve.name
  }

  private static func encoded(
    _ tags: [(FourCC, ICCTagData)], version: UInt32, colourSpace: FourCC = "RGB "
  ) throws(FieldError) -> [UInt8] {
    var header = ICCProfileHeader()
    header.version = version
    header.colourSpace = colourSpace
    let start = 128 + 4 + tags.count * 12
    var data: [UInt8] = []
    var offsets: [[UInt8]: Int] = [:]
    for (signature, content) in tags {
      let bytes = try content.encoded()
      // Equal data is stored once (§7.3.1).
      let offset = offsets[bytes] ?? data.count
      if offsets.updateValue(offset, forKey: bytes) == nil {
        data += bytes
        while data.count % 4 != 0 { data.append(0) }
      }
      var tag = ICCProfileHeader.Tag()
      tag.signature = signature
      tag.offset = UInt32(start + offset)
      tag.size = UInt32(bytes.count)
      header.tags.append(tag)
    }
    header.size = UInt32(start + data.count)
    // The digest of everything except the flags, the rendering intent and itself (§7.2.18), which are zeros here.
    header.identifier = Bytes(MD5.digest(of: try header.encoded() + data))
    return try header.encoded() + data
  }
}
