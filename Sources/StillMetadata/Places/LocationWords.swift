/// Recognises keys, texts and bytes that state a place.
package enum LocationWords {
  /// Whether a key of metadata stands for a place, or for a part of its description:
  /// `com.apple.quicktime.location.ISO6709`, `©xyz`, `GPSLatitude`.
  package static func isLocation(key: String) -> Bool {
    let key = key.lowercased()
    let words = key.split { !$0.isLetter && !$0.isNumber }
    return words.contains { word in
      names.contains(word) || prefixes.contains { word.hasPrefix($0) }
    } || key.contains("direction.facing") || key.contains("direction.motion")
  }

  private static let names: Set<Substring> = [
    "iso6709", "xyz", "loci", "altitude", "lat", "lon", "lng", "latlon", "latlng", "geo",
    "coordinates",
  ]
  private static let prefixes = ["location", "gps", "geotag", "geoloc", "latitude", "longitude"]

  /// Whether a text is a place in the form of ISO 6709: `+37.3349-122.0090+010.5/`.
  package static func isPlace(_ text: String) -> Bool { place(in: Array(text.utf8), at: 0) != nil }

  /// The coordinates of ISO 6709 that start at `position`, without altitude; nil if none do.
  static func place(in bytes: [UInt8], at position: Int) -> Range<Int>? {
    guard let middle = number(bytes, position, digits: 2...6),
      let end = number(bytes, middle, digits: 3...7)
    else { return nil }
    return position..<end
  }

  /// The end of a number with a sign and at least one decimal.
  private static func number(_ bytes: [UInt8], _ start: Int, digits: ClosedRange<Int>) -> Int? {
    func isDigit(_ position: Int) -> Bool {
      position < bytes.count && (0x30...0x39).contains(bytes[position])
    }
    guard start < bytes.count, bytes[start] == 0x2B || bytes[start] == 0x2D else { return nil }
    var position = start + 1
    while isDigit(position) { position += 1 }
    // Some writers leave out leading zeros.
    guard (1...digits.upperBound).contains(position - start - 1), position < bytes.count,
      bytes[position] == 0x2E, isDigit(position + 1)
    else { return nil }
    position += 1
    while isDigit(position) { position += 1 }
    return position
  }

  /// Whether a number of degrees starts at `position`, with its name: `lat:47.1234`, `"longitude" = "-8.5678"`.
  static func isNamedAngle(in bytes: [UInt8], at position: Int) -> Bool {
    func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }
    let word = bytes[position...].prefix(10).prefix(while: isLetter)
    let rest = bytes[word.endIndex...].prefix(18)
    guard angles.contains(word.map { $0 | 0x20 }), position == 0 || !isLetter(bytes[position - 1]),
      let value = rest.firstIndex(where: { $0 == 0x2D || $0 == 0x2B || $0 &- 0x30 < 10 }),
      rest[..<value].contains(where: { $0 == 0x3A || $0 == 0x3D }),
      rest[..<value].allSatisfy({ " \t\"':=".utf8.contains($0) })
    else { return false }
    let digits = rest[value...].drop { $0 == 0x2D || $0 == 0x2B }
      .prefix { $0 &- 0x30 < 10 || $0 == 0x2E }
      .split(separator: 0x2E, omittingEmptySubsequences: false)
    return digits.count == 2 && (1...3).contains(digits[0].count) && digits[1].count >= 3
  }

  private static let angles: Set<[UInt8]> = Set(
    ["lat", "lon", "lng", "long", "latitude", "longitude"].map { Array($0.utf8) })

  /// Whether a keyword is a part of a place, as people and services write them: `geo:lat=48.85`.
  static func isKeyword(_ text: some Collection<UInt8>) -> Bool {
    keywords.contains { text.starts(with: $0.utf8) }
  }

  private static let keywords = ["geo:lat", "geo:lon", "geo:lng"]

  /// The sign of a place, or of metadata that may contain one, in bytes of unknown format.
  package static func mayBe(in bytes: Bytes) -> Bool {
    search.isFound(in: bytes)
  }

  /// The same in space that nothing uses, where old copies of metadata may be.
  package static func mayBe(inUnused bytes: Bytes) -> Bool {
    search.isFound(in: bytes) || copies.isFound(in: bytes)
  }

  /// The same in samples of text: captions as drones write them, and what receivers say.
  package static func mayBe(inText bytes: Bytes) -> Bool {
    search.isFound(in: bytes) || captions.isFound(in: bytes)
  }

  private static let search = ByteSearch(
    [
      "GPSLatitude", "GPSPosition", "GPSCoordinates", "freeGPS ", "location.ISO6709", "latitude",
      "Latitude", "$GPRMC,", "$GNRMC,", "$GPGGA,", "$GNGGA,", "$GPGLL,", "$GNGLL,", "<gpx",
      "geo:lat", " lat=\"", " lat='",
    ].map { Array($0.utf8) } + [[0xA9, 0x78, 0x79, 0x7A]], findsPlaces: true)

  private static let copies = ByteSearch(
    ["Exif\0\0", "com.apple.quicktime.location", "<x:xmpmeta"].map { Array($0.utf8) },
    findsPlaces: false)

  private static let captions = ByteSearch(
    ["GPS", "gps", "LATITUDE", "Lat:", "lat:", "Lat ", "HOME("].map { Array($0.utf8) },
    findsPlaces: false)
}
