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
