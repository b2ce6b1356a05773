/// Recognises keys, texts and bytes that state a location.
package enum LocationText {
  /// Whether a key of metadata stands for a location, or for a part of its description:
  /// `com.apple.quicktime.location.ISO6709`, `©xyz`, `GPSLatitude`.
  package static func isLocation(key: String) -> Bool {
    // Files have many keys, and all of them are of ASCII.
    let key = key.utf8.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }
    let words = key.split { $0 &- 0x61 >= 26 && $0 &- 0x30 >= 10 }
    return words.contains { word in
      names.contains { word.elementsEqual($0) } || prefixes.contains { word.starts(with: $0) }
    }
      || zip(words, words.dropFirst()).contains { first, second in
        first.elementsEqual("direction".utf8)
          && (second.elementsEqual("facing".utf8) || second.elementsEqual("motion".utf8))
      }
  }

  /// Whether a keyword of a text stands for a location: also for a part of an address, with any prefix, as in
  /// `photoshop:City`.
  package static func isLocation(keyword: String) -> Bool {
    isLocation(key: keyword) || isAddress(keyword: keyword)
  }

  /// Whether the text of a keyword is a part of an address.
  static func isAddress(keyword: String) -> Bool {
    let word = keyword.lowercased().split { !$0.isLetter && !$0.isNumber }.last
    return word.map { addresses.contains($0) } == true
  }

  private static let addresses: Set<Substring> = [
    "city", "sublocation", "country", "countrycode", "countryname", "state", "province",
    "provincestate",
  ]

  private static let names = [
    "iso6709", "xyz", "loci", "altitude", "lat", "lon", "lng", "latlon", "latlng", "geo",
    "coordinates",
  ].map { Array($0.utf8) }
  private static let prefixes = ["location", "gps", "geotag", "geoloc", "latitude", "longitude"]
    .map { Array($0.utf8) }

  /// Whether a text is a location in the form of ISO 6709: `+37.3349-122.0090+010.5/`.
  package static func isISO6709(_ text: String) -> Bool {
    iso6709Range(in: Array(text.utf8), at: 0) != nil
  }

  /// The coordinates of ISO 6709 that start at `position`, without altitude; nil if none do.
  static func iso6709Range(in bytes: [UInt8], at position: Int) -> Range<Int>? {
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

  /// What a number is, by the words before it.
  enum Coordinate { case latitude, longitude }

  /// What the words before a number call it, also as parts of a longer word: `lat:47.1234`, `"MAPLongitude" : "-8.5678"`,
  /// `gps_lat = 47.1234`, `緯度 47.1234`. Nil if they do not call it a coordinate.
  static func coordinate(namedBefore position: Int, in bytes: [UInt8]) -> Coordinate? {
    func isSmall(_ byte: UInt8) -> Bool { byte &- 0x61 < 26 }
    func isCapital(_ byte: UInt8) -> Bool { byte &- 0x41 < 26 }
    func isWord(_ byte: UInt8) -> Bool {
      byte >= 0x80 || byte == 0x5F || byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26
    }
    var end = position
    while end > 0, position - end < 12, afterNames.contains(bytes[end - 1]) { end -= 1 }
    var start = end
    while start > 0, end - start < 40, isWord(bytes[start - 1]) { start -= 1 }
    // Many scripts have no spaces.
    guard end < position || end > 0 && bytes[end - 1] >= 0x80, end - start >= 3 else { return nil }
    let word = String(decoding: bytes[start..<end], as: UTF8.self).lowercased()
    if let stem = stems.first(where: { word.contains($0.stem) }) { return stem.coordinate }
    // The words of `gpsLat`, `GPSLatDeg`, `lat_1`.
    var part: [UInt8] = []
    for index in start...end {
      let byte = index < end ? bytes[index] : 0
      let isStart =
        isCapital(byte)
        && (part.last.map { isSmall($0) } == true || index + 1 < end && isSmall(bytes[index + 1]))
      if isStart || !isCapital(byte) && !isSmall(byte) {
        let name = String(decoding: part, as: UTF8.self).lowercased()
        // A text may say how long something is.
        let isAssigned = bytes[end..<position].contains { $0 == 0x3A || $0 == 0x3D }
        if let coordinate = angles[name], name != "long" || isAssigned { return coordinate }
        part = []
      }
      if isCapital(byte) || isSmall(byte) { part.append(byte) }
    }
    return nil
  }

  /// What may be between a name and its number in JSON, XML, property lists and captions.
  private static let afterNames = Set(" \t\r\n\"'`\\:=>([{+-".utf8)

  private static let angles: [String: Coordinate] = [
    "lat": .latitude, "gpslat": .latitude, "geolat": .latitude, "lon": .longitude,
    "lng": .longitude, "long": .longitude, "gpslon": .longitude, "gpslng": .longitude,
    "gpslong": .longitude, "geolon": .longitude, "geolng": .longitude,
  ]

  /// Parts of words that say nothing else in any language.
  private static let stems: [(stem: String, coordinate: Coordinate)] =
    ["latitud", "breitengrad", "breedtegraad", "широта", "緯度", "纬度", "위도"]
    .map { ($0, .latitude) }
    + ["longitud", "längengrad", "lengtegraad", "долгота", "経度", "經度", "经度", "경도"]
    .map { ($0, .longitude) }

  /// Whether a number starts at `position` that words before it call a latitude or a longitude.
  static func isNamedAngle(in bytes: [UInt8], at position: Int) -> Bool {
    guard position > 0, bytes[position - 1] >= 0x80 || afterNames.contains(bytes[position - 1])
    else { return false }
    return AngleScanner(bytes: bytes).first(in: position..<position + 1) {
      $0.name != nil && $0.isTelling
    } != nil
  }

  /// Whether a keyword is a part of a location, as people and services write them: `geo:lat=48.85`.
  static func isKeyword(_ text: some Collection<UInt8>) -> Bool {
    keywords.contains { text.starts(with: $0.utf8) }
  }

  private static let keywords = ["geo:lat", "geo:lon", "geo:lng"]

  /// The sign of a location, or of metadata that may contain one, in bytes of unknown format.
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
    ].map { Array($0.utf8) } + [[0xA9, 0x78, 0x79, 0x7A]], findsCoordinates: true)

  private static let copies = ByteSearch(
    ["Exif\0\0", "com.apple.quicktime.location", "<x:xmpmeta"].map { Array($0.utf8) },
    findsCoordinates: false)

  private static let captions = ByteSearch(
    ["GPS", "gps", "LATITUDE", "Lat:", "lat:", "Lat ", "HOME("].map { Array($0.utf8) },
    findsCoordinates: false)
}
