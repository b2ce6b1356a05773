import FieldCoding
import HEIF
import Metadata
import Platform

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

extension ColourPrimaries {
  /// The matrix from the actual white point to that of profiles, D50 (ICC.1:2022 Annex E, linear Bradford).
  var adaptation: Matrix3 {
    let bradford = Matrix3(
      rows: (
        SIMD3(0.8951, 0.2664, -0.1614), SIMD3(-0.7502, 1.7135, 0.0367),
        SIMD3(0.0389, -0.0685, 1.0296)
      ))
    let d50 = ICCNumbers.d50.values
    let scale = (bradford * SIMD3(d50[0], d50[1], d50[2])) / (bradford * white.xyz)
    return bradford.inverse * Matrix3(diagonal: scale) * bradford
  }

  /// The colours of red, green and blue for D50, as columns.
  var colorants: Matrix3 { adaptation * Matrix3(self) }
}

/// The start of an ICC profile (ICC.1:2022 §7.2, §7.3).
struct ICCProfileHeader: FieldCodable {
  var size: UInt32 = 0
  var version: UInt32 = 0x0420_0000
  /// `RGB ` or `GRAY`.
  var colourSpace: FourCC = "RGB "
  var identifier = Bytes([UInt8](repeating: 0, count: 16))
  var tags: [Tag] = []

  /// The offset of the data of a tag from the start of the profile.
  struct Tag: FieldCodable {
    var signature: FourCC = "desc"
    var offset: UInt32 = 0
    var size: UInt32 = 0

    mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.fourCC("signature", &signature)
      try f.uint(32, "offset", &offset)
      try f.uint(32, "size", &size)
    }
  }

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(32, "profile_size", &size)
    try f.reserved(32)  // no preferred colour management module
    try f.uint(32, "profile_version", &version, as: .hex)
    try f.reserved(32, UInt64(FourCC("mntr").rawValue))
    try f.fourCC("colour_space", &colourSpace)
    try f.reserved(32, UInt64(FourCC("XYZ ").rawValue))
    // Equal profiles have equal bytes, so the date is constant: 1 January 2022, 0:00.
    for number in [2022, 1, 1, 0, 0, 0] as [UInt64] { try f.reserved(16, number) }
    try f.reserved(32, UInt64(FourCC("acsp").rawValue))
    try f.reserved(32)  // platform
    try f.reserved(32)  // flags: embedded or not, for use alone or not
    try f.reserved(64)  // device manufacturer and model
    try f.reserved(64)  // device attributes
    try f.reserved(32)  // perceptual
    var illuminant = ICCNumbers.d50
    try illuminant.fields(&f)
    try f.reserved(32)  // creator
    try f.bytes("profile_ID", &identifier, count: .exactly(16))
    try f.reserved(28 * 8)
    try f.list("tags", &tags, count: .bits(32, "tag_count"))
  }
}

/// Numbers with 16 bits after the point (ICC.1:2022 §4.6, s15Fixed16Number).
struct ICCNumbers: FieldCodable {
  var values: [Double] = []

  static let d50 = ICCNumbers([0.9642, 1, 0.8249])

  init() {}
  init(_ values: [Double]) { self.values = values }

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    var numbers = values.map { Int32(($0 * 65_536).rounded()) }.map(UInt32.init(bitPattern:))
    try f.list(32, "values", &numbers, count: .toEnd, as: .fixed(fraction: 16))
    if f.isDecoding { values = numbers.map { Double(Int32(bitPattern: $0)) / 65_536 } }
  }
}

/// The data of a tag in a profile (ICC.1:2022 §10).
enum ICCTagData {
  /// XYZType: §10.31.
  case xyz([Double])
  /// s15Fixed16ArrayType: §10.25.
  case numbers([Double])
  /// parametricCurveType: §10.18; functions have 1, 3, 4, 5 or 7 parameters.
  case function(UInt16, [Double])
  /// curveType: §10.6; samples from 0 to 1.
  case samples([Double])
  /// multiLocalizedUnicodeType: §10.15; in English.
  case text(String)
  /// cicpType: §10.3; for red, green and blue samples with full range.
  case codePoints(primaries: UInt8, transfer: UInt8)

  private var type: FourCC {
    switch self {
    case .xyz: "XYZ "
    case .numbers: "sf32"
    case .function: "para"
    case .samples: "curv"
    case .text: "mluc"
    case .codePoints: "cicp"
    }
  }

