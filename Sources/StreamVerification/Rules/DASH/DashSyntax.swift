enum DashSyntax: StreamRule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 23009-1 §5.2, §5.3.9"
  static let sentence = "Elements of a manifest have what is needed to find segments."

  static func check(_ stream: ExaminedStream, _ findings: inout Findings) {
    for problem in stream.manifest?.problems ?? [] {
      findings.add(line: problem.line, of: stream, problem.message)
    }
  }
}
