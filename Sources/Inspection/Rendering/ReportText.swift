import FieldCoding
public import JSON
public import Verification

extension Finding {
  /// What it is and where: `the box ... at meta/iloc, byte 1234`.
  var sentence: String {
    "\(message)\(known) [\(rule.id)] at \(place.isEmpty ? "" : place + ", ")byte \(offset)"
  }
}

extension Finding {
  /// `; known of Sony's cameras (sony-in-band-sets)`
  private var known: String {
    quirk.map { "; known of \($0.writer.rawValue) (\($0.id))" } ?? ""
  }
}

extension Report {
  /// One line for each finding, as compilers write them, and one that counts them.
  public func write(to output: Output, _ style: Style) {
    for finding in findings {
      output.line(
        style.strong(printable(name)) + ": " + style.severity(finding.severity) + ": "
          + printable(finding.sentence))
    }
    for (rule, count) in omitted {
      output.line(
        style.strong(printable(name)) + ": " + style.severity(rule.severity)
          + ": \(counted(count, "more such place")) [\(rule.id)]")
    }
    output.line(style.strong(printable(name)) + ": " + tally)
  }

  /// `2 errors, 1 note`
  private var tally: String {
    let counts = Severity.allCases.reversed().compactMap { severity in
      let count = count(severity)
      return count == 0 ? nil : counted(count, severity.rawValue)
    }
    return counts.isEmpty ? "no findings" : counts.joined(separator: ", ")
  }
}

extension Style {
  package func severity(_ severity: Severity) -> String {
    switch severity {
    case .error: alarm(severity.rawValue)
    case .warning: caution(severity.rawValue)
    case .note: name(severity.rawValue)
    }
  }
}
