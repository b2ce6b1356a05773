public import ArgumentParser
import Conversion
import Inspection

/// `boxwalk report`
public struct ReportCommand: ParsableCommand {
  public static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Says how conversions went, by the manifests that they wrote.",
    discussion: """
      How many files became what, why some failed, how many bytes there were and are, and which \
      files took longest. Manifests of several runs, as of shards, are taken together.

      EXAMPLES
        boxwalk report ~/jpegs/.boxwalk/manifest.jsonl
        boxwalk report /jpegs/.boxwalk/manifest-*.jsonl --merged all.jsonl
        boxwalk report manifest.jsonl --json | jq '.failures[].inputs[]'
      """)

  @Argument(help: "Manifests that boxwalk convert wrote.", completion: .file())
  var manifests: [String]

  @Option(help: "Write all of them as one manifest, too, sorted by name.", completion: .file())
  var merged: String?

  @Flag(name: .shortAndLong, help: "Replace the merged manifest if it exists.")
  var force = false

  @Option(help: "How many of the slowest files are listed.")
  var slowest = 5

  @Flag(name: .customLong("json"), help: "One JSON document.")
  var isJSON = false

  public init() {}

  public func validate() throws {
    guard (0...1_000_000).contains(slowest) else {
      throw ValidationError("--slowest is 0 to 1000000.")
    }
  }

  public func run() throws {
    Console.ignoreBrokenPipes()
    let console = Console()
    do throws(ConversionError) {
      let report = try ManifestReport(manifests)
      if let merged { try report.write(to: merged, replacing: force) }
      if report.badLineCount > 0 {
        console.message(
          "\(report.badLineCount) lines are no lines of a manifest, or of another version")
      }
      let output = console.output
      if isJSON { writeJSON(report, output) } else { writeText(report, output) }
      output.flush()
    } catch {
      console.message(error.message)
      throw ExitCode(Outcome.badInput.rawValue)
    }
  }

  // MARK: Text

  private func writeText(_ report: ManifestReport, _ output: Output) {
    output.line("\(report.records.count) files")
    for outcome in ManifestRecord.Outcome.allCases {
      let count = report.count(outcome)
      if count > 0 { output.line("  \(padded("\(count)", 8)) \(outcome.rawValue)") }
    }
    if report.warningCount > 0 {
      output.line("  \(padded("\(report.warningCount)", 8)) with warnings")
    }
    if report.deletedCount > 0 {
      output.line("  \(padded("\(report.deletedCount)", 8)) originals deleted")
    }
    for (reason, count) in report.keptOriginals {
      output.line("  \(padded("\(count)", 8)) originals kept: \(reason)")
    }
    let (before, after) = (report.inputByteCount, report.outputByteCount)
    if before > 0 {
      output.line(
        "\(words(before)) became \(words(after)): \(words(abs(before - after))) "
          + (after > before ? "more" : "saved"))
    }
    output.line("\(words(report.seconds)) of work")
    if !report.failures.isEmpty { output.line("\nfailures") }
    for failure in report.failures {
      output.line("  \(padded("\(failure.inputs.count)", 8)) \(failure.reason)")
      for input in failure.inputs.prefix(3) { output.line("           \(input)") }
      if failure.inputs.count > 3 { output.line("           ...") }
    }
    let slow = report.slowest(slowest).filter { $0.seconds > 0 }
    if !slow.isEmpty { output.line("\nslowest") }
    for record in slow {
      output.line("  \(padded(words(record.seconds), 10)) \(record.input)")
    }
  }

  private func padded(_ text: String, _ count: Int) -> String {
    String(repeating: " ", count: max(0, count - text.count)) + text
  }

  private func words(_ byteCount: Int) -> String {
    var (number, units) = (Double(byteCount), ["kB", "MB", "GB", "TB"][...])
    guard number >= 1000 else { return "\(byteCount) bytes" }
    number /= 1000
    while number >= 1000, units.count > 1 {
      number /= 1000
      units.removeFirst()
    }
    return "\((number * 10).rounded() / 10) \(units.first ?? "")"
  }

  private func words(_ seconds: Double) -> String {
    seconds < 600
      ? "\((seconds * 100).rounded() / 100) s" : "\((seconds / 6).rounded() / 10) min"
  }

  // MARK: JSON

  private func writeJSON(_ report: ManifestReport, _ output: Output) {
    var json = JSONWriter(output)
    ReportValue.object([
      ("files", .int(report.records.count)),
      (
        "outcomes",
        .object(ManifestRecord.Outcome.allCases.map { ($0.rawValue, .int(report.count($0))) })
      ), ("warnings", .int(report.warningCount)),
      ("originals_deleted", .int(report.deletedCount)),
      (
        "originals_kept",
        .array(
          report.keptOriginals.map {
            .object([("reason", .string($0.reason)), ("count", .int($0.count))])
          })
      ), ("input_bytes", .int(report.inputByteCount)),
      ("output_bytes", .int(report.outputByteCount)),
      ("saved_bytes", .int(report.inputByteCount - report.outputByteCount)),
      ("seconds", .double((report.seconds * 1e4).rounded() / 1e4)),
      (
        "failures",
        .array(
          report.failures.map {
            .object([
              ("reason", .string($0.reason)), ("count", .int($0.inputs.count)),
              ("inputs", .array($0.inputs.map { .string($0) })),
            ])
          })
      ),
      (
        "slowest",
        .array(
          report.slowest(slowest).map {
            .object([("input", .string($0.input)), ("seconds", .double($0.seconds))])
          })
      ), ("bad_lines", .int(report.badLineCount)),
    ]).write(to: &json)
    output.line()
  }
}
