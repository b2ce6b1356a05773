import ArgumentParser
import FieldCoding
import Files
import ISOBMFF
import Inspection
import Library
import Text
import WorkerClient

/// `boxwalk report`
struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
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
      "With --html, the folder that was converted: the page shows the images that failed.",
      valueName: "folder"),
    completion: .directory)
  var originals: String?

  @Flag(name: .shortAndLong, help: "Replace the merged manifest, or the page, if it exists.")
  var force = false

  @Option(help: "How many of the slowest files are listed.")
  var slowest = 5

  @Flag(name: [.customLong("json"), .customShort("j")], help: "One JSON document.")
  var isJSON = false

  init() {}

  func validate() throws {
    guard (0...1_000_000).contains(slowest) else {
      throw ValidationError("--slowest has to be 0 to 1000000.")
    }
    if originals != nil, html == nil { throw ValidationError("--originals is for --html.") }
  }

  func run() throws {
    let console = Console()
    var isIncomplete = false
    do throws(ConversionError) {
      let report = try ManifestReport(manifests)
      if report.records.isEmpty {
        throw ConversionError(
          .input, "\(manifests.joined(separator: ", ")): no manifest lines found")
      }
      if let merged { try report.write(to: merged, replacing: force) }
      if let html {
        let pictures = ReportCommandPictures(report, originals: originals)
        try writePage(report, pictures.files, html)
        for problem in pictures.problems {
          console.message("\(problem): the page has no image of it")
        }
        isIncomplete = !pictures.problems.isEmpty
      }
      if report.badLineCount > 0 {
        console.message(
          counted(report.badLineCount, "line")
            + " could not be read: no lines of a manifest, or of another version")
      }
      let output = console.output
      if isJSON {
        report.writeJSON(to: output, slowest: slowest)
      } else {
        report.writeText(to: output, slowest: slowest)
      }
      output.flush()
      if report.badLineCount > 0 { isIncomplete = true }
    } catch {
      console.message(error.message)
      throw ExitCode(ExitStatus.badInput.rawValue)
    }
    if isIncomplete { throw ExitCode(ExitStatus.warnings.rawValue) }
  }

  private func writePage(
    _ report: ManifestReport, _ pictures: [String: [UInt8]], _ path: String
  ) throws(ConversionError) {
    do throws(SystemError) {
      try writeDocument(path, replacing: force, of: nil) {
        ReportPage(report, slowest: slowest, pictures: pictures, to: $0).write()
      }
    } catch {
      throw ConversionError(.output, "\(error)")
    }
  }
}
