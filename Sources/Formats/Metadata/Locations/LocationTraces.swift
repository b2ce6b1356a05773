import FieldCoding

/// The locations that a file states: coordinates, in all forms in which they can be written, and names in location
/// fields. New files without the location are searched for them.
public struct LocationTraces: Sendable {
  /// Degrees without sign, in order.
  private(set) var latitudes: [Double] = []
  private(set) var longitudes: [Double] = []
  /// Words by their first byte, with small letters in ASCII and composed letters (NFC).
  private var names: [UInt8: Set<[UInt8]>] = [:]
  private var areNamesASCII = true
  /// Coordinates as they stood in the file.
  private var patterns: Set<[UInt8]> = []

  /// No real file has more names of locations; the limit bounds the cost of hostile files.
  private static let nameLimit = 1000

  public init() {}

  /// Whether there is nothing to look for.
  public var isEmpty: Bool {
    latitudes.isEmpty && longitudes.isEmpty && names.isEmpty && patterns.isEmpty
  }

  // MARK: Search terms

  /// Adds a location in degrees. Zero occurs in every file.
  public mutating func add(latitude: Double?, longitude: Double?) {
    LocationTraces.insert(latitude, into: &latitudes, limit: 90)
    LocationTraces.insert(longitude, into: &longitudes, limit: 180)
  }

  private static func insert(_ value: Double?, into list: inout [Double], limit: Double) {
    guard let value = value?.magnitude, value >= 1e-4, value <= limit else { return }
    let index = list.partitioningIndex { $0 >= value }
    // Positions of a track are many, and close to one another.
    guard index == list.count || list[index] - value > 1e-6 else { return }
    list.insert(value, at: index)
  }

