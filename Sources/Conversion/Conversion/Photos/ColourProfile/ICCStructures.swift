import FieldCoding

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
