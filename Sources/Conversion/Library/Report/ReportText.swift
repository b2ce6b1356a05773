import FieldCoding

/// Numbers of a report as a person reads them.
package enum ReportText {
  static func bytes(_ count: Int) -> String {
    guard count >= 1000 else { return counted(count, "byte") }
    var (number, units) = (Double(count) / 1000, ["kB", "MB", "GB", "TB"][...])
    while number >= 999.95, units.count > 1 {
      number /= 1000
      units.removeFirst()
    }
    return "\(decimal(number, digits: 1)) \(units.first ?? "")"
  }

  /// A number of seconds in words: `0.4 ms`, `12.3 s`, `5 min`, `3 h 20 min`.
  package static func time(_ seconds: Double) -> String {
    switch seconds {
    case ..<0.9995: return "\(decimal(seconds * 1000, digits: seconds < 0.01 ? 1 : 0)) ms"
    case ..<199.5:
      return "\(decimal(seconds, digits: seconds < 10 ? 2 : seconds < 100 ? 1 : 0)) s"
    case ..<5970: return "\(decimal(seconds / 60, digits: seconds < 600 ? 1 : 0)) min"
    default:
      let minutes = Int((min(seconds, 1e12) / 60).rounded())
      return "\(grouped(minutes / 60)) h" + (minutes % 60 > 0 ? " \(minutes % 60) min" : "")
    }
  }

  /// `120 MB became 80 MB: 40 MB saved`
  package static func change(_ before: Int, _ after: Int) -> String {
    let difference = before == after ? "as many" : bytes(abs(before - after))
    let word = after > before ? " more" : after < before ? " saved" : ""
    return "\(bytes(before)) became \(bytes(after)): \(difference)\(word)"
  }
}
