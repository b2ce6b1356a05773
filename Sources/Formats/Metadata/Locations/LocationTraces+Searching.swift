/// Looking for locations in bytes of any form.
extension LocationTraces {
  /// The offset at which a location first occurs in the bytes of any file: as text with one or two bytes for each
  /// character, or in the form of the original. Nil if none occurs. Only a small part of a large file is in memory at a
  /// time.
  public func first(in bytes: Bytes) -> Int? {
    let (step, overlap) = (1 << 20, 512)
    let exact = exact
    guard !isEmpty else { return nil }
    for start in stride(from: 0, to: bytes.count, by: step) {
      guard let part = bytes.part(start..<min(bytes.count, start + step + overlap)) else { break }
      if part.isZero { continue }
      let window = Array(part)
      let found = [
        firstAngle(in: window, startingBefore: step), firstWideText(in: window),
        exact.first(in: window, startingBefore: step),
      ].compactMap { $0 }.min()
      if let found { return start + found }
    }
    return nil
  }

  /// Whether a text of a field holds the location: its coordinates, or its name.
  public func isFound(inText text: some Collection<UInt8>) -> Bool {
    guard !isEmpty else { return false }
    let bytes = Array(text)
    return hasAngle(in: bytes) || hasName(in: bytes)
      || firstWideText(in: bytes) != nil || isFound(inBase64: bytes, depth: 0)
  }

  /// Whether metadata of any form contains the location: also as numbers.
  public func isFound(inMetadata metadata: Bytes) -> Bool {
    guard !isEmpty, !metadata.isEmpty, !metadata.isZero else { return false }
    return isFound(inBytes: Array(metadata), depth: 0) || exact.isFound(in: metadata)
  }

  private func isFound(inBytes bytes: [UInt8], depth: Int) -> Bool {
    hasAngle(in: bytes) || hasName(in: bytes, notBelow: 4)
      || firstWideText(in: bytes) != nil || hasNumbers(in: bytes)
      || isFound(inBase64: bytes, depth: depth)
  }

  private func hasAngle(in bytes: [UInt8]) -> Bool {
    firstAngle(in: bytes) != nil
      || LocationTraces.withASCIIDigits(bytes).map { firstAngle(in: $0) != nil } == true
  }

  // MARK: Text of two bytes a character

  /// The start of the text that contains the location.
  private func firstWideText(in bytes: [UInt8]) -> Int? {
    firstWideText(in: bytes) { firstAngle(in: $0) != nil || hasName(in: $0) }
  }

  /// All texts of two bytes a character, in UTF-8.
  func wideTexts(in bytes: [UInt8]) -> [[UInt8]] {
    var texts: [[UInt8]] = []
    _ = firstWideText(in: bytes) { text in
      texts.append(text)
      return false
    }
    return texts
  }

  private func firstWideText(in bytes: [UInt8], where isMeant: ([UInt8]) -> Bool) -> Int? {
    for isBig in [false, true] {
      var position = 0
      while position + 8 <= bytes.count {
        var text: [UInt8] = []
        var end = position
        while let character = character(in: bytes, end, isBig) {
          if character < 0x80 {
            text.append(UInt8(character))
          } else {
            text += [0xC0 | UInt8(character >> 6), 0x80 | UInt8(character & 0x3F)]
          }
          end += 2
        }
        if text.count >= 4, isMeant(text) { return position }
        // A text is skipped as a whole: from its second byte on, it is not text.
        position = text.count >= 4 ? end : position + 1
      }
    }
    return nil
  }

  /// The character in Latin-1, or an accent for the one before, with signs of minutes and seconds as quotation marks.
  private func character(in bytes: [UInt8], _ position: Int, _ isBig: Bool) -> UInt16? {
    guard position + 1 < bytes.count else { return nil }
    let (high, low) =
      isBig ? (bytes[position], bytes[position + 1]) : (bytes[position + 1], bytes[position])
    switch (high, low) {
    case (0, 0x20...), (0, 9...13): return UInt16(low)
    case (3, 0..<0x70): return 0x300 | UInt16(low)
    case (0x20, 0x32), (0x20, 0x19): return 0x27
    case (0x20, 0x33), (0x20, 0x1D): return 0x22
    // Signs, points and digits of full width.
    case (0xFF, 0x0B...0x19): return UInt16(low) + 0x20
    default: return nil
    }
  }

