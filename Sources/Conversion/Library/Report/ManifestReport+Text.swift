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
