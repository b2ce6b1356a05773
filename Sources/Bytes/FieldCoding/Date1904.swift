/// Seconds since 1904-01-01 00:00 UTC as a date (ISO/IEC 14496-12 §8.2.2.3).
public enum Date1904 {
  /// The start of 1970, where the time of Unix begins.
  public static let startOf1970: UInt64 = 2_082_844_800

  /// `2023-09-12 14:03:11 UTC`; `out of range` past the year 9999.
  public static func text(_ seconds: UInt64) -> String {
    parts(seconds).map { "\($0.date) \($0.time) UTC" } ?? "out of range"
  }

  /// `2024-06-15T16:42:07Z`; nil past the year 9999.
  public static func standardText(_ seconds: UInt64) -> String? {
    parts(seconds).map { "\($0.date)T\($0.time)Z" }
  }

  private static func parts(_ seconds: UInt64) -> (date: String, time: String)? {
    guard seconds < 300_000_000_000 else { return nil }
    let time = Int(seconds % 86_400)
    let (year, month, date) = civil(Int(seconds / 86_400) + epoch)
    guard year <= 9999 else { return nil }
    func two(_ number: Int) -> String { zeroPadded(number, to: 2) }
    return (
      "\(year)-\(two(month))-\(two(date))",
      "\(two(time / 3600)):\(two(time / 60 % 60)):\(two(time % 60))"
    )
  }

  /// Reads `2024-06-15T16:42:07Z`; a space instead of the T, `UTC` instead of the Z, and a date without a time are
  /// also allowed. Nil for other texts, and for dates before 1904.
  public static func seconds(_ text: String) -> UInt64? {
    var text = text
    for suffix in ["Z", " UTC"] where text.hasSuffix(suffix) { text.removeLast(suffix.count) }
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "T" || $0 == " " }
    guard (1...2).contains(parts.count), let date = numbers(parts[0], "-"), date.count == 3,
      (1904...9999).contains(date[0]), (1...12).contains(date[1]), date[2] >= 1
    else { return nil }
    let day = days(date[0], date[1], date[2])
    // A day that the month does not have would be one of the next.
    guard civil(day) == (date[0], date[1], date[2]) else { return nil }
    var time = [0, 0, 0]
    if parts.count == 2 {
      guard let stated = numbers(parts[1], ":"), stated.count == 3, stated[0] < 24,
        stated[1] < 60, stated[2] < 60
      else { return nil }
      time = stated
    }
    return UInt64((day - epoch) * 86_400 + time[0] * 3600 + time[1] * 60 + time[2])
  }

  private static func numbers(_ text: Substring, _ separator: Character) -> [Int]? {
    let parts = text.split(separator: separator, omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in
      part.allSatisfy { ("0"..."9").contains($0) } && part.count <= 4 ? Int(part) : nil
    }
    return numbers.count == parts.count ? numbers : nil
  }

  private static let epoch = days(1904, 1, 1)

  /// Days since the first of March of the year 0, in the calendar of today.
  private static func days(_ year: Int, _ month: Int, _ date: Int) -> Int {
    let year = month < 3 ? year - 1 : year
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + date - 1
    return year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear
  }

  private static func civil(_ day: Int) -> (year: Int, month: Int, date: Int) {
    let era = day / 146_097
    let dayOfEra = day % 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let date = dayOfYear - (153 * month + 2) / 5 + 1
    return (era * 400 + yearOfEra + (month >= 10 ? 1 : 0), month < 10 ? month + 3 : month - 9, date)
  }
}