  // MARK: Base 64

  /// Images and other data in XMP are in base 64, some of it twice.
  private func isFound(inBase64 bytes: [UInt8], depth: Int) -> Bool {
    guard depth < EmbeddedBase64.deepest else { return false }
    var position = 0
    while position < bytes.count {
      var digits: [UInt8] = []
      var end = position
      while end < bytes.count {
        if let digit = EmbeddedBase64.digits[bytes[end]] {
          digits.append(digit)
        } else if ![0x20, 0x09, 0x0A, 0x0D].contains(bytes[end]) {
          break
        }
        end += 1
      }
      if digits.count >= 16 {
        // The start of the first group is unknown.
        for skipped in 0..<4
        where isFound(inBytes: EmbeddedBase64.bytes(digits.dropFirst(skipped)), depth: depth + 1) {
          return true
        }
      }
      position = end + 1
    }
    return false
  }

  // MARK: Numbers

  /// Whether latitude and longitude are near each other as numbers of one form, or one of them exists as degrees,
  /// minutes and seconds in fractions.
  private func hasNumbers(in bytes: [UInt8]) -> Bool {
    guard bytes.count >= 8, let highest = (latitudes.suffix(1) + longitudes.suffix(1)).max(),
      let lowest = (latitudes.prefix(1) + longitudes.prefix(1)).min()
    else { return false }
    let likely = lowest - WrittenAngle.tolerance...highest + WrittenAngle.tolerance
    // The positions of the last latitude and longitude, by number format and byte order.
    var last = [(latitude: Int, longitude: Int)](
      repeating: (-1000, -1000), count: 2 * NumberForm.allCases.count)
    let bytes = bytes + [UInt8](repeating: 0, count: 4)
    for position in bytes.indices.dropLast(7) {
      let first = bytes.number(at: position)
      let second = bytes.number(at: position + 4)
      if first == 0, second == 0 { continue }
      for order in [ByteOrder.big, .little] {
        let (upper, lower) =
          order == .big ? (first, second) : (first.byteSwapped, second.byteSwapped)
        if isSexagesimal(bytes, position, upper, lower, order) { return true }
        for form in NumberForm.allCases {
          let value = form.degrees(upper, lower, order)
          guard likely.contains(value) else { continue }
          let index = form.rawValue * 2 + (order == .big ? 0 : 1)
          let (isLatitude, isLongitude) = (isLatitude(value), isLongitude(value))
          let reach = form.size...64
          if isLatitude && reach.contains(position - last[index].longitude)
            || isLongitude && reach.contains(position - last[index].latitude)
          {
            return true
          }
          if isLatitude { last[index].latitude = position }
          if isLongitude { last[index].longitude = position }
        }
      }
    }
    return false
  }

  /// Three fractions, as in Exif. The first one is passed.
  private func isSexagesimal(
    _ bytes: [UInt8], _ position: Int, _ upper: UInt32, _ lower: UInt32, _ order: ByteOrder
  ) -> Bool {
    guard lower != 0, position + 24 <= bytes.count else { return false }
    var degrees = Double(upper) / Double(lower)
    var isWhole = degrees == degrees.rounded()
    guard degrees <= 180 else { return false }
    for (index, unit) in [60.0, 3600].enumerated() {
      let start = position + 8 + index * 8
      let (first, second) = (bytes.number(at: start), bytes.number(at: start + 4))
      let (upper, lower) =
        order == .big ? (first, second) : (first.byteSwapped, second.byteSwapped)
      guard lower != 0 || upper == 0 else { return false }
      let number = lower == 0 ? 0 : Double(upper) / Double(lower)
      // Only the last number that is not zero has a fraction.
      guard number <= 60.001, number == 0 || isWhole else { return false }
      isWhole = number == number.rounded()
      degrees += number / unit
    }
    return degrees != degrees.rounded() && (isLatitude(degrees) || isLongitude(degrees))
  }
}