  /// The name of a location, from a field that is for one.
  public mutating func add(name: String) {
    let words = name.split { $0.isWhitespace || $0 == "\0" }.joined(separator: " ").composed
    guard words.utf8.count >= 3, words.utf8.count <= 200, words.contains(where: \.isLetter),
      names.values.reduce(0, { $0 + $1.count }) < LocationTraces.nameLimit
    else { return }
    areNamesASCII = areNamesASCII && words.utf8.allSatisfy { $0 < 0x80 }
    for form in Set([words, words.lowercased(), words.uppercased()]) {
      insert(name: Array(form.utf8))
      // Text that is not Latin-1 is also searched for in UTF-16, in both byte orders.
      guard form.unicodeScalars.contains(where: { $0.value > 0xFF }) else { continue }
      insert(name: form.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] })
      insert(name: form.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
    }
  }

  private mutating func insert(name: [UInt8]) {
    let bytes = name.map(\.smallLetter)
    if let first = bytes.first { names[first, default: []].insert(bytes) }
  }

  /// Bytes that are coordinates.
  package mutating func add(pattern: some Collection<UInt8>) {
    // Zeros, and what divides nothing by one, are in every file.
    guard pattern.count >= 8, pattern.count(where: { $0 > 1 }) > 2 else { return }
    patterns.insert(Array(pattern))
  }

  /// A text that people or programs write, with one or two bytes for each character: coordinates in it are found if it
  /// has both, or says which one it is, also in data that it contains in base 64.
  public mutating func add(text: some Collection<UInt8>) { add(text: Array(text), depth: 0) }

  private mutating func add(text bytes: [UInt8], depth: Int) {
    let texts =
      [bytes] + wideTexts(in: bytes) + [LocationTraces.withASCIIDigits(bytes)].compactMap { $0 }
    for text in texts + texts.compactMap(LocationTraces.withDecimalPoints) {
      for (latitude, longitude) in LocationTraces.coordinates(in: text) {
        add(latitude: latitude, longitude: longitude)
      }
      guard depth < EmbeddedBase64.deepest else { continue }
      for data in EmbeddedBase64.data(in: text) { add(data: Bytes(data), depth: depth + 1) }
    }
  }

  /// The text with the digits of other scripts, and those of full width, as digits of ASCII; nil if it has none.
  static func withASCIIDigits(_ text: [UInt8]) -> [UInt8]? {
    guard text.contains(where: { $0 >= 0x80 }), let words = String(validating: text, as: UTF8.self)
    else { return nil }
    var plain: [UInt8] = []
    for scalar in words.unicodeScalars {
      if scalar.properties.numericType == .decimal, let digit = scalar.properties.numericValue {
        plain.append(0x30 + UInt8(digit))
      } else if scalar == "\u{66B}" {
        plain.append(0x2E)
      } else if (0xFF01...0xFF5E).contains(scalar.value) {
        plain.append(UInt8(scalar.value - 0xFEE0))
      } else {
        plain += Array(String(scalar).utf8)
      }
    }
    return plain == text ? nil : plain
  }

  /// The text with points for decimal commas, as in `48,8583/2,2945`; nil if there are not two of them.
  private static func withDecimalPoints(_ text: [UInt8]) -> [UInt8]? {
    func isDigit(_ position: Int) -> Bool {
      text.indices.contains(position) && text[position] &- 0x30 < 10
    }
    let commas = text.indices.filter { position in
      text[position] == 0x2C && isDigit(position - 1)
        && (1...4).allSatisfy { isDigit(position + $0) }
        && !(1...3).allSatisfy { isDigit(position - 1 - $0) }
    }
    guard commas.count >= 2 else { return nil }
    var text = text
    for comma in commas { text[comma] = 0x2E }
    return text
  }

  /// Whether a text is nothing but a number of degrees with at least four decimals, as in `48,8583`.
  static func isDecimalWithComma(_ text: [UInt8]) -> Bool {
    let parts = text.drop { $0 == 0x2B || $0 == 0x2D }
      .split(separator: 0x2C, omittingEmptySubsequences: false)
    return parts.count == 2 && (1...3).contains(parts[0].count) && parts[1].count >= 4
      && parts.joined().allSatisfy { $0 &- 0x30 < 10 }
  }

  /// Data of unknown form: an image, Exif, XMP, or text. They may be behind other bytes.
  public mutating func add(data: Bytes) { add(data: data, depth: 0) }

  private mutating func add(data: Bytes, depth: Int) {
    let bytes = Array(data)
    add(text: bytes, depth: depth)
    for (start, form) in EmbeddedForm.all(in: bytes) {
      guard let part = data.part(start..<data.count) else { continue }
      switch form {
      case .jpeg: add(jpeg: JPEGSegments(part))
      case .exif: add(exif: part)
      case .xmp: add(xmp: part)
      }
    }
  }

  /// The coordinates that a text states: angles with a name, two angles one after the other, which their signs, letters
  /// or number of digits show to be such, or two numbers and nothing else.
  static func coordinates(in text: [UInt8]) -> [(latitude: Double?, longitude: Double?)] {
    var found: [(Double?, Double?)] = [pair(text)].compactMap { $0 }
    var last: WrittenAngle?
    _ = AngleScanner(bytes: text).first(in: 0..<text.count) { angle in
      if let name = angle.name, angle.digits >= 3 {
        found.append(name == .latitude ? (angle.degrees, nil) : (nil, angle.degrees))
      }
      if let start = last, start.range.upperBound <= angle.range.lowerBound {
        // Groups of identifiers look like degrees and minutes.
        let isISO =
          start.isSigned && angle.isSigned && min(start.digits, angle.digits) >= 3
          && start.range.upperBound + 1 == angle.range.lowerBound
        if isISO || start.isTelling && angle.isTelling,
          belongTogether(text[start.range.upperBound..<angle.range.lowerBound]),
          min(start.degrees, angle.degrees) <= 90, max(start.degrees, angle.degrees) >= 1
        {
          let isSwapped = start.degrees > 90
          found.append(
            isSwapped ? (angle.degrees, start.degrees) : (start.degrees, angle.degrees))
          last = nil
          return false
        }
      }
      // Of overlapping readings of a number, the first one that is unlikely by chance counts.
      let isBetter =
        last.map { !$0.isTelling || $0.range.upperBound <= angle.range.lowerBound } ?? true
      if angle.isTelling || angle.isSigned, isBetter { last = angle }
      return false
    }
    return found
  }

  /// A latitude and a longitude that are the whole text, as in `52.12,13.765`. With fewer decimals, they may be a size.
  private static func pair(_ text: [UInt8]) -> (Double?, Double?)? {
    guard text.count <= 48 else { return nil }
    let parts = text.split { " \t\r\n\0,;/|()[]".utf8.contains($0) }
    var (numbers, decimals): ([Double], Int) = ([], 0)
    for part in parts {
      let digits = part.drop { $0 == 0x2B || $0 == 0x2D }
        .split(separator: 0x2E, omittingEmptySubsequences: false)
      guard digits.count == 2, (1...3).contains(digits[0].count), digits[1].count >= 2,
        digits.joined().allSatisfy({ $0 &- 0x30 < 10 }),
        let number = Double(String(decoding: part, as: UTF8.self))
      else { return nil }
      numbers.append(number.magnitude)
      decimals += digits[1].count
    }
    guard numbers.count == 2, decimals >= 5, numbers.contains(where: { $0 >= 1 }) else {
      return nil
    }
    let isSwapped = numbers[0] > 90
    return isSwapped ? (numbers[1], numbers[0]) : (numbers[0], numbers[1])
  }

  /// Whether two angles with this text between them belong to one location.
  private static func belongTogether(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.count <= 24 else { return false }
    let words = String(decoding: text, as: UTF8.self).lowercased().split { !$0.isLetter }
    return words.allSatisfy { wordsBetween.contains($0) }
  }

  private static let wordsBetween: Set<Substring> = [
    "n", "s", "e", "w", "north", "south", "east", "west", "lat", "lon", "lng", "long", "latitude",
    "longitude", "and", "deg", "x", "y", "o", "nord", "süd", "sud", "sur", "ost", "este", "est",
    "ouest", "oeste", "ovest", "norte", "noord", "zuid", "oost",
  ]

  // MARK: Looking

  private enum Match: Comparable { case none, possible, certain }

  /// - Parameter list: in order.
  private func match(_ value: Double, _ precision: Double, _ list: [Double]) -> Match {
    var index = list.partitioningIndex { $0 >= value - precision }
    var result = Match.none
    while index < list.count, list[index] <= value + precision {
      let hundred = list[index] * 100
      // A number with two decimals is too common.
      if (hundred - hundred.rounded()).magnitude > 1e-4 { return .certain }
      result = .possible
      index += 1
    }
    return result
  }

  func isLatitude(_ value: Double) -> Bool {
    match(value, WrittenAngle.tolerance, latitudes) != .none
  }

  func isLongitude(_ value: Double) -> Bool {
    match(value, WrittenAngle.tolerance, longitudes) != .none
  }

  /// Whether a number is one of the coordinates, and is unlikely to be another number.
  func isCoordinate(_ value: Double) -> Bool {
    max(match(value.magnitude, 1e-6, latitudes), match(value.magnitude, 1e-6, longitudes))
      == .certain
  }

  /// Whether a floating-point number of 32 or 64 bits, the highest byte first, is one of the coordinates.
  package func isCoordinate(float bytes: Bytes) -> Bool {
    guard [4, 8].contains(bytes.count),
      let bits = bytes.integer(at: 0, size: bytes.count, .big)
    else { return false }
    if bytes.count == 8 { return isCoordinate(Double(bitPattern: bits)) }
    let value = Float(bitPattern: UInt32(truncatingIfNeeded: bits)).magnitude
    return (latitudes + longitudes).contains { Float($0) == value && isCoordinate($0) }
  }

  /// The start of the first angle of the location: a latitude or a longitude that cannot be anything else, or both.
  func firstAngle(in bytes: [UInt8], startingBefore limit: Int = .max) -> Int? {
    guard !latitudes.isEmpty || !longitudes.isEmpty else { return nil }
    var latitude: Range<Int>?
    var longitude: Range<Int>?
    func isNear(_ last: Range<Int>?, _ angle: WrittenAngle) -> Bool {
      guard let last else { return false }
      return last.upperBound <= angle.range.lowerBound
        && angle.range.lowerBound - last.upperBound <= 64
    }
    let scanner = AngleScanner(bytes: bytes)
    return scanner.first(in: 0..<min(limit, bytes.count)) { angle in
      let first = match(angle.degrees, angle.precision, latitudes)
      let second = match(angle.degrees, angle.precision, longitudes)
      if angle.isTelling, max(first, second) == .certain { return true }
      if angle.name != nil, max(first, second) != .none { return true }
      if first != .none, isNear(longitude, angle) { return true }
      if second != .none, isNear(latitude, angle) { return true }
      if first != .none { latitude = angle.range }
      if second != .none { longitude = angle.range }
      return false
    }?.range.lowerBound
  }

  /// Whether a name of a location occurs that is not part of a longer word, with composed or decomposed letters.
  ///
  /// - Parameter length: shorter names are not searched for, for example in bytes that are not text.
  func hasName(in bytes: [UInt8], notBelow length: Int = 3) -> Bool {
    guard !names.isEmpty else { return false }
    if hasComposedName(in: bytes, notBelow: length) { return true }
    // Files of macOS have a letter and its accent as two characters (NFD).
    guard !areNamesASCII, bytes.contains(where: { $0 >= 0x80 }) else { return false }
    let composed = String(decoding: bytes, as: UTF8.self).composed
    return hasComposedName(in: Array(composed.utf8), notBelow: length)
  }

  private func hasComposedName(in bytes: [UInt8], notBelow length: Int) -> Bool {
    func isWord(_ position: Int) -> Bool {
      guard bytes.indices.contains(position) else { return false }
      return bytes[position] &- 0x30 < 10 || (bytes[position] | 0x20) &- 0x61 < 26
    }
    return bytes.indices.contains { start in
      guard !isWord(start - 1), let candidates = names[bytes[start].smallLetter] else {
        return false
      }
      return candidates.contains { name in
        name.count >= length && start + name.count <= bytes.count && !isWord(start + name.count)
          && name.indices.allSatisfy { bytes[start + $0].smallLetter == name[$0] }
      }
    }
  }

  /// A search for the bytes exactly as they were in the file.
  var exact: ByteSearch { ByteSearch(patterns, findsCoordinates: false) }
}

