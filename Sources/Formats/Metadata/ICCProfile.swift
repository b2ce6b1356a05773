/// A colour profile: a header, and tags that give its numbers their meaning (ICC.1:2022 §7).
public struct ICCProfile: Sendable {
  /// A tag, as the table of tags has it.
  public struct Tag: Sendable {
    /// The signature of the tag: `rXYZ`.
    public var signature: FourCC
    /// The bytes from its type on; several tags may have the same.
    public var data: Bytes
  }

  /// All the bytes of the profile.
  public let bytes: Bytes
  /// The tags whose bytes are in the profile, in the order of the table.
  public let tags: [Tag]

  /// Real profiles have up to forty tags.
  static let tagLimit = 256
  static let headerSize = 128

  /// Reads the table of tags. Nil for fewer bytes than those of a header.
  public init?(_ bytes: Bytes) {
    guard bytes.count >= ICCProfile.headerSize else { return nil }
    self.bytes = bytes
    let count = bytes.integer(at: ICCProfile.headerSize, size: 4, .big) ?? 0
    tags = (0..<Int(min(count, UInt64(ICCProfile.tagLimit)))).compactMap { index in
      let entry = ICCProfile.headerSize + 4 + index * 12
      guard let signature = bytes.integer(at: entry, size: 4, .big),
        let offset = bytes.integer(at: entry + 4, size: 4, .big),
        let size = bytes.integer(at: entry + 8, size: 4, .big),
        let data = bytes.slice(at: Int(offset), count: Int(size))
      else { return nil }
      return Tag(signature: FourCC(rawValue: UInt32(truncatingIfNeeded: signature)), data: data)
    }
  }

  /// Why bytes are not a colour profile, in words that follow "the colour profile" (§7.2); nil if they are.
  public static func problem(of bytes: Bytes) -> String? {
    let size = Int(bytes.integer(at: 0, size: 4, .big) ?? 0)
    if bytes.count < headerSize + 4 { return "has only \(counted(bytes.count, "byte"))" }
    guard bytes.part(36..<40)?.elementsEqual("acsp".utf8) == true else {
      return "does not have the signature acsp"
    }
    guard size <= bytes.count else {
      return "says that it has \(counted(size, "byte")), but only "
        + counted(bytes.count, "is there", "are there")
    }
    return nil
  }

  /// The first tag with a signature.
  public subscript(signature: FourCC) -> Bytes? {
    tags.first { $0.signature == signature }?.data
  }

  /// The name that is shown to people: the text of the `desc` tag, in the first of its languages. Nil
  /// if there is none, or nothing but spaces.
  public var name: String? {
    guard let tag = self["desc"], let type = tag.slice(at: 0, count: 4) else { return nil }
    func number(at offset: Int) -> Int? {
      tag.integer(at: offset, size: 4, .big).map { Int(truncatingIfNeeded: $0) }
    }
    var words: String?
    if type.elementsEqual("desc".utf8), let length = number(at: 8) {
      words = tag.slice(at: 12, count: length).map { String(decoding: $0, as: UTF8.self) }
    } else if type.elementsEqual("mluc".utf8), let length = number(at: 20),
      let offset = number(at: 24)
    {
      words = tag.slice(at: offset, count: length).map { String(utf16: $0) }
    }
    let name = words?.prefix { $0 != "\0" }
    return name.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : String($0) }
  }
}

extension String {
  /// Text in UTF-16, with the upper byte of each unit first.
  init(utf16 bytes: Bytes) {
    let units = stride(from: 0, to: bytes.count - 1, by: 2).map {
      UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
    }
    self.init(decoding: units, as: UTF16.self)
  }
}

