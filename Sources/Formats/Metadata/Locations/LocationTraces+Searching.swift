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
    guard depth < 3 else { return false }
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