extension UInt8 {
  /// The lower-case letter of an ASCII capital letter; any other byte does not change.
  fileprivate var smallLetter: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }
}

extension String {
  /// The same text with letters and accents as one character where there is one (NFC).
  fileprivate var composed: String {
    // The standard library has normalisation only under this name.
    String(decoding: _nfcCodeUnits, as: UTF8.self)
  }
}

/// Finds any of several patterns in bytes.
package struct ByteSearch: Sendable {
  /// The patterns by their first byte.
  private var patterns: [[[UInt8]]] = Array(repeating: [], count: 256)
  private var longest = 1
  /// The bytes before a number in which its name may be.
  private static let longestName = 64
  private let findsCoordinates: Bool

  /// - Parameter findsCoordinates: whether coordinates as of ISO 6709, and degrees with a name, are found, too.
  package init(_ patterns: some Sequence<[UInt8]>, findsCoordinates: Bool) {
    self.findsCoordinates = findsCoordinates
    for pattern in patterns {
      guard let first = pattern.first else { continue }
      self.patterns[Int(first)].append(pattern)
      longest = max(longest, pattern.count)
    }
    // The longest coordinates: signs, points, and more decimals than anyone writes.
    if findsCoordinates { longest = max(longest, 64) }
  }

  package func isFound(in bytes: Bytes) -> Bool { first(in: bytes) != nil }

  /// The first offset of any pattern. Of a big file, little is in memory at a time.
  package func first(in bytes: Bytes) -> Int? {
    let step = 1 << 20
    var start = 0
    while start < bytes.count {
      let end = min(bytes.count, start + step + longest - 1)
      let before = findsCoordinates ? min(start, ByteSearch.longestName) : 0
      guard let part = bytes.part(start - before..<end) else { return nil }
      // No pattern consists only of zeros.
      defer { start += step }
      if part.isZero { continue }
      if let found = first(in: Array(part), from: before, startingBefore: before + step) {
        return start - before + found
      }
    }
    return nil
  }

  func first(in bytes: [UInt8], from start: Int = 0, startingBefore limit: Int) -> Int? {
    for position in start..<min(limit, bytes.count) {
      let byte = bytes[position]
      for pattern in patterns[Int(byte)]
      where position + pattern.count <= bytes.count
        && bytes[position..<position + pattern.count].elementsEqual(pattern)
      {
        return position
      }
      if findsCoordinates, byte == 0x2B || byte == 0x2D,
        LocationText.iso6709Range(in: bytes, at: position) != nil
      {
        return position
      }
      if findsCoordinates, byte &- 0x30 < 10, LocationText.isNamedAngle(in: bytes, at: position) {
        return position
      }
    }
    return nil
  }
}

