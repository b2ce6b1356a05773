import FieldCoding
import ISOBMFF

/// The time at which an image or a movie was taken, as far as the file states it.
public struct CaptureTime: Hashable, Sendable {
  /// The source of the time.
  public enum Origin: String, Sendable {
    /// Exif, or a key of QuickTime metadata: the time of the camera's clock.
    case metadata
    /// The header of a movie. Programs that write movies do not always set it to the time of the recording.
    case header
  }

  /// The local time where it was recorded, in milliseconds since the start of 1970; nil if only
  /// ``universal`` is known.
  public var local: Int64?
  /// The time in UTC, in milliseconds since the start of 1970; nil if the time zone is unknown.
  public var universal: Int64?
  /// The source of the time.
  public var origin: Origin

  /// A time with the local time, the universal time, or both.
  public init(local: Int64?, universal: Int64?, origin: Origin = .metadata) {
    self.local = local
    self.universal = universal
    self.origin = origin
  }

  /// The difference of two times.
  public enum Distance: Hashable, Sendable {
    /// The difference in milliseconds.
    case exact(Int64)
    /// The difference in milliseconds if one of the times has no time zone, without whole quarters of an
    /// hour, because time zones differ by these.
    case upToZone(Int64)

    /// The difference in milliseconds, which is never negative.
    public var milliseconds: Int64 {
      switch self {
      case .exact(let milliseconds), .upToZone(let milliseconds): milliseconds
      }
    }
  }

  /// The difference of two times. Nil if it is unknown.
  public func distance(to other: CaptureTime) -> Distance? {
    delay(after: other).map { delay in
      delay.isUpToZone ? .upToZone(abs(delay.milliseconds)) : .exact(abs(delay.milliseconds))
    }
  }

  /// The difference of this time to another, in milliseconds; less than 0 if this one is earlier. Nil if it is not
  /// known. If one of the two has no time zone, the difference is known up to a whole number of quarters of an hour,
  /// and the value nearest to 0 is returned.
  package func delay(
    after other: CaptureTime
  ) -> (milliseconds: Int64, isUpToZone: Bool)? {
    if let a = universal, let b = other.universal { return (a - b, false) }
    if let a = local, let b = other.local { return (a - b, false) }
    guard let a = local ?? universal, let b = other.local ?? other.universal else { return nil }
    let quarter: Int64 = 900_000
    // Time zones go from UTC-12 to UTC+14.
    guard abs(a - b) <= 14 * 3_600_000 + quarter / 2 else { return (a - b, false) }
    let rest = (a - b) % quarter
    return (abs(rest) <= quarter / 2 ? rest : rest - rest.signum() * quarter, true)
  }

  /// Reads `2023-09-12 14:03:11.123+02:00`. The date has `:` or `-`, and there is `T` or a space before the
  /// time. The fraction, the time zone and the colon of the zone are optional.
  public init?(_ text: String) {
    var scanner = Digits(Array(text.utf8.prefix(64)))
    guard let year = scanner.number(4), scanner.skip("-:"), let month = scanner.number(2),
      scanner.skip("-:"), let day = scanner.number(2), scanner.skip(" T"),
      let hour = scanner.number(2), scanner.skip(":"), let minute = scanner.number(2),
      scanner.skip(":"), let second = scanner.number(2), (1...12).contains(month),
      (1...31).contains(day), hour < 24, minute < 60, second <= 60, year > 0
    else { return nil }
    let milliseconds = scanner.fraction()
    let days = CaptureTime.days(year, month, day)
    let local = ((days * 24 + hour) * 60 + minute) * 60_000 + second * 1000 + milliseconds
    self.init(local: local, universal: scanner.zone().map { local - $0 * 60_000 })
  }

  /// - Parameter seconds: the time of a movie header: seconds since the start of 1904, in UTC. The result
  ///   is nil for 0 and for times before 1970, which mean that the time is unknown.
  public init?(since1904 seconds: UInt64) {
    let start = Date1904.startOf1970
    guard seconds > start, seconds < 1 << 40 else { return nil }
    self.init(local: nil, universal: Int64(seconds - start) * 1000, origin: .header)
  }

  /// Days from the start of 1970 to a date of the Gregorian calendar.
  private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    // Years that start in March have the leap day at the end.
    let y = month <= 2 ? year - 1 : year
    let (era, yearOfEra) = (y / 400, y % 400)
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// Year and month of ``local``, or else of ``universal``: for the names of folders.
  package var yearAndMonth: (year: Int, month: Int) { (date.year, date.month) }