/// The 128 bytes with which a colour profile starts (ICC.1:2022 §7.2).
struct ICCHeader: FieldCodable {
  var size: UInt32 = 128
  var preferredCMM: FourCC = FourCC(rawValue: 0)
  var majorVersion: UInt8 = 4
  var minorVersion: UInt8 = 4
  var bugFixVersion: UInt8 = 0
  var deviceClass: FourCC = "mntr"
  var colourSpace: FourCC = "RGB "
  var connectionSpace: FourCC = "XYZ "
  var created = ICCDate()
  var signature: FourCC = "acsp"
  var platform: FourCC = FourCC(rawValue: 0)
  var flags: UInt32 = 0
  var manufacturer: FourCC = FourCC(rawValue: 0)
  var model: FourCC = FourCC(rawValue: 0)
  var attributes: UInt64 = 0
  var renderingIntent: UInt32 = 0
  var illuminant = ICCColour()
  var creator: FourCC = FourCC(rawValue: 0)
  var id = Bytes()

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(32, "profile_size", &size)
    try f.fourCC("preferred_CMM_type", &preferredCMM)
    try f.uint(8, "major_version", &majorVersion)
    try f.uint(4, "minor_version", &minorVersion)
    try f.uint(4, "bug_fix_version", &bugFixVersion)
    try f.reserved(16)
    try f.fourCC("profile_class", &deviceClass)
    try f.fourCC("data_colour_space", &colourSpace)
    try f.fourCC("PCS", &connectionSpace)
    try f.within("date_and_time") { (f) throws(FieldError) in try created.fields(&f) }
    try f.fourCC("profile_file_signature", &signature)
    try f.fourCC("primary_platform", &platform)
    try f.uint(
      32, "profile_flags", &flags,
      as: .flags([.bits(1, "embedded"), .bits(2, "not to be used without its data")]))
    try f.fourCC("device_manufacturer", &manufacturer)
    try f.fourCC("device_model", &model)
    try f.uint(
      64, "device_attributes", &attributes,
      as: .flags([
        .bits(1, "transparency"), .bits(2, "matte"), .bits(4, "negative"),
        .bits(8, "black and white"),
      ]))
    try f.uint(32, "rendering_intent", &renderingIntent, as: .names(ICCHeader.intents))
    try f.within("PCS_illuminant") { (f) throws(FieldError) in try illuminant.fields(&f) }
    try f.fourCC("profile_creator", &creator)
    try f.bytes("profile_ID", &id, count: .exactly(16))
    try f.reserved(28 * 8)
  }

  static let intents: ValueNames = [
    0: "perceptual", 1: "media-relative colorimetric", 2: "saturation",
    3: "ICC-absolute colorimetric",
  ]
}

/// A date and a time of the day, in UTC (ICC.1:2022 §4.2).
struct ICCDate: FieldCodable {
  var year: UInt16 = 0, month: UInt16 = 0, day: UInt16 = 0
  var hours: UInt16 = 0, minutes: UInt16 = 0, seconds: UInt16 = 0

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(16, "year", &year)
    try f.uint(16, "month", &month)
    try f.uint(16, "day", &day)
    try f.uint(16, "hours", &hours)
    try f.uint(16, "minutes", &minutes)
    try f.uint(16, "seconds", &seconds)
  }
}

/// A colour or a light by its three numbers (ICC.1:2022 §4.14).
struct ICCColour: FieldCodable {
  /// Fixed-point numbers with 16 bits before and 16 bits after the point.
  var x: Int32 = 0, y: Int32 = 0, z: Int32 = 0

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.int(32, "X", &x, as: .fixed(fraction: 16))
    try f.int(32, "Y", &y, as: .fixed(fraction: 16))
    try f.int(32, "Z", &z, as: .fixed(fraction: 16))
  }
}

/// Taking locations out of colour profiles, whose numbers stay.
extension ICCProfile {
  /// Types of tags that are numbers of colours, also those of Apple and Microsoft (ICC.1:2022 §10).
  private static let numbers: Set<FourCC> = [
    "XYZ ", "curv", "para", "sf32", "uf32", "ui08", "ui16", "ui32", "ui64", "mft1", "mft2", "mAB ",
    "mBA ", "mpet", "chrm", "cicp", "view", "meas", "sig ", "dtim", "vcgt", "vcgp", "ndin", "mmod",
    "clro",
  ]
  private static let texts: Set<FourCC> = ["text", "desc", "mluc"]