  func encoded() throws(FieldError) -> [UInt8] {
    var f = FieldCoder()
    var type = type
    try f.fourCC("signature", &type)
    try f.reserved(32)
    switch self {
    case .xyz(let values), .numbers(let values):
      var numbers = ICCNumbers(values)
      try numbers.fields(&f)
    case .function(var kind, let parameters):
      try f.uint(16, "function_type", &kind)
      try f.reserved(16)
      var numbers = ICCNumbers(parameters)
      try numbers.fields(&f)
    case .samples(let values):
      var numbers = values.map { UInt16((min(max($0, 0), 1) * 65_535).rounded()) }
      try f.list(16, "samples", &numbers, count: .bits(32, "count"))
    case .text(let text):
      var units = Array(text.utf16)
      var length = UInt32(units.count * 2)
      try f.reserved(32, 1)  // one record,
      try f.reserved(32, 12)  // of 12 bytes:
      try f.reserved(32, 0x656E_5553)  // "enUS"
      try f.uint(32, "length", &length)
      try f.reserved(32, 28)  // its offset
      try f.list(16, "string", &units, count: .toEnd)
    case .codePoints(var primaries, var transfer):
      try f.uint(8, "ColourPrimaries", &primaries)
      try f.uint(8, "TransferCharacteristics", &transfer)
      try f.reserved(8, 0)  // MatrixCoefficients
      try f.reserved(8, 1)  // VideoFullRangeFlag
    }
    return f.written.bytes
  }
}

/// The curve from sample values to light (ITU-T H.273 §8.2, Table 3), in the form of profiles.
enum TransferCurve {
  case sRGB
  case smpte240M
  case gamma(Double)
  /// Factor and exponent.
  case cinema(Double, Double)
  case perceptualQuantizer
  case hybridLogGamma

  /// The curve of a code point. Nil for curves that a profile cannot state.
  ///
  /// BT.709 and similar standards define how cameras convert light to samples, not how displays convert samples to
  /// light. Displays and browsers show such images with the curve of sRGB, so it is used here.
  init?(_ number: UInt16) {
    switch number {
    case 1, 2, 6, 11...15: self = .sRGB
    case 4: self = .gamma(2.2)
    case 5: self = .gamma(2.8)
    case 7: self = .smpte240M
    case 8: self = .gamma(1)
    case 16: self = .perceptualQuantizer
    case 17: self = .cinema(52.37 / 48, 2.6)
    case 18: self = .hybridLogGamma
    default: return nil
    }
  }

  var isHDR: Bool {
    switch self {
    case .perceptualQuantizer, .hybridLogGamma: true
    default: false
    }
  }

  /// Added to the name of the primaries; empty for the usual curve.
  var name: String {
    switch self {
    case .sRGB: ""
    case .smpte240M: " SMPTE 240M"
    case .gamma(let exponent): exponent == 1 ? " linear" : " gamma \(exponent)"
    case .cinema: " ST 428"
    case .perceptualQuantizer: " PQ"
    case .hybridLogGamma: " HLG"
    }
  }

  /// The curve as data. It clips light above the reference white of HDR, 203 cd/m² (ITU-R BT.2408 §2.2). Programs that
  /// do not support the code points in the profile use it.
  var data: ICCTagData {
    switch self {
    case .sRGB: .function(3, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045])
    case .smpte240M: .function(3, [1 / 0.45, 1 / 1.1115, 0.1115 / 1.1115, 1 / 4.0, 0.0913])
    case .gamma(let exponent): .function(0, [exponent])
    case .cinema(let factor, let exponent):
      .function(1, [exponent, pow(factor, 1 / exponent), 0])
    case .perceptualQuantizer: sampled { PerceptualQuantizer.light($0) / 203 }
    case .hybridLogGamma: sampled { TransferCurve.hlgLight($0) / 203 }
    }
  }

  private func sampled(_ curve: (Double) -> Double) -> ICCTagData {
    .samples((0..<4096).map { curve(Double($0) / 4095) })
  }

  /// The luminance of grey on a display of 1000 cd/m², in cd/m² (ITU-R BT.2100 table 5).
  static func hlgLight(_ value: Double) -> Double {
    HybridLogGamma.peak * pow(HybridLogGamma.sceneLight(value), HybridLogGamma.systemGamma)
  }
}
