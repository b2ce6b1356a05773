internal import FieldCoding
internal import Metadata
import Platform

/// The form of a tag's values for users, from their plain form: numbers with a space between them, or text.
enum MetadataValueForm {
  /// A word for a number; numbers that have none are written in base 16 if that is stated.
  case names([Int: String], isHexadecimal: Bool = false)
  /// A word for each of several numbers.
  case each([Int: String], separator: String = "; ")
  /// A word for each letter.
  case letters([String: String])
  /// Seconds: `1/120`, `2.5`.
  case exposureTime
  /// Seconds from an APEX value (Exif 3.0 annex C).
  case apexTime
  /// The f-number from an APEX value.
  case apexAperture
  case fNumber
  /// Steps of exposure: `+1/3`.
  case fraction
  /// A number with its unit, rounded if digits are stated.
  case unit(String, digits: Int? = nil)
  /// Metres; infinity has no unit.
  case metres
  /// A number with this number of decimals.
  case decimals(Int)
  /// Bytes as two digits each.
  case hexadecimal(isUppercase: Bool = false)
  /// Only the length of the list of numbers.
  case length
  /// A text after a label and a colon.
  case labelled
  /// A date with colons.
  case date
  /// The focal lengths and f-numbers of a lens: `24-70mm f/2.8`.
  case lens
  /// Degrees, minutes and seconds.
  case degrees
  /// Hours, minutes and seconds.
  case time
  /// Numbers with something between them.
  case joined(String)
  /// The colours of samples.
  case components
  /// The start and the end of the sharp range.
  case distances
  /// Names of bits.
  case bits([String])
  /// The number of luma samples for one chroma sample.
  case subsampling

  /// `15:12:02+00:00` of `151202+0000`.
  case clock
  /// The marks that Photo Mechanic gives images.
  case photoMechanic

  /// Whether bytes without a type are numbers.
  var isOfNumbers: Bool {
    switch self {
    case .letters, .date, .labelled: false
    default: true
    }
  }

  /// Whether there are words for values without a definition.
  var hasWords: Bool {
    switch self {
    case .names, .letters: true
    default: false
    }
  }

