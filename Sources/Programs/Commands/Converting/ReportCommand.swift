import ArgumentParser
import Conversion
import FieldCoding
import Files
import ISOBMFF
import Inspection
import Library
import Text
import WorkerClient

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

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

/// Small images for the page of a report: of files that failed, if the originals are available, and of those that
/// changed most.
struct ReportCommandPictures {
  /// JPEG files by the names of the inputs. An image that cannot be decoded has none.
  private(set) var files: [String: [UInt8]] = [:]
  /// The system's reasons for images that are missing, with the paths of their files.
  private(set) var problems: [String] = []

  /// - Parameter originals: the folder that was converted; nil if the user did not name it.
  init(_ report: ManifestReport, originals: String?) {
    guard let program = WorkerProgram.path else { return }
    let maker = ThumbnailMaker(Worker(program), side: 160)
    withTemporaryFolder { folder in
      for (input, paths) in ReportCommandPictures.sources(report, originals) {
        for path in paths where files[input] == nil {
          add(input, path, maker, by: "\(folder)/picture.jpg")
        }
      }
    }
  }

  private mutating func add(
    _ input: String, _ path: String, _ maker: ThumbnailMaker, by file: String
  ) {
    do throws(ConversionError) {
      guard try ConversionError.input(PathKind(path)) != .nothing else { return }
      _ = try maker.make(of: path, to: file)
      files[input] = FileManager.default.contents(atPath: file).map { [UInt8]($0) }
    } catch {
      if [.unreadable, .output].contains(error.kind) { problems.append("\(path): \(error)") }
    }
  }

  /// The files that may show each input.
  private static func sources(
    _ report: ManifestReport, _ originals: String?
  ) -> [(input: String, paths: [String])] {
    // The outputs are in the folder that contains the folder `.boxwalk` of a manifest.
    let folders = report.manifests.compactMap { manifest -> String? in
      let folder = manifest.splitAtName.folder.withoutLastSlashes
      guard folder.lastPathName == ".boxwalk" else { return nil }
      let outputs = folder.splitAtName.folder
      return outputs.isEmpty ? "./" : outputs
    }
    let failed = report.records.filter { $0.outcome == .failed }.prefix(ReportPage.pictureCount)
    var sources: [(input: String, paths: [String])] = []
    if let originals {
      sources += failed.map { ($0.input, [originals.asFolder + $0.input]) }
    }
    for record in report.mostChanged(ReportPage.pictureCount) {
      let paths = record.outputs.map(\.path).filter { !$0.pathNames.contains("..") }
      sources.append((record.input, folders.flatMap { folder in paths.map { folder + $0 } }))
    }
    return sources
  }
}
