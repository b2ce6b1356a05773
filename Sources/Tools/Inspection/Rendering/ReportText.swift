import FieldCoding
public import Text
public import Verification

extension Finding {
  /// The subject and its location: `the box ... at meta/iloc, byte 1234`.
  var sentence: String {
    let location = [document, fieldPath, line.map { "line \($0)" } ?? "byte \(offset)"]
    return "\(message)\(repeats)\(known) [\(rule.id)] at "
      + location.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: ", ")
  }
}

extension Finding {
  /// ` (the first of 12 such findings)`
  private var repeats: String {
    repeatCount > 1 ? " (the first of \(grouped(repeatCount)) such findings)" : ""
  }

  /// `; known of Sony's cameras (sony-in-band-sets)`
  private var known: String {
    quirk.map { "; known of \($0.writer.rawValue) (\($0.id))" } ?? ""
  }
}

extension Report {
  /// Writes one line for each finding, in the form of compiler messages, and one line with their numbers.
  public func write(to output: TextOutput, _ style: ReportTextStyle) {
    for finding in findings { write(finding, to: output, style) }
    for (rule, count) in omitted {
      output.sentence(
        style.strong(printable(name)) + ": " + style.severity(rule.severity)
          + ": \(counted(count, "more such finding")) [\(rule.id)]", indent: 2)
    }
    output.line(style.strong(printable(name)) + ": " + tally)
  }

  /// One finding of this report, or one that belongs to it.
  package func write(_ finding: Finding, to output: TextOutput, _ style: ReportTextStyle) {
    output.sentence(
      style.strong(printable(name)) + ": " + style.severity(finding.severity) + ": "
        + printable(finding.sentence), indent: 2)
  }

  /// `2 errors, 1 note`
  package var tally: String {
    let counts = Severity.allCases.reversed().compactMap { severity in
      let count = count(severity)
      return count == 0 ? nil : counted(count, severity.rawValue)
    }
    return counts.isEmpty ? "no findings" : counts.joined(separator: ", ")
  }
}

extension ReportTextStyle {
  package func severity(_ severity: Severity) -> String {
    switch severity {
    case .error: alarm(severity.rawValue)
    case .warning: caution(severity.rawValue)
    case .note: name(severity.rawValue)
    }
  }
}