  func written(_ plain: String) -> String {
    switch self {
    case .clock: return IPTCRecords.time(plain) ?? plain
    case .photoMechanic:
      let parts = plain.split(separator: ":", omittingEmptySubsequences: false)
      guard parts.count == 4 else { return plain }
      return zip(["Tagged", "ColorClass", "Rating", "FrameNum"], parts)
        .map { "\($0):\($1)" }.joined(separator: ", ")
    case .names(let names, let isHexadecimal):
      let number = Int(plain)
      if let name = number.flatMap({ names[$0] }) { return name }
      let digits =
        isHexadecimal
        ? number.map { ($0 == 0 ? "" : $0 < 0 ? "-0x" : "0x") + String($0.magnitude, radix: 16) }
        : nil
      return "Unknown (\(digits ?? plain))"
    case .each(let names, let separator):
      return plain.split(separator: " ").map { MetadataValueForm.names(names).written(String($0)) }
        .joined(separator: separator)
    case .letters(let names): return names[plain.uppercased()] ?? "Unknown (\(plain))"
    case .exposureTime:
      return Double(plain).flatMap { $0.isFinite ? MetadataValueForm.seconds($0) : nil } ?? plain
    case .apexTime:
      return Double(plain).map {
        MetadataValueForm.seconds(abs($0) < 100 ? exp2(-$0) : 0)
      }
        ?? plain
    case .apexAperture: return Double(plain).map { exp2($0 / 2).fixed(1) } ?? plain
    case .fNumber:
      guard let number = Double(plain), number > 0, number.isFinite else { return plain }
      return number.fixed(number < 1 ? 2 : 1)
    case .fraction: return MetadataValueForm.number(plain).map(MetadataValueForm.steps) ?? plain
    case .unit(let unit, let digits):
      guard let digits else { return plain + " " + unit }
      return MetadataValueForm.number(plain).map { $0.fixed(digits) + " " + unit } ?? plain
    case .metres: return Double(plain).flatMap { $0.isFinite ? plain + " m" : nil } ?? plain
    case .decimals(let digits): return MetadataValueForm.number(plain)?.fixed(digits) ?? plain
    case .length: return bytesAsText(plain.utf8.count)
    case .hexadecimal(let isUppercase):
      return plain.split(separator: " ").map { byte in
        Int(byte).map { zeroPadded(String($0, radix: 16, uppercase: isUppercase), to: 2) }
          ?? String(byte)
      }.joined()
    case .labelled:
      guard let colon = plain.firstIndex(of: ":"),
        plain[..<colon].allSatisfy({ $0.isLetter || $0 == " " })
      else { return plain }
      return String(plain[plain.index(after: colon)...].drop { $0 == " " })
    case .date: return XMPValueForm.date(plain, isDate: true) ?? plain
    case .lens: return MetadataValueForm.lens(plain) ?? plain
    case .degrees: return MetadataValueForm.degrees(plain)
    case .time: return MetadataValueForm.time(plain) ?? plain
    case .joined(let separator):
      return plain.split(separator: " ").joined(separator: separator)
    case .components:
      let names = ["-", "Y", "Cb", "Cr", "R", "G", "B"]
      return plain.split(separator: " ").map { part in
        Int(part).flatMap { names.indices.contains($0) ? names[$0] : nil } ?? "Err (\(part))"
      }.joined(separator: ", ")
    case .distances:
      let numbers = plain.split(separator: " ").compactMap { Double($0) }.sorted()
      guard numbers.count == 2 else { return plain }
      return "\(numbers[0].fixed(2)) - \(numbers[1].fixed(2)) m"
    case .bits(let names):
      guard let bits = Int(plain), bits >= 0 else { return plain }
      let set = (0..<63).filter { bits >> $0 & 1 == 1 }
      let names = set.map { names.indices.contains($0) ? names[$0] : "[\($0)]" }
      return names.isEmpty ? "(none)" : names.joined(separator: ", ")
    case .subsampling:
      let names = [
        "1 1": "4:4:4", "2 1": "4:2:2", "2 2": "4:2:0", "4 1": "4:1:1", "4 2": "4:1:0",
        "1 2": "4:4:0", "1 4": "4:4:1", "2 4": "4:2:1",
      ]
      return names[plain].map { "YCbCr\($0) (\(plain))" } ?? "Unknown (\(plain))"
    }
  }

  /// The number; 0 for a fraction of nothing by nothing, as cameras write for lenses that they do
  /// not know.
  private static func number(_ plain: String) -> Double? { plain == "undef" ? 0 : Double(plain) }

