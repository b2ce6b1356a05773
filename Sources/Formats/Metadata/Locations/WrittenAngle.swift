/// An angle as text has it, without its sign: `46.363611`, `46,3636`, `46° 21' 49"`, `46,21.8166N`,
/// `4621.8166`, `+462149`, `46363611`.
struct WrittenAngle {
  var degrees: Double
  /// The largest distance of the same angle in another form, in degrees.
  var precision: Double
  /// The precision as a number of decimals of degrees, plus one.
  var digits: Int
  /// Whether a degree sign, a letter of a hemisphere or its name marks it as an angle.
  var isMarked: Bool
  /// What the words before it call it.
  var name: LocationText.Coordinate?
  /// Whether it has a sign, as every number of ISO 6709 has.
  var isSigned: Bool
  var range: Range<Int>

  /// Whether it is unlikely that another number has the same digits by chance.
  var isTelling: Bool { digits >= 5 || isMarked && digits >= 4 }

  /// Two forms of one location differ by less because of rounded seconds or numbers of 32 bits. It is five metres.
  static let tolerance = 5e-5
}

/// Finds angles in text, in one pass over the bytes.
struct AngleScanner {
  let bytes: [UInt8]

  /// Calls `body` with every way in which a number that starts in `range` can be an angle, until it
  /// answers true.
  func first(in range: Range<Int>, where body: (WrittenAngle) -> Bool) -> WrittenAngle? {
    var position = range.lowerBound
    while position < min(range.upperBound, bytes.count) {
      guard isDigit(position) else {
        position += 1
        continue
      }
      let number = number(at: position)
      for angle in angles(at: position, number) where body(angle) { return angle }
      // The digits after a comma may be a separate number.
      position = number.hasComma ? number.integerEnd : number.end
    }
    return nil
  }

  private struct Number {
    var integer = 0
    var value = 0.0
    var integerEnd = 0
    var digits = 0
    var decimals = 0
    var hasComma = false
    var end = 0

    var lastDigit: Double { decimals == 0 ? 1 : 1 / AngleScanner.power(decimals) }
  }

  /// The power of ten.
  private static func power(_ exponent: Int) -> Double {
    (0..<min(exponent, 15)).reduce(1.0) { value, _ in value * 10 }
  }

  private func isDigit(_ position: Int) -> Bool {
    position < bytes.count && bytes[position] &- 0x30 < 10
  }

  private func number(at start: Int) -> Number {
    var number = Number()
    var position = start
    while isDigit(position) {
      if position - start < 12 {
        number.integer = number.integer * 10 + Int(bytes[position] - 0x30)
      }
      position += 1
    }
    number.digits = position - start
    number.value = Double(number.integer)
    number.integerEnd = position
    number.end = position
    if let fraction = fraction(of: number) { return fraction }
    guard position < bytes.count, bytes[position] == 0x2E || bytes[position] == 0x2C,
      isDigit(position + 1)
    else { return number }
    let isComma = bytes[position] == 0x2C
    let first = position + 1
    var fraction = 0.0
    position = first
    while isDigit(position) {
      if position - first < 15 { fraction = fraction * 10 + Double(bytes[position] - 0x30) }
      position += 1
    }
    let decimals = position - first
    // `46,21.8166N` and `46,21,49N` of XMP are degrees and minutes; millionths have no fractions.
    if isComma, number.digits > 6 || decimals < 3 && isSeparated(position) { return number }
    number.decimals = decimals
    number.value += fraction / AngleScanner.power(decimals)
    number.hasComma = isComma
    number.end = position
    return number
  }

  /// Whether one more part follows a point or a comma.
  private func isSeparated(_ position: Int) -> Bool {
    position < bytes.count && (bytes[position] == 0x2E || bytes[position] == 0x2C)
      && isDigit(position + 1)
  }

  /// `46363611/1000000` and `46/1` of XMP and of what programs print of Exif.
  private func fraction(of number: Number) -> Number? {
    guard number.end < bytes.count, bytes[number.end] == 0x2F, isDigit(number.end + 1) else {
      return nil
    }
    var position = number.end + 1
    var divisor = 0
    while isDigit(position) {
      if position - number.end <= 12 { divisor = divisor * 10 + Int(bytes[position] - 0x30) }
      position += 1
    }
    guard divisor > 0, position == bytes.count || bytes[position] != 0x2E else { return nil }
    var result = number
    result.value = number.value / Double(divisor)
    result.integer = number.integer / divisor
    result.digits = "\(result.integer)".utf8.count
    result.decimals = number.integer % divisor == 0 ? 0 : max("\(divisor)".utf8.count - 1, 1)
    result.end = position
    return result
  }

  // MARK: Meanings of a number

