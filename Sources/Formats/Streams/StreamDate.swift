/// Moments and durations as ISO 8601 writes them.
public enum StreamDate {
  /// `2024-06-15T16:42:07.5+02:00` in seconds since the start of 1970; nil for texts that are not a date with a time. A time
  /// without a zone is in UTC.
  public static func seconds(_ text: String) -> Double? {
    let bytes = Array(text.utf8)
    func number(_ range: Range<Int>) -> Int? {
      guard range.upperBound <= bytes.count else { return nil }
      var value = 0
      for byte in bytes[range] {
        guard (48...57).contains(byte) else { return nil }
        value = value * 10 + Int(byte - 48)
      }
      return value
    }
    guard bytes.count >= 19, bytes.count < 64, bytes[4] == 45, bytes[7] == 45, bytes[10] == 84,
      bytes[13] == 58,
      bytes[16] == 58, let year = number(0..<4), let month = number(5..<7),
      (1...12).contains(month),
      let day = number(8..<10), (1...31).contains(day), let hour = number(11..<13), hour < 25,
      let minute = number(14..<16), minute < 60, let second = number(17..<19), second < 61
    else { return nil }
    var end = 19
    var fraction = 0.0
    if end < bytes.count, bytes[end] == UInt8(ascii: ".") || bytes[end] == UInt8(ascii: ",") {
      let digits = bytes[(end + 1)...].prefix { (48...57).contains($0) }
      guard let value = Double("0." + String(decoding: digits, as: UTF8.self)), !digits.isEmpty
      else { return nil }
      fraction = value
      end = digits.endIndex
    }
    guard let zone = zone(bytes[end...]) else { return nil }
    let days = days(year, month, day)
    return Double(days * 86_400 + hour * 3600 + minute * 60 + second - zone) + fraction
  }

  /// Seconds east of UTC.
  private static func zone(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard let first = bytes.first else { return 0 }
    if bytes.count == 1, first == UInt8(ascii: "Z") { return 0 }
    guard first == UInt8(ascii: "+") || first == UInt8(ascii: "-") else { return nil }
    let digits = bytes.dropFirst().filter { $0 != 58 }
    guard digits.count == 4 || digits.count == 2, digits.allSatisfy({ (48...57).contains($0) })
    else { return nil }
    let numbers = digits.map { Int($0) - 48 }
    let minutes =
      (numbers[0] * 10 + numbers[1]) * 60 + (numbers.count == 4 ? numbers[2] * 10 + numbers[3] : 0)
    return (first == UInt8(ascii: "-") ? -60 : 60) * minutes
  }

  /// Days since 1970 of a date of the Gregorian calendar.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let year = month > 2 ? year : year - 1
    let era = year / 400
    let ofEra = year % 400
    let ofYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return era * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear - 719_468
  }

  /// `PT1H2M3.5S` in seconds; nil for texts that are not a duration, or have years or months, whose lengths vary.
  public static func duration(_ text: String) -> Double? {
    guard text.hasPrefix("P"), text.utf8.count < 64, text.utf8.count > 2 else { return nil }
    var isTime = false
    var digits = ""
    var seconds = 0.0
    for character in text.dropFirst() {
      switch character {
      case "T" where !isTime && digits.isEmpty: isTime = true
      case "0"..."9", ".": digits.append(character)
      default:
        let units: [Character: Double] =
          isTime ? ["H": 3600, "M": 60, "S": 1] : ["D": 86_400, "W": 604_800, "Y": 0, "M": 0]
        guard let unit = units[character], let value = StreamNumber.decimal(digits),
          unit > 0 || value == 0
        else {
          return nil
        }
        seconds += value * unit
        digits = ""
      }
    }
    return digits.isEmpty ? seconds : nil
  }
}

/// Numbers as playlists and manifests write them.
enum StreamNumber {
  /// The limit leaves space for sums of a few numbers.
  static let greatest = 1 << 60

  /// `1024`: digits that are at most ``greatest``; nil for anything else.
  static func whole(_ text: some StringProtocol) -> Int? {
    guard text.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(text) else {
      return nil
    }
    return number <= greatest ? number : nil
  }

  /// `9.975`: digits with at most one point; nil for anything else, such as `1e9`, `nan` and `0x1p3`.
  static func decimal(_ text: some StringProtocol) -> Double? {
    guard !text.isEmpty, text.utf8.count < 40,
      text.utf8.enumerated().allSatisfy({ index, byte in
        (48...57).contains(byte) || byte == UInt8(ascii: ".")
          || index == 0 && byte == UInt8(ascii: "-")
      })
    else { return nil }
    return Double(String(text))
  }
}
