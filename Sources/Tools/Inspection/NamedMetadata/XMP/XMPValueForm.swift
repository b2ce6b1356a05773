/// The form of XMP values for users: dates with colons, fractions as numbers, words for numbers.
enum XMPValueForm {
  /// Longer texts are no words for users, but bytes in a form that their name does not tell.
  private static let shownBytes = 1 << 16

  static func written(_ text: String, _ name: String, in group: String) -> String {
    if text.utf8.count > shownBytes, !XMPTypes.isBytes(name, in: group) {
      return bytesAsText(text.utf8.count)
    }
    let isKnown = XMPNames.isKnown(group)
    var plain = text
    if !isKnown || XMPTypes.isFraction(name, in: group) { plain = fraction(text) ?? text }
    if XMPTypes.isExposure(name, in: group) { plain = leadingNumber(plain) ?? plain }
    // Photoshop writes -1 for 0xFFFF, in different lengths.
    if name == "ColorSpace", plain.hasPrefix("-") { return "Unknown (\(plain))" }
    if name == "ColorSpace", plain == "4294967295" { plain = "65535" }
    if let writing = XMPValueNames.writing(name, in: group) { return writing.written(plain) }
    if XMPTypes.isBytes(name, in: group) { return bytesAsText(base64Size(plain)) }
    if name.contains("GPS") || group == "XMP-drone-dji", let angle = coordinate(plain, name) {
      return angle
    }
    let isDate = isKnown && XMPTypes.isDate(name, in: group)
    return !isKnown || isDate ? date(plain, isDate: isDate) ?? plain : plain
  }

  /// The number at the start of `3.91 EV (1/15 sec.)`, as GIMP writes exposures.
  private static func leadingNumber(_ text: String) -> String? {
    let parts = text.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, parts[1].hasPrefix("EV"), Double(parts[0]) != nil else { return nil }
    return String(parts[0])
  }

  /// The number of bytes that a base-64 text encodes (RFC 4648 §4).
  private static func base64Size(_ text: String) -> Int {
    let digits = text.utf8.count { byte in
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"):
        true
      default: false
      }
    }
    return digits * 6 / 8
  }

  /// The number of `11/2`.
  static func fraction(_ text: String) -> String? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let upper = Double(digits(parts[0])),
      let lower = Double(digits(parts[1]))
    else { return nil }
    if lower == 0 { return upper == 0 ? "undef" : "inf" }
    return (upper / lower).significant()
  }

  private static func digits(_ text: Substring) -> String {
    let number = text.first == "-" ? text.dropFirst() : text
    return !number.isEmpty && number.allSatisfy { ("0"..."9").contains($0) } ? String(text) : ""
  }

  /// `2017:03:25 13:27:52+01:00` for `2017-03-25T13:27:52+01:00`.
  ///
  /// - Parameter isDate: whether the text is known to be a date: then it may be only a day.
  static func date(_ text: String, isDate: Bool) -> String? {
    let bytes = Array(text.utf8)
    func has(_ start: Int, _ pattern: StaticString) -> Bool {
      guard bytes.count >= start + pattern.utf8CodeUnitCount else { return false }
      return zip("\(pattern)".utf8, bytes[start...]).allSatisfy { sign, byte in
        switch sign {
        case UInt8(ascii: "0"): (0x30...0x39).contains(byte)
        case UInt8(ascii: "T"): byte == 0x54 || byte == 0x20
        default: sign == byte
        }
      }
    }
    if has(0, "0000-00-00T00:00") {
      let day = "\(text.prefix(10))".split(separator: "-").joined(separator: ":")
      var rest = text.dropFirst(11)
      if let space = rest.firstIndex(of: " ") { rest.remove(at: space) }
      return rest.contains(" ") ? nil : "\(day) \(rest)"
    }
    guard isDate, has(0, "0000") else { return nil }
    let isDay =
      bytes.count == 4 || bytes.count == 7 && has(4, "-00") || bytes.count == 10 && has(4, "-00-00")
    return isDay ? text.split(separator: "-").joined(separator: ":") : nil
  }

  /// `46 deg 21' 50.40" N` of `46,21.84N`.
  private static func coordinate(_ text: String, _ name: String) -> String? {
    let isLatitude = name.hasSuffix("Latitude")
    guard isLatitude || name.hasSuffix("Longitude") || name.hasSuffix("Longtitude") else {
      return nil
    }
    if let degrees = Double(text) {
      return
        "\(Angle.text(degrees)) \(isLatitude ? degrees < 0 ? "S" : "N" : degrees < 0 ? "W" : "E")"
    }
    guard let last = text.last else { return nil }
    // GIMP and others leave the letter to the reference, so that the angle alone is positive.
    let hasLetter = "NSEW".contains(last)
    let letter = hasLetter ? last : isLatitude ? "N" : "E"
    // Some programs write fractions with spaces between them, as in Exif.
    let parts = (hasLetter ? text.dropLast() : text[...]).split { $0 == "," || $0 == " " }
      .map { Double(fraction(String($0)) ?? String($0)) }
    guard !parts.isEmpty, parts.count <= 3, parts.allSatisfy({ $0 != nil }) else { return nil }
    var angle = 0.0
    for part in parts.reversed() { angle = angle / 60 + (part ?? 0) }
    return "\(Angle.text(angle)) \(letter)"
  }
}