  private func angles(at start: Int, _ number: Number) -> [WrittenAngle] {
    var angles: [WrittenAngle] = []
    let isSigned = start > 0 && (bytes[start - 1] == 0x2B || bytes[start - 1] == 0x2D)
    func add(_ degrees: Double, _ precision: Double, _ digits: Int, _ end: Int, _ isMarked: Bool) {
      guard degrees <= 180 else { return }
      let name = LocationText.coordinate(namedBefore: start, in: bytes)
      angles.append(
        WrittenAngle(
          degrees: degrees, precision: max(precision, WrittenAngle.tolerance), digits: digits,
          isMarked: isMarked || name != nil || hasLetter(before: start) || hasLetter(after: end),
          name: name, isSigned: isSigned, range: start..<end))
    }
    let (whole, last) = (number.integer, number.lastDigit)
    if number.decimals >= 2, number.digits <= 3 {
      add(number.value, last, number.decimals + 1, number.end, hasDegreeSign(number.end))
    }
    // Degrees and minutes without anything between them, as in NMEA 0183 and ISO 6709.
    if (3...5).contains(number.digits),
      number.decimals >= 2 || isSigned || hasLetter(before: start) || hasLetter(after: number.end)
    {
      let minutes = number.value - Double(whole / 100 * 100)
      if minutes < 60 {
        add(Double(whole / 100) + minutes / 60, last / 60, number.decimals + 2, number.end, false)
      }
    }
    if (5...7).contains(number.digits),
      number.decimals >= 1 || isSigned || hasLetter(before: start) || hasLetter(after: number.end)
    {
      let seconds = number.value - Double(whole / 100 * 100)
      let minutes = whole / 100 % 100
      if seconds < 60, minutes < 60 {
        add(
          Double(whole / 10_000) + Double(minutes) / 60 + seconds / 3600, last / 3600,
          number.decimals + 4, number.end, false)
      }
    }
    // Millionths, and tenths of them.
    if number.decimals == 0, (7...10).contains(number.digits) {
      for unit in [1e6, 1e7] { add(Double(whole) / unit, 0, 3, number.end, false) }
    }
    if number.decimals == 0, number.digits <= 3, whole <= 180 {
      addSexagesimal(Double(whole), number.end, add)
    }
    return angles
  }

  private func addSexagesimal(
    _ degrees: Double, _ end: Int, _ add: (Double, Double, Int, Int, Bool) -> Void
  ) {
    guard let (start, isMarked) = separator(at: end) else { return }
    var minutes = number(at: start)
    addSexagesimal(degrees, minutes, isMarked, add)
    guard minutes.hasComma else { return }
    // The comma may separate minutes from seconds.
    minutes.value = Double(minutes.integer)
    minutes.decimals = 0
    minutes.end = minutes.integerEnd
    addSexagesimal(degrees, minutes, isMarked, add)
  }

  private func addSexagesimal(
    _ degrees: Double, _ minutes: Number, _ isMarked: Bool,
    _ add: (Double, Double, Int, Int, Bool) -> Void
  ) {
    guard minutes.digits <= 2, minutes.value < 60 else { return }
    let value = degrees + minutes.value / 60
    if minutes.decimals == 0, let (start, _) = separator(at: minutes.end) {
      let seconds = number(at: start)
      if seconds.digits <= 2, seconds.value < 60 {
        add(
          value + seconds.value / 3600, seconds.lastDigit / 3600, seconds.decimals + 4,
          seconds.end, isMarked)
      }
    }
    add(value, minutes.lastDigit / 60, minutes.decimals + 2, minutes.end, isMarked)
  }

  /// The start of the next part of an angle, and whether there is a degree sign before it.
  private func separator(at start: Int) -> (end: Int, isMarked: Bool)? {
    var isMarked = false
    var position = start
    while position < bytes.count, position - start < 12, !isDigit(position) {
      let byte = bytes[position]
      guard byte >= 0x80 || AngleScanner.separators.contains(byte) else { return nil }
      if byte == 0xB0 || byte == 0xBA || byte | 0x20 == UInt8(ascii: "d") { isMarked = true }
      position += 1
    }
    return position > start && isDigit(position) ? (position, isMarked) : nil
  }

  private static let separators = Set("\t\n\r ,:;'\"-_/&.degminutsrachD".utf8)

  private func hasDegreeSign(_ position: Int) -> Bool {
    var position = position
    while position < bytes.count, bytes[position] == 0x20 || bytes[position] == 0xC2 {
      position += 1
    }
    guard position < bytes.count else { return false }
    return bytes[position] == 0xB0 || bytes[position] == 0xBA
      || bytes[position...].starts(with: "deg".utf8)
  }

  // MARK: Hemispheres

  private func isLetter(_ position: Int) -> Bool {
    guard bytes.indices.contains(position) else { return false }
    return (bytes[position] | 0x20) &- 0x61 < 26
  }

  private func isHemisphere(_ position: Int) -> Bool {
    bytes.indices.contains(position) && "NSEWOnsewo".utf8.contains(bytes[position])
      && !isLetter(position - 1) && !isLetter(position + 1)
  }

  private func hasLetter(before start: Int) -> Bool {
    var position = start - 1
    while position >= 0, start - position < 4,
      [0x20, 0x2B, 0x2D, 0x3D, 0x3A].contains(bytes[position])
    {
      position -= 1
    }
    return isHemisphere(position)
  }

  private func hasLetter(after end: Int) -> Bool {
    var position = end
    while position < bytes.count, position - end < 6,
      bytes[position] >= 0x80 || [0x20, 0x22, 0x27, 0x2C].contains(bytes[position])
    {
      position += 1
    }
    return isHemisphere(position)
  }
}
