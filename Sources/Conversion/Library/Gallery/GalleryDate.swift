/// Dates of photos and movies as a page shows them. They are texts, such as `2024-07-12 13:25:29.5+02:00`.
enum GalleryDate {
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  /// `July 2024`; nil for what does not start with a year and a month.
  static func month(_ date: String?) -> String? {
    guard let start = date.flatMap({ start(of: $0, like: "0000-00") }),
      let month = Int(start.suffix(2)), (1...12).contains(month)
    else { return nil }
    return "\(months[month - 1]) \(start.prefix(4))"
  }

  /// `2024-07-12 13:25`, with `UTC` if the date has that; other texts as they are.
  static func minute(_ date: String) -> String {
    guard let start = start(of: date, like: "0000-00-00 00:00") else { return date }
    return start + (date.hasSuffix(" UTC") ? " UTC" : "")
  }

  /// The start of a text, if it has digits where a pattern has them, and is the same elsewhere.
  private static func start(of text: String, like pattern: String) -> String? {
    let start = text.prefix(pattern.count)
    let isLike =
      start.utf8.count == pattern.utf8.count
      && zip(start.utf8, pattern.utf8).allSatisfy { byte, wanted in
        wanted == UInt8(ascii: "0")
          ? (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) : byte == wanted
      }
    return isLike ? String(start) : nil
  }
}