/// The binary formats of a number of degrees.
private enum NumberForm: Int, CaseIterable {
  case fixed, millionths, tenthsOfMillionths, float, fraction, double, radians

  var size: Int {
    switch self {
    case .fixed, .millionths, .tenthsOfMillionths, .float: 4
    case .fraction, .double, .radians: 8
    }
  }

  /// Without sign.
  ///
  /// - Parameters: the next numbers of 32 bits, in that order of bytes.
  func degrees(_ first: UInt32, _ second: UInt32, _ order: ByteOrder) -> Double {
    switch self {
    case .fixed: Double(Int32(bitPattern: first)).magnitude / 65_536
    case .millionths: Double(Int32(bitPattern: first)).magnitude / 1e6
    case .tenthsOfMillionths: Double(Int32(bitPattern: first)).magnitude / 1e7
    case .float: Double(Float(bitPattern: first)).magnitude
    case .fraction: second == 0 ? 0 : Double(first) / Double(second)
    case .double, .radians:
      Double(
        bitPattern: order == .big
          ? UInt64(first) << 32 | UInt64(second) : UInt64(second) << 32 | UInt64(first)
      ).magnitude * (self == .radians ? 180 / .pi : 1)
    }
  }
}

extension [UInt8] {
  /// Four bytes as a big-endian number. The caller checks that they exist.
  fileprivate func number(at position: Int) -> UInt32 {
    UInt32(self[position]) << 24 | UInt32(self[position + 1]) << 16
      | UInt32(self[position + 2]) << 8 | UInt32(self[position + 3])
  }
}

/// The locations in photos.
extension LocationTraces {
  /// Adds the locations of a TIFF structure: of its GPS directory, of texts, and of embedded data.
  public mutating func add(exif bytes: Bytes) {
    guard let file = try? TIFFFile(bytes) else { return }
    for directory in file.directories {
      if directory.kind == .gps {
        add(gps: directory)
        continue
      }
      for entry in directory.entries {
        switch entry.tag {
        case 0x02BC: add(xmp: entry.value)
        case 0x83BB, 0x8649: add(iptc: entry.value)
        case _ where entry.isText(in: directory.kind): add(text: entry.plainText)
        default: break
        }
      }
    }
    for range in file.thumbnailData {
      guard let picture = bytes.part(range), picture.count < bytes.count else { continue }
      add(jpeg: JPEGSegments(picture))
    }
  }

  /// Adds latitude and longitude, including those of the destination (Exif 2.32 §4.6.6).
  private mutating func add(gps: ExifDirectory) {
    for entry in gps.entries {
      switch entry.tag {
      case 2, 4, 0x14, 0x16:
        let parts = (0..<3).map { entry.number(at: $0) ?? 0 }
        let degrees = parts[0] + parts[1] / 60 + parts[2] / 3600
        let isLatitude = entry.tag == 2 || entry.tag == 0x14
        add(latitude: isLatitude ? degrees : nil, longitude: isLatitude ? nil : degrees)
        if entry.value.count >= 16 { add(pattern: entry.value) }
      case 0x1C: add(name: String(decoding: entry.plainText, as: UTF8.self))
      default: break
      }
    }
  }

  /// The locations of a packet: of its properties for them, and of its texts.
  public mutating func add(xmp bytes: some Collection<UInt8>) {
    guard let packet = XMPPacket(bytes) else { return }
    for value in packet.locationTexts {
      let angles = LocationTraces.angles(in: value.text)
      let name = value.name.lowercased()
      if name.contains("lat"), !name.contains("lon") {
        add(latitude: angles.first, longitude: nil)
      } else if name.contains("lon") {
        add(latitude: nil, longitude: angles.first)
      } else {
        add(text: value.text)
      }
      if value.isNamed { add(name: String(decoding: value.text, as: UTF8.self)) }
    }
    let others = packet.comments + packet.instructions + packet.outside
    let texts = packet.texts.map(\.text) + others.map { Array(packet.bytes[$0]) }
    for text in texts { add(text: text) }
    // A latitude and a longitude in properties of unknown names.
    for (first, second) in zip(texts, texts.dropFirst())
    where [first, second].allSatisfy(LocationTraces.isDecimalWithComma) {
      add(text: first + [0x20] + second)
    }
  }

