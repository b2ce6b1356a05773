public import ArgumentParser
import Serving
import Verification

/// The command.
public struct Boxwalk: AsyncParsableCommand {
  public static let configuration = CommandConfiguration(
    commandName: "boxwalk",
    abstract: "Reads, explains, repairs and converts the photos and movies that phones make.",
    discussion: """
      EXAMPLES
        boxwalk inspect IMG_1234.HEIC               what is this photo?
        boxwalk inspect IMG_1234.MOV --tree         every box, every field
        boxwalk inspect *.HEIC --json | jq .        one line of JSON for each file
        boxwalk verify Pictures/                    which files are damaged?
        boxwalk diff old.MOV new.MOV                what was changed?
        boxwalk extract IMG_1234.HEIC               what can be taken out?
        boxwalk convert IMG_1234.HEIC -o photo.jpg  a JPEG with all metadata
        boxwalk convert *.HEIC -o jpegs/            a folder of them
        boxwalk frames IMG_1234.MOV -o photo.jpg    a photo of a frame
        boxwalk strip location IMG_1234.HEIC        the photo without its place

      EXIT CODES
      \(Outcome.table)
      """,
    groupedSubcommands: [
      CommandGroup(
        name: "Reading",
        subcommands: [
          InspectCommand.self, VerifyCommand.self, DiffCommand.self, ExtractCommand.self,
          ConfigCommand.self, MonitorCommand.self,
        ]),
      CommandGroup(
        name: "Converting",
        subcommands: [
          ConvertCommand.self, FramesCommand.self, TranscodeCommand.self, HLSCommand.self,
          PushCommand.self,
          ReportCommand.self,
          GalleryCommand.self,
        ]),
      CommandGroup(name: "Live Photos", subcommands: [LiveCommand.self]),
      CommandGroup(
        name: "Editing",
        subcommands: [
          StripCommand.self, RotateCommand.self, FlipCommand.self, TrimCommand.self,
          TrackCommand.self, MuteCommand.self, RemuxCommand.self, JoinCommand.self,
          ChaptersCommand.self, CoverCommand.self,
          FaststartCommand.self,
          RetagCommand.self, RepairCommand.self, RescueCommand.self, SetCommand.self,
          InsertCommand.self,
          RemoveCommand.self, UndoCommand.self,
        ]),
      CommandGroup(
        name: "Reference",
        subcommands: [CatalogueCommand.self, DoctorCommand.self, ServeCommand.self]),
    ])

  static let version = boxwalkVersion.description

  @Flag(name: .customLong("version"), help: "Show the version, and what pictures are decoded with.")
  var showsVersion = false

  public init() {}

  public func validate() throws {
    guard showsVersion else { return }
    throw CleanExit.message("\(VersionText(version: Boxwalk.version, .ofThisComputer()))")
  }
}

/// How a run ended.
enum Outcome: Int32, Comparable, CaseIterable {
  case done = 0
  case warnings = 1
  case badInput = 2
  case someFailed = 3
  case usage = 64
  case fault = 70

  /// What the help says of the exit code, and the README.
  var meaning: String {
    switch self {
    case .done: "done"
    case .warnings: "done, and something was lost, left out, or is to be looked at"
    case .badInput: "a file cannot be read or written, or is not what it should be"
    case .someFailed: "some of many files failed"
    case .usage: "the command line is wrong"
    case .fault: "a fault of Boxwalk; please report it"
    }
  }

  /// All of them, a line for each.
  static var table: String {
    allCases.map { "  \($0.rawValue)\($0.rawValue < 10 ? " " : "") \($0.meaning)" }
      .joined(separator: "\n")
  }

  static func < (a: Outcome, b: Outcome) -> Bool { a.rawValue < b.rawValue }

  /// The outcome of a run over several files.
  init(of files: [Outcome]) {
    let failed = files.filter { $0 >= .badInput }
    if files.contains(.fault) {
      self = .fault
    } else if files.count > 1, !failed.isEmpty {
      self = .someFailed
    } else {
      self = files.max() ?? .done
    }
  }
}

extension Outcome {
  /// The outcome that the worst finding makes.
  init(of report: Report) { self.init(worst: report.worst) }

  init(worst: Severity?) {
    switch worst {
    case .error: self = .badInput
    case .warning: self = .warnings
    case .note, nil: self = .done
    }
  }
}