  private var date: (year: Int, month: Int, day: Int) {
    let milliseconds = local ?? universal ?? 0
    var days = milliseconds / 86_400_000 - (milliseconds % 86_400_000 < 0 ? 1 : 0)
    days += 719_468
    let era = (days >= 0 ? days : days - 146_096) / 146_097
    let dayOfEra = days - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    let day = dayOfYear - (153 * shifted + 2) / 5 + 1
    return (Int(yearOfEra + era * 400 + (month <= 2 ? 1 : 0)), Int(month), Int(day))
  }
}

/// Reads digits from the front.
private struct Digits {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  private var next: UInt8? { bytes.indices.contains(position) ? bytes[position] : nil }

  mutating func number(_ count: Int) -> Int64? {
    guard position + count <= bytes.count,
      let value = NameText.number(bytes[position..<position + count])
    else { return nil }
    position += count
    return Int64(value)
  }

  mutating func skip(_ any: String) -> Bool {
    guard let next, any.utf8.contains(next) else { return false }
    position += 1
    return true
  }

  /// Reads the fraction of a second, in milliseconds.
  mutating func fraction() -> Int64 {
    guard skip(".,") else { return 0 }
    var (value, unit): (Int64, Int64) = (0, 100)
    while let next, NameText.isDigit(next) {
      value += Int64(next - 0x30) * unit
      unit /= 10
      position += 1
    }
    return value
  }

  /// Reads the time zone, in minutes.
  mutating func zone() -> Int64? {
    if skip("Zz") { return 0 }
    let sign: Int64 = next == UInt8(ascii: "-") ? -1 : 1
    guard skip("+-"), let hours = number(2), hours <= 14 else { return nil }
    _ = skip(":")
    guard let minutes = number(2), minutes < 60 else { return sign * hours * 60 }
    return sign * (hours * 60 + minutes)
  }
}

extension CaptureTime: CustomStringConvertible {
  /// `2025-01-01T11:06:47.247+09:00` (RFC 3339), without a zone if none is known.
  public var description: String {
    func two(_ number: some BinaryInteger) -> String { zeroPadded(number, to: 2) }
    let shown = local ?? universal ?? 0
    let ofDay = ((shown % 86_400_000) + 86_400_000) % 86_400_000
    let milliseconds = ofDay % 1000
    let (year, month, day) = date
    var text = "\(year)-\(two(month))-\(two(day))T\(two(ofDay / 3_600_000))"
    text += ":\(two(ofDay / 60_000 % 60)):\(two(ofDay / 1000 % 60))"
    if milliseconds > 0 { text += "." + zeroPadded(milliseconds, to: 3) }
    guard let universal else { return text }
    guard let local, local != universal else { return text + "Z" }
    let offset = (local - universal) / 60_000
    return text + (offset < 0 ? "-" : "+") + two(abs(offset) / 60) + ":" + two(abs(offset) % 60)
  }
}

extension CaptureTime {
  /// The time in a file of Google Takeout about a photo or movie (`IMG_1.HEIC.supplemental-metadata.json`). Nil for other
  /// files.
  init?(takeoutSidecar bytes: Bytes) {
    let text = String(decoding: bytes.prefix(1 << 16), as: UTF8.self)
    guard let name = text.firstRange(of: "\"photoTakenTime\"") else { return nil }
    let object = text[name.upperBound...].prefix { $0 != "}" }
    guard let key = object.firstRange(of: "\"timestamp\"") else { return nil }
    let value = object[key.upperBound...].drop { ": \t\r\n\"".contains($0) }
    guard let seconds = Int64(value.prefix { $0 == "-" || $0.isASCII && $0.isNumber }),
      abs(seconds) < 1 << 40
    else { return nil }
    self.init(local: nil, universal: seconds * 1000)
  }
}

/// The files of Google Takeout about photos and movies. Each item of a library has one; a Live Photo is one item, whose
/// file is named after its still.
struct TakeoutSidecars {
  private struct Key: Hashable {
    var folder: Int
    var name: [UInt8]
    var copy: Int
  }

  /// The time in the sidecar of each file that has one.
  private(set) var times: [Int: CaptureTime] = [:]

  init(_ files: [LibraryFile], _ names: [MediaName], folders: [Int]) {
    var found: [Key: CaptureTime] = [:]
    for (index, file) in files.enumerated() where file.facts.kind == .metadata {
      guard let time = file.facts.captureTime, let name = names[index].describedName else {
        continue
      }
      found[Key(folder: folders[index], name: name, copy: names[index].copy)] = time
    }
    guard !found.isEmpty else { return }
    for (index, name) in names.enumerated() where files[index].facts.kind.isMedia {
      let (stem, copy) = NameText.parenthesis(name.stem[...]) ?? (name.stem[...], 0)
      let whole = Array(stem) + [UInt8(ascii: ".")] + name.fileExtension
      times[index] = found[Key(folder: folders[index], name: whole, copy: copy)]
    }
  }
}