  /// The angle that a text starts with.
  private static func angles(in text: [UInt8]) -> [Double] {
    var best: WrittenAngle?
    _ = AngleScanner(bytes: text).first(in: 0..<text.count) { angle in
      if let best, best.digits >= angle.digits || best.range.upperBound <= angle.range.lowerBound {
        return false
      }
      best = angle
      return false
    }
    return best.map { [$0.degrees] } ?? []
  }

  /// The locations of data sets of IPTC, in Photoshop's resources or by themselves (IPTC-IIM 4.2 §6).
  public mutating func add(iptc bytes: Bytes) {
    var position = 0
    while position + 5 <= bytes.count {
      guard bytes[position] == 0x1C, (1...9).contains(bytes[position + 1]),
        let size = bytes.integer(at: position + 3, size: 2, .big),
        let data = bytes.slice(at: position + 5, count: Int(size))
      else {
        position += 1
        continue
      }
      // Names of the shown location, city, sublocation, state, country.
      if bytes[position + 1] == 2, [27, 90, 92, 95, 101].contains(bytes[position + 2]) {
        add(name: Text.decoded(Array(data)))
      }
      add(text: data)
      position += 5 + data.count
    }
  }

  /// The locations of all segments of an image.
  public mutating func add(jpeg: JPEGSegments) {
    for exif in jpeg.exifSegments { add(exif: exif) }
    for packet in jpeg.xmpPackets + [jpeg.extendedXMP].compactMap({ $0 }) { add(xmp: packet) }
    for location in FLIRRecords(jpeg)?.locations ?? [] {
      add(latitude: location.latitude, longitude: location.longitude)
    }
    for segment in jpeg.segments {
      switch segment.marker {
      case 0xED: add(iptc: segment.payload)
      case 0xFE: add(text: segment.payload)
      default: break
      }
    }
  }

  /// The locations of the chunks of a PNG file.
  public mutating func add(png: PNGChunks) { add(png: png, inflate: nil) }

  /// - Parameter inflate: inflates compressed texts, which are not read without it.
  package mutating func add(png: PNGChunks, inflate: InflateUpTo?) {
    if let exif = png.exif { add(exif: exif) }
    for chunk in png.chunks {
      guard let text = PNGText(chunk), let content = text.text(inflate) else { continue }
      // A keyword may be the name of a number.
      add(text: Array(text.keyword.utf8) + [0x20] + content)
      if LocationText.isAddress(keyword: text.keyword) {
        add(name: String(decoding: content, as: UTF8.self))
      }
      let metadata = PNGTextMetadata(content, text.keyword)
      if let exif = metadata.exif { add(exif: exif) }
      if let xmp = metadata.xmp { add(xmp: xmp) }
      if let resources = metadata.resources { add(iptc: resources) }
    }
  }
}

extension Bytes {
  /// The most bytes of unknown form in which locations of any form are looked for.
  private static let longestExamined = 1 << 22

  /// Whether data of any form states a location, by its words or its numbers, or contains one of `traces`.
  package func statesLocation(_ traces: LocationTraces) -> Bool {
    if isEmpty || isZero { return false }
    if LocationText.mayBe(in: self) { return true }
    guard count <= Bytes.longestExamined else { return traces.first(in: self) != nil }
    var own = LocationTraces()
    own.add(data: self)
    return !own.isEmpty || traces.isFound(inMetadata: self)
  }

  /// Whether nothing is written in them: they are zeros, or what user data is overwritten with.
  package var isBlank: Bool { allSatisfy { $0 <= 3 || $0 == 0xFF } }
}