  /// The profile with zeros for what follows its stated size, and for texts, data of other forms and unused bytes that
  /// state a location. It keeps its number of bytes.
  ///
  /// - Returns: nil if it stays as it is. Zeros for bytes that are no profile and state a location.
  package static func withoutLocation(_ bytes: Bytes, _ traces: LocationTraces) -> [UInt8]? {
    guard problem(of: bytes) == nil, let profile = ICCProfile(bytes) else {
      return bytes.statesLocation(traces) ? [UInt8](repeating: 0, count: bytes.count) : nil
    }
    let size = max(headerSize + 4, Int(bytes.integer(at: 0, size: 4, .big) ?? 0))
    var result = Array(bytes)
    // All of it but numbers.
    var rest = Array(bytes.prefix(size))
    func clear(_ range: Range<Int>, in bytes: inout [UInt8]) {
      for index in range.clamped(to: bytes.indices) { bytes[index] = 0 }
    }
    clear(size..<result.count, in: &result)
    // The reserved bytes of the header can be searched.
    clear(0..<100, in: &rest)
    clear(headerSize..<headerSize + 4 + profile.tags.count * 12, in: &rest)
    let tags = profile.tags.map { tag in
      let start = tag.data.range.lowerBound - bytes.range.lowerBound
      let type = UInt32(truncatingIfNeeded: tag.data.integer(at: 0, size: 4, .big) ?? 0)
      return (range: start..<start + tag.data.count, type: FourCC(rawValue: type))
    }
    for tag in tags where numbers.contains(tag.type) { clear(tag.range, in: &rest) }
    let whole = rest
    if Bytes(rest).statesLocation(traces) {
      for tag in tags {
        let data = rest[tag.range.clamped(to: rest.indices)]
        guard Bytes(Array(data)).statesLocation(traces) else { continue }
        // A text keeps its type.
        clear(tag.range.dropFirst(texts.contains(tag.type) ? 8 : 0), in: &result)
        clear(tag.range, in: &rest)
      }
    }
    if Bytes(rest).statesLocation(traces) {
      for index in whole.indices where whole[index] != 0 { result[index] = 0 }
    }
    guard !result.elementsEqual(bytes) else { return nil }
    // The identifier of the profile is a digest (§7.2.18).
    clear(84..<100, in: &result)
    return result
  }
}

extension JPEGSegments {
  /// The payloads of the segments of a colour profile (ICC.1:2022 §B.4).
  package static func payloads(ofProfile profile: [UInt8]) -> [[UInt8]] {
    let limit = 65_533 - iccIdentifier.count - 2
    let starts = Array(stride(from: 0, to: profile.count, by: limit))
    return starts.enumerated().map { index, start in
      iccIdentifier + [
        UInt8(truncatingIfNeeded: index + 1), UInt8(truncatingIfNeeded: starts.count),
      ]
        + profile[start..<min(start + limit, profile.count)]
    }
  }
}

extension EmbeddedFormat {
  /// A colour profile (ICC.1:2022): its header and its tags, each with its content.
  public static let iccProfile = EmbeddedFormat { (f, _) throws(FieldError) in
    let bytes = f.rest
    var header = ICCHeader()
    try f.within("header") { (f) throws(FieldError) in try header.fields(&f) }
    var tags = ICCTagTable(profile: bytes)
    try tags.fields(&f)
    // The bytes after the table were read through the offsets in it.
    _ = try f.take(f.bitsLeft / 8)
  }
}

/// The table of tags (ICC.1:2022 §7.3), with their values.
private struct ICCTagTable {
  let profile: Bytes
  /// The tags that have been shown, by their ranges.
  private var shown: [Range<Int>: FourCC] = [:]
  /// Bytes of tags that are still shown: they can overlap.
  private var left: Int

  init(profile: Bytes) {
    self.profile = profile
    left = profile.count * 2
  }

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    var count: UInt32 = 0
    try f.uint(32, "tag_count", &count)
    for index in 0..<min(Int(count), ICCProfile.tagLimit) {
      try f.within("tags[\(index)]") { (f) throws(FieldError) in try tag(&f) }
    }
  }

  private mutating func tag(_ f: inout FieldCoder) throws(FieldError) {
    var (signature, offset, size) = (FourCC(rawValue: 0), UInt32(0), UInt32(0))
    try f.fourCC("tag_signature", &signature)
    try f.uint(32, "offset", &offset)
    try f.uint(32, "size", &size)
    guard let data = profile.slice(at: Int(offset), count: Int(size)) else {
      return f.damage.append(f.error(.invalid("the tag is beyond the end of the profile")))
    }
    if let other = shown[data.range] { return f.tell("same_data_as", other) }
    shown[data.range] = signature
    left -= data.count
    guard left >= 0 else { return }
    f.show(data, as: .iccTag)
  }
}