/// Forms of data that may be within data of another form, by their first bytes.
enum EmbeddedForm: CaseIterable {
  case jpeg, exif, xmp

  private var starts: [[UInt8]] {
    switch self {
    case .jpeg: [[0xFF, 0xD8, 0xFF]]
    case .exif: [Array("II*\0".utf8), Array("MM\0*".utf8)]
    case .xmp: [Array("<x:xmpmeta".utf8)]
    }
  }

  /// No real data has more of them; the limit bounds the cost of hostile files.
  private static let limit = 16

  /// The first offsets at which such data begins.
  static func all(in bytes: [UInt8]) -> [(start: Int, form: EmbeddedForm)] {
    let forms = allCases.flatMap { form in form.starts.map { (form, $0) } }
    var found: [(start: Int, form: EmbeddedForm)] = []
    for position in bytes.indices where found.count < limit {
      for (form, start) in forms where bytes[position] == start[0] {
        if bytes[position...].starts(with: start) { found.append((position, form)) }
      }
    }
    return found
  }
}

/// RFC 4648 §4, §5.
enum EmbeddedBase64 {
  static let digits: [UInt8: UInt8] = {
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    var digits = Dictionary(uniqueKeysWithValues: zip(letters.utf8, UInt8(0)...UInt8(63)))
    digits[UInt8(ascii: "-")] = 62
    digits[UInt8(ascii: "_")] = 63
    return digits
  }()

  /// Some data is in base 64 twice; the limit bounds the cost of hostile files.
  static let deepest = 3

  /// The data of the values in a text that are long enough to hold a location. The start of its first group is unknown:
  /// the type of a content, which may precede it, has the same letters.
  static func data(in text: [UInt8]) -> [[UInt8]] {
    var found: [[UInt8]] = []
    var digits: [UInt8] = []
    for byte in text + [0] {
      if let digit = EmbeddedBase64.digits[byte] {
        digits.append(digit)
      } else if byte != 0x0A, byte != 0x0D {
        if digits.count >= 22 { found += (0..<4).map { bytes(digits.dropFirst($0)) } }
        digits = []
      }
    }
    return found
  }

  static func bytes(_ digits: some Sequence<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    var (bits, count) = (UInt32(0), 0)
    for digit in digits {
      bits = bits << 6 | UInt32(digit)
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    return bytes
  }
}
