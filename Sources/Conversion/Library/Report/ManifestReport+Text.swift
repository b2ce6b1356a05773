import FieldCoding
package import Text
import WorkerClient

extension ManifestReport {
  /// Writes the report for people.
  ///
  /// - Parameter number: how many of the slowest files are listed.
  package func writeText(to output: TextOutput, slowest number: Int) {
    output.line(counted(records.count, "file"))
    for outcome in ManifestRecord.Outcome.allCases {
      let count = count(outcome)
      if count > 0 { output.line("  \(rightAligned(grouped(count), 8)) \(outcome.rawValue)") }
    }
    if warningCount > 0 {
      output.line("  \(rightAligned(grouped(warningCount), 8)) with warnings")
    }
    if deletedCount > 0 {
      output.line("  \(rightAligned("\(deletedCount)", 8)) originals deleted")
    }
    for (reason, count) in keptOriginals {
      output.line(printable("  \(rightAligned("\(count)", 8)) originals kept: \(reason)"))
    }
    let (before, after) = (inputByteCount, outputByteCount)
    if before > 0 {
      output.line(ReportText.change(before, after))
    }
    output.line("\(ReportText.time(seconds)) of work on all files together")
    let stages = stages
    let whole = stages.reduce(0) { $0 + $1.seconds }
    for stage in stages {
      output.line(
        "  \(rightAligned(ReportText.time(stage.seconds), 8)) \(stage.stage.rawValue), "
          + "\(decimal(stage.seconds / whole * 100, digits: 1))% (median \(ReportText.time(stage.median)))"
      )
    }
    write("failures", failures, output)
    write("warnings", warnings, output)
    let slow = slowest(number).filter { $0.seconds > 0 }
    if !slow.isEmpty { output.line("\nslowest") }
    for record in slow {
      let text = record.stageText.map { " (\($0))" } ?? ""
      output.line(
        printable("  \(rightAligned(ReportText.time(record.seconds), 10)) \(record.input)\(text)")
      )
    }
  }

  private func write(_ title: String, _ groups: [Group], _ output: TextOutput) {
    if !groups.isEmpty { output.line("\n\(title)") }
    for group in groups {
      output.line(printable("  \(rightAligned(grouped(group.inputs.count), 8)) \(group.reason)"))
      for input in group.inputs.prefix(3) { output.line(printable("           \(input)")) }
      let more = group.inputs.count - 3
      if more > 0 { output.line("           and \(grouped(more)) more") }
    }
  }
}

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

extension ManifestReport {
  /// Writes the report as one document.
  ///
  /// - Parameter number: how many of the slowest files are listed.
  package func writeJSON(to output: TextOutput, slowest number: Int) {
    var json = JSONWriter(output)
    JSONValue.object([
      ("files", .int(records.count)),
      (
        "outcomes",
        .object(ManifestRecord.Outcome.allCases.map { ($0.rawValue, .int(count($0))) })
      ), ("warnings", .int(warningCount)),
      ("originals_deleted", .int(deletedCount)),
      (
        "originals_kept",
        list(keptOriginals) {
          [("reason", .string($0.reason)), ("count", .int($0.count))]
        }
      ), ("input_bytes", .int(inputByteCount)),
      ("output_bytes", .int(outputByteCount)),
      ("saved_bytes", .int(inputByteCount - outputByteCount)),
      ("seconds", .double((seconds * 1e4).rounded() / 1e4)),
      (
        "failures",
        .array(failures.map(value))
      ),
      (
        "warning_groups",
        .array(warnings.map(value))
      ),
      ("left_out_groups", .array(leftOut.map(value))),
      (
        "settings",
        list(settings) {
          [
            ("settings", .string($0.settings)), ("version", .string($0.version)),
            ("files", .int($0.count)),
          ]
        }
      ),
      (
        "work",
        list(work) {
          [
            ("format", .string($0.format)), ("outcome", .string($0.outcome.rawValue)),
            ("files", .int($0.count)), ("seconds", .double(($0.seconds * 1e4).rounded() / 1e4)),
          ]
        }
      ),
      (
        "stages",
        list(stages) {
          [
            ("stage", .string($0.stage.rawValue)), ("files", .int($0.count)),
            ("milliseconds", milliseconds($0.seconds)), ("median", milliseconds($0.median)),
          ]
        }
      ), ("files_without_stages", .int(countWithoutStages)),
      (
        "formats",
        list(formats) {
          [
            ("format", .string($0.name)), ("files", .int($0.count)),
            ("input_bytes", .int($0.inputByteCount)), ("output_bytes", .int($0.outputByteCount)),
          ]
        }
      ),
      (
        "slowest",
        list(slowest(number)) {
          [
            ("input", .string($0.input)), ("seconds", .double($0.seconds)),
            ("milliseconds", $0.stages?.value),
          ]
        }
      ), ("bad_lines", .int(badLineCount)),
    ]).write(to: &json)
    output.line()
  }

  private func list<Element>(
    _ elements: [Element], _ members: (Element) -> [(String, JSONValue?)]
  ) -> JSONValue {
    .array(elements.map { .object(members($0)) })
  }

  private func milliseconds(_ seconds: Double) -> JSONValue {
    .double((seconds * 1e5).rounded() / 100)
  }

  private func value(_ group: Group) -> JSONValue {
    .object([
      ("reason", .string(group.reason)), ("count", .int(group.inputs.count)),
      ("inputs", .array(group.inputs.map { .string($0) })),
    ])
  }
}