extension FieldCoder {
  /// Reports to the sink which tag has the same bytes.
  fileprivate func tell(_ name: String, _ signature: FourCC) {
    sink?.field(name, .uint(UInt64(signature.rawValue), .fourCC), bits: offset * 8..<offset * 8)
  }
}

extension EmbeddedFormat {
  /// The data of a tag (ICC.1:2022 §10): its type, and what that says.
  fileprivate static let iccTag = EmbeddedFormat { (f, _) throws(FieldError) in
    let tag = f.rest
    var type = FourCC(rawValue: 0)
    try f.fourCC("type", &type)
    try f.reserved(32)
    switch type {
    case "XYZ ":
      var colours: [ICCColour] = []
      try f.list("XYZ", &colours, count: .toEnd)
    case "text":
      var text = Text()
      try f.text("text", &text)
    case "desc": try f.iccDescription()
    case "mluc": try f.iccLanguages(tag)
    case "curv": try f.iccCurve()
    case "para": try f.iccParametricCurve()
    case "sf32":
      var numbers = FieldTable()
      try f.table(
        "values", &numbers, count: .toEnd,
        columns: [.int(32, "value", as: .fixed(fraction: 16))])
    case "sig ":
      var signature = FourCC(rawValue: 0)
      try f.fourCC("signature", &signature)
    case "dtim":
      var date = ICCDate()
      try date.fields(&f)
    case "meas": try f.iccMeasurement()
    case "view": try f.iccViewingConditions()
    case "chrm": try f.iccChromaticity()
    case "cicp":
      for name: StaticString in [
        "ColourPrimaries", "TransferCharacteristics", "MatrixCoefficients", "VideoFullRangeFlag",
      ] {
        var value: UInt8 = 0
        try f.uint(8, name, &value)
      }
    default:
      var data = Bytes()
      try f.bytes("data", &data, count: .toEnd)
    }
  }
}

extension FieldCoder {
  /// A text of the second version of the format (ICC.1:2001-04 §6.5.17).
  fileprivate mutating func iccDescription() throws(FieldError) {
    var ascii = Bytes()
    try bytes("ASCII_text", &ascii, count: .bits(32, "ASCII_count")) { .text(Text.ended($0)) }
    // Writers leave out the text in other scripts.
    guard bitsLeft >= 64 else { return }
    var (language, count) = (UInt32(0), UInt32(0))
    try uint(32, "Unicode_language_code", &language)
    try uint(32, "Unicode_count", &count)
    var unicode = Bytes()
    try bytes("Unicode_text", &unicode, count: .exactly(Int(count) * 2)) {
      .text(Text(String(utf16: $0), form: .plain))
    }
    guard bitsLeft >= 70 * 8 else { return }
    var (script, length) = (UInt16(0), UInt8(0))
    try uint(16, "ScriptCode_code", &script)
    try uint(8, "Macintosh_count", &length)
    var text = Bytes()
    try bytes("Macintosh_text", &text, count: .exactly(67)) { .text(Text.ended($0)) }
  }

  /// Texts in several languages (ICC.1:2022 §10.15).
  fileprivate mutating func iccLanguages(_ tag: Bytes) throws(FieldError) {
    var (count, size) = (UInt32(0), UInt32(0))
    try uint(32, "number_of_records", &count)
    try uint(32, "record_size", &size)
    // Records may share their text: it counts each time it is shown.
    var left = tag.count * 2
    for index in 0..<min(Int(count), 128) {
      try within("records[\(index)]") { (f) throws(FieldError) in
        var (language, country) = (Text(), Text())
        var (length, offset) = (UInt32(0), UInt32(0))
        try f.text("language_code", &language, count: .exactly(2))
        try f.text("country_code", &country, count: .exactly(2))
        try f.uint(32, "length", &length)
        try f.uint(32, "offset", &offset)
        guard let text = tag.slice(at: Int(offset), count: Int(length)) else {
          return f.damage.append(f.error(.invalid("the text is beyond the end of the tag")))
        }
        left -= text.count
        guard left >= 0 else { return }
        var inner = try f.inner(text)
        var value = Bytes()
        try inner.bytes("text", &value, count: .toEnd) {
          .text(Text(String(utf16: $0), form: .plain))
        }
      }
    }
    _ = try take(bitsLeft / 8)
  }