extension TIFFEntry {
  /// The texts of the camera, and of programs.
  private static let technical: Set<UInt16> = [
    0x000B, 0x010F, 0x0110, 0x0131, 0x0132, 0x013C, 0x8824, 0x882A, 0x9003, 0x9004, 0x9010, 0x9011,
    0x9012, 0x9290, 0x9291, 0x9292, 0xA004, 0xA420, 0xA431, 0xA433, 0xA434, 0xA435, 0xA439,
  ]

  /// Whether it is text: XPTitle and the others of Windows, and UserComment, have no type of text.
  func isText(in kind: ExifDirectory.Kind) -> Bool {
    type.isText || tag == 0x9286 || tag == 0x001C && kind == .gps
      || (0x9C9B...0x9C9F).contains(tag)
  }

  /// Whether it is text that a user may have written, and is not empty.
  func isFreeText(in kind: ExifDirectory.Kind) -> Bool {
    isText(in: kind) && !TIFFEntry.technical.contains(tag) && kind != .interoperability
      && LocationTraces.tellsSomething(String(decoding: plainText, as: UTF8.self))
  }

  /// Whether the standard does not have its tag, and it is long enough for a position, and no text.
  func hasUnknownForm(in kind: ExifDirectory.Kind) -> Bool {
    switch kind {
    case .ifd0, .ifd1, .ifd, .sub, .exif:
      ExifTag.knownName(tag, in: kind) == nil && !isText(in: kind) && value.count >= 8
        && !value.isBlank
    case .gps, .interoperability, .makerNote, .canon: false
    }
  }

  /// The text, in UTF-8.
  var plainText: [UInt8] {
    if (0x9C9B...0x9C9F).contains(tag) { return wide(Array(value), .little) }
    guard type == .undefined else { return Array(value.prefix { $0 != 0 }) }
    // A code of eight bytes comes first (Exif 2.32 §4.6.5, tag UserComment).
    let text = Array(value.dropFirst(8))
    return value.has("UNICODE\0".utf8) ? wide(text, order) : text
  }

  private func wide(_ bytes: [UInt8], _ order: ByteOrder) -> [UInt8] {
    var units: [UInt16] = []
    for index in stride(from: 0, to: bytes.count - 1, by: 2) {
      let pair = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      units.append(order == .big ? pair.0 << 8 | pair.1 : pair.1 << 8 | pair.0)
    }
    // Some writers use the byte order of their computer, and not that of the file.
    let isSwapped =
      units.count(where: { $0 & 0xFF == 0 }) > units.count(where: { $0 >> 8 == 0 })
    if isSwapped { units = units.map(\.byteSwapped) }
    return String(decoding: units, as: UTF16.self).utf8.filter { $0 != 0 }
  }
}

extension LocationTraces {
  /// Whether a text tells something: it has a word (dates and numbers have single letters), or characters as in
  /// coordinates: two numbers with at least two decimals, or what is not ASCII.
  package static func tellsSomething(_ text: String) -> Bool {
    var (length, decimals, coordinates) = (0, -1, 0)
    for character in text {
      length = character.isLetter ? length + 1 : 0
      // Digits of other scripts, signs of degrees, spaces without width.
      if length == 2 || !character.isASCII || character == "%" { return true }
      // The digits behind a point or comma; none before it.
      switch character {
      case ".", ",": decimals = 0
      case "0"..."9" where decimals >= 0: decimals += 1
      case "0"..."9": break
      default: decimals = -1
      }
      if decimals == 2 { coordinates += 1 }
    }
    return coordinates > 1
  }

  /// Whether an entry of a directory holds the location.
  func isFound(in entry: TIFFEntry, of kind: ExifDirectory.Kind) -> Bool {
    guard !isEmpty else { return false }
    if entry.isText(in: kind), isFound(inText: entry.plainText) { return true }
    // Long tables of numbers do not state a location.
    if [.rational, .signedRational, .float, .double].contains(entry.type), entry.count <= 16,
      (0..<entry.count).contains(where: { entry.number(at: $0).map(isCoordinate) ?? false })
    {
      return true
    }
    return entry.value.count > 4 && isFound(inMetadata: entry.value)
  }
}