  private static func seconds(_ time: Double) -> String {
    if time > 0, time < 0.25001 { return "1/\((0.5 + 1 / time).rounded(.down).fixed(0))" }
    let text = time.fixed(1)
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// `+2`, `+1/2`, `-1/3`, or the number.
  private static func steps(_ value: Double) -> String {
    let nudged = value * 1.00001
    if nudged == 0 { return "0" }
    let sign = nudged > 0 ? "+" : "-"
    guard nudged.isFinite else { return sign + "Inf" }
    func whole(_ number: Double) -> Int? {
      let part = number.magnitude.rounded(.down)
      return part < 1e9 && part / number.magnitude > 0.999 ? Int(part) : nil
    }
    if let number = whole(nudged) { return sign + "\(number)" }
    if let halves = whole(nudged * 2) { return sign + "\(halves)/2" }
    if let thirds = whole(nudged * 3) { return sign + "\(thirds)/3" }
    return (nudged > 0 ? "+" : "") + nudged.significant(3)
  }

  private static func lens(_ plain: String) -> String? {
    let parts = plain.split(separator: " ").map(String.init)
    guard parts.count == 4 else { return nil }
    let values = parts.map { part in
      let number = XMPValueForm.fraction(part) ?? part
      return ["inf", "undef"].contains(number) ? "?" : number
    }
    guard values.contains(where: { $0 != "?" && $0 != "0" }) || values.allSatisfy({ $0 == "?" })
    else { return nil }
    func range(_ first: String, _ second: String) -> String {
      second.isEmpty || second == first || second == "0" ? first : "\(first)-\(second)"
    }
    return "\(range(values[0], values[1]))mm f/\(range(values[2], values[3]))"
  }

  private static func degrees(_ plain: String) -> String {
    let numbers = plain.split(separator: " ").map { Double($0) }
    let parts = numbers.compactMap { $0 }
    // Without valid numbers, there is no location.
    guard let first = parts.first, parts.count == numbers.count, parts.allSatisfy(\.isFinite) else {
      return ""
    }
    let angle =
      first + (parts.count > 1 ? parts[1] / 60 : 0) + (parts.count > 2 ? parts[2] / 3600 : 0)
    return Angle.text(angle)
  }

  private static func time(_ plain: String) -> String? {
    let parts = plain.split(separator: " ").map { number(String($0)) }
    guard parts.count == 3, let hours = parts[0], let minutes = parts[1], let seconds = parts[2],
      [hours, minutes, seconds].allSatisfy({ $0.magnitude < 1e6 })
    else { return nil }
    let total = (hours * 60 + minutes) * 60 + seconds
    guard total >= 0 else { return nil }
    let whole = Int((total / 60).rounded(.down))
    let rest = ((total - Double(whole) * 60) * 1e9).rounded() / 1e9
    let text = rest.fixed(9)
    var digits = text.split(separator: ".").map(String.init)
    while digits.count > 1, digits[1].hasSuffix("0") { digits[1].removeLast() }
    if digits.count > 1, digits[1].isEmpty { digits.removeLast() }
    if digits[0].count < 2 { digits[0] = "0" + digits[0] }
    return "\(two(whole / 60)):\(two(whole % 60)):\(digits.joined(separator: "."))"
  }
}

/// A number of at least two digits.
func two(_ number: Int) -> String { zeroPadded(number, to: 2) }

/// Angles as positions have them.
enum Angle {
  /// `46 deg 21' 50.40"`
  static func text(_ degrees: Double) -> String {
    guard degrees.magnitude < 1e9 else { return degrees.significant() }
    // 60 seconds after rounding become a minute.
    let angle = degrees.magnitude
    var whole = angle.rounded(.down)
    var minutes = ((angle - whole) * 60).rounded(.down)
    var seconds = (angle - whole) * 3600 - minutes * 60
    if seconds.fixed(2) == "60.00" { (seconds, minutes) = (0, minutes + 1) }
    if minutes >= 60 { (minutes, whole) = (minutes - 60, whole + 1) }
    return "\(whole.fixed(0)) deg \(minutes.fixed(0))' \(max(0, seconds).fixed(2))\""
  }
}

/// The steps that a raw photo asks programs to apply to its samples (DNG 1.7, "Opcode List Processing").
enum OpcodeList {
  private static let names = [
    "WarpRectilinear", "WarpFisheye", "FixVignetteRadial", "FixBadPixelsConstant",
    "FixBadPixelsList", "TrimBounds", "MapTable", "MapPolynomial", "GainMap", "DeltaPerRow",
    "DeltaPerColumn", "ScalePerRow", "ScalePerColumn", "WarpRectilinear2",
  ]

  /// The names of the steps in their order, for example `WarpRectilinear, GainMap`. Nil if the list does not end where
  /// its value ends.
  static func text(_ list: Bytes) -> String? {
    // Always big-endian. A step: its number, the version, flags, and the number of bytes behind them.
    guard let count = list.number(at: 0, size: 4), count <= list.count / 16 else { return nil }
    var steps: [String] = []
    var offset = 4
    for _ in 0..<count {
      guard let number = list.number(at: offset, size: 4),
        let size = list.number(at: offset + 12, size: 4), size <= list.count - offset - 16
      else { return nil }
      let isKnown = names.indices.contains(number - 1)
      steps.append(isKnown ? names[number - 1] : "[opcode \(number)]")
      offset += 16 + size
    }
    return steps.joined(separator: ", ")
  }
}