  /// A curve by its points, or by its exponent (ICC.1:2022 §10.6).
  fileprivate mutating func iccCurve() throws(FieldError) {
    var count: UInt32 = 0
    try uint(32, "count", &count)
    if count == 1 {
      var gamma: UInt16 = 0
      return try uint(16, "gamma", &gamma, as: .fixed(fraction: 8))
    }
    var points = FieldTable()
    try table("points", &points, count: .exactly(Int(count)), columns: [.uint(16, "value")])
  }

  /// A curve by its formula (ICC.1:2022 §10.18).
  fileprivate mutating func iccParametricCurve() throws(FieldError) {
    var type: UInt16 = 0
    try uint(
      16, "function_type", &type,
      as: .names([
        0: "X^g", 1: "(aX + b)^g, or 0", 2: "(aX + b)^g + c, or c", 3: "(aX + b)^g, or cX",
        4: "(aX + b)^g + e, or cX + f",
      ]))
    try reserved(16)
    let names: [StaticString] = ["g", "a", "b", "c", "d", "e", "f"]
    let counts = [1, 3, 4, 5, 7]
    guard Int(type) < counts.count else {
      var data = Bytes()
      return try bytes("data", &data, count: .toEnd)
    }
    for name in names.prefix(counts[Int(type)]) {
      var value: Int32 = 0
      try int(32, name, &value, as: .fixed(fraction: 16))
    }
  }

  /// The measurement of colours (ICC.1:2022 §10.14).
  fileprivate mutating func iccMeasurement() throws(FieldError) {
    var (observer, geometry, flare, illuminant) = (UInt32(0), UInt32(0), UInt32(0), UInt32(0))
    var backing = ICCColour()
    try uint(
      32, "standard_observer", &observer,
      as: .names([1: "CIE 1931, two degrees", 2: "CIE 1964, ten degrees"]))
    try within("backing") { (f) throws(FieldError) in try backing.fields(&f) }
    try uint(32, "geometry", &geometry, as: .names([1: "0°:45° or 45°:0°", 2: "0°:d or d:0°"]))
    try uint(32, "flare", &flare, as: .fixed(fraction: 16))
    try uint(32, "standard_illuminant", &illuminant, as: .names(ICCProfile.illuminants))
  }

  /// The light in which colours are seen (ICC.1:2022 §10.30).
  fileprivate mutating func iccViewingConditions() throws(FieldError) {
    var (light, surround) = (ICCColour(), ICCColour())
    var type: UInt32 = 0
    try within("illuminant") { (f) throws(FieldError) in try light.fields(&f) }
    try within("surround") { (f) throws(FieldError) in try surround.fields(&f) }
    try uint(32, "illuminant_type", &type, as: .names(ICCProfile.illuminants))
  }

  /// The chromaticities of a device (ICC.1:2022 §10.2).
  fileprivate mutating func iccChromaticity() throws(FieldError) {
    var (channels, colourant) = (UInt16(0), UInt16(0))
    try uint(16, "device_channels", &channels)
    try uint(
      16, "phosphor_or_colorant", &colourant,
      as: .names([
        1: "ITU-R BT.709-2", 2: "SMPTE RP145", 3: "EBU Tech. 3213-E", 4: "P22",
      ]))
    var points = FieldTable()
    try table(
      "channels", &points, count: .exactly(Int(channels)),
      columns: [
        .uint(32, "x", as: .fixed(fraction: 16)), .uint(32, "y", as: .fixed(fraction: 16)),
      ])
  }
}

extension ICCProfile {
  static let illuminants: ValueNames = [
    1: "D50", 2: "D65", 3: "D93", 4: "F2", 5: "D55", 6: "A", 7: "equal energy", 8: "F8",
  ]
}

extension Text {
  /// The text up to its first zero byte.
  fileprivate static func ended(_ bytes: Bytes) -> Text {
    Text(bytes: Array(bytes.prefix { $0 != 0 }))
  }
}
