public import ArgumentParser
import FieldCoding
import ISOBMFF
import Inspection
import JSON
import LibraryRun
import SystemAccess
import WorkerClient

/// `boxwalk report`
public struct ReportCommand: ParsableCommand {
  public static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Summarises conversions from the manifests that they wrote.",
    discussion: """
      The report counts the files by outcome, with the reasons for failures, and the bytes before \
      and after, and lists the slowest files. Manifests of several runs, for example of shards, \
      are counted together.

      EXAMPLES
        boxwalk report ~/jpegs
        boxwalk report /jpegs --merged all.jsonl
        boxwalk report manifest.jsonl --html report.html --originals ~/photos
        boxwalk report manifest.jsonl --json | jq '.failures[].inputs[]'
      """)

  @Argument(help: "Folders that conversions wrote to, or their manifests.", completion: .file())
  var manifests: [String]

  @Option(help: "Also write all manifests as one, sorted by name.", completion: .file())
  var merged: String?

  @Option(
    help: "Also write a page with plots, which needs no other file and runs no script.",
    completion: .file())
  var html: String?

  @Option(
    help: ArgumentHelp(
      "With --html, the folder that was converted: the page shows the pictures that failed.",
      valueName: "folder"),
    completion: .directory)
  var originals: String?

  @Flag(name: .shortAndLong, help: "Replace the merged manifest, or the page, if it exists.")
  var force = false

  @Option(help: "How many of the slowest files are listed.")
  var slowest = 5

  @Flag(name: [.customLong("json"), .customShort("j")], help: "One JSON document.")
  var isJSON = false

  public init() {}

  public func validate() throws {
    guard (0...1_000_000).contains(slowest) else {
      throw ValidationError("--slowest has to be 0 to 1000000.")
    }
    if originals != nil, html == nil { throw ValidationError("--originals is for --html.") }
  }

  public func run() throws {
    let console = Console()
    var hasBadLines = false
    do throws(ConversionError) {
      let report = try ManifestReport(manifests)
      if report.records.isEmpty {
        throw ConversionError(
          .input, "\(manifests.joined(separator: ", ")): no manifest lines found")
      }
      if let merged { try report.write(to: merged, replacing: force) }
      if let html { try writePage(report, html) }
      if report.badLineCount > 0 {
        console.message(
          counted(report.badLineCount, "line")
            + " could not be read: no lines of a manifest, or of another version")
      }
      let output = console.output
      if isJSON { writeJSON(report, output) } else { writeText(report, output) }
      output.flush()
      hasBadLines = report.badLineCount > 0
    } catch {
      console.message(error.message)
      throw ExitCode(ExitStatus.badInput.rawValue)
    }
    if hasBadLines { throw ExitCode(ExitStatus.warnings.rawValue) }
  }

  // MARK: Text

  private func writeText(_ report: ManifestReport, _ output: TextOutput) {
    output.line(counted(report.records.count, "file"))
    for outcome in ManifestRecord.Outcome.allCases {
      let count = report.count(outcome)
      if count > 0 { output.line("  \(rightAligned(grouped(count), 8)) \(outcome.rawValue)") }
    }
    if report.warningCount > 0 {
      output.line("  \(rightAligned(grouped(report.warningCount), 8)) with warnings")
    }
    if report.deletedCount > 0 {
      output.line("  \(rightAligned("\(report.deletedCount)", 8)) originals deleted")
    }
    for (reason, count) in report.keptOriginals {
      output.text("  \(rightAligned("\(count)", 8)) originals kept: \(reason)")
    }
    let (before, after) = (report.inputByteCount, report.outputByteCount)
    if before > 0 {
      output.line(ReportWords.change(before, after))
    }
    output.line("\(ReportWords.time(report.seconds)) of work on all files together")
    let stages = report.stages
    let whole = stages.reduce(0) { $0 + $1.seconds }
    for stage in stages {
      output.line(
        "  \(rightAligned(ReportWords.time(stage.seconds), 8)) \(stage.stage.rawValue), "
          + "\(decimal(stage.seconds / whole * 100, digits: 1)) % (median \(ReportWords.time(stage.median)))"
      )
    }
    write("failures", report.failures, output)
    write("warnings", report.warnings, output)
    let slow = report.slowest(slowest).filter { $0.seconds > 0 }
    if !slow.isEmpty { output.line("\nslowest") }
    for record in slow {
      let words = record.stageWords.map { " (\($0))" } ?? ""
      output.text("  \(rightAligned(ReportWords.time(record.seconds), 10)) \(record.input)\(words)")
    }
  }

  private func write(_ title: String, _ groups: [ManifestReport.Group], _ output: TextOutput) {
    if !groups.isEmpty { output.line("\n\(title)") }
    for group in groups {
      output.text("  \(rightAligned(grouped(group.inputs.count), 8)) \(group.reason)")
      for input in group.inputs.prefix(3) { output.text("           \(input)") }
      let more = group.inputs.count - 3
      if more > 0 { output.line("           and \(grouped(more)) more") }
    }
  }

  // MARK: JSON

  private func writeJSON(_ report: ManifestReport, _ output: TextOutput) {
    var json = JSONWriter(output)
    JSONValue.object([
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
        .array(report.failures.map(value))
      ),
      (
        "warning_groups",
        .array(report.warnings.map(value))
      ),
      ("left_out_groups", .array(report.leftOut.map(value))),
      (
        "settings",
        .array(
          report.settings.map {
            .object([
              ("settings", .string($0.settings)), ("version", .string($0.version)),
              ("files", .int($0.count)),
            ])
          })
      ),
      (
        "work",
        .array(
          report.work.map {
            .object([
              ("format", .string($0.format)), ("outcome", .string($0.outcome.rawValue)),
              ("files", .int($0.count)), ("seconds", .double(($0.seconds * 1e4).rounded() / 1e4)),
            ])
          })
      ),
      (
        "stages",
        .array(
          report.stages.map {
            .object([
              ("stage", .string($0.stage.rawValue)), ("files", .int($0.count)),
              ("milliseconds", milliseconds($0.seconds)), ("median", milliseconds($0.median)),
            ])
          })
      ), ("files_without_stages", .int(report.countWithoutStages)),
      (
        "formats",
        .array(
          report.formats.map {
            .object([
              ("format", .string($0.name)), ("files", .int($0.count)),
              ("input_bytes", .int($0.inputByteCount)), ("output_bytes", .int($0.outputByteCount)),
            ])
          })
      ),
      (
        "slowest",
        .array(
          report.slowest(slowest).map {
            .object([
              ("input", .string($0.input)), ("seconds", .double($0.seconds)),
              ("milliseconds", $0.stages?.value),
            ])
          })
      ), ("bad_lines", .int(report.badLineCount)),
    ]).write(to: &json)
    output.line()
  }

  private func milliseconds(_ seconds: Double) -> JSONValue {
    .double((seconds * 1e5).rounded() / 100)
  }

  private func value(_ group: ManifestReport.Group) -> JSONValue {
    .object([
      ("reason", .string(group.reason)), ("count", .int(group.inputs.count)),
      ("inputs", .array(group.inputs.map { .string($0) })),
    ])
  }

  // MARK: Page

  private func writePage(_ report: ManifestReport, _ path: String) throws(ConversionError) {
    let pictures = ReportCommandPictures(originals: originals, manifests: manifests).make(report)
    do throws(SystemError) {
      try writeDocument(path, replacing: force) {
        ReportPage(report, slowest: slowest, pictures: pictures, to: $0).write()
      }
    } catch {
      throw ConversionError(.output, "\(error)")
    }
  }
}
