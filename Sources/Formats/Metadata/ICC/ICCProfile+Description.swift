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
