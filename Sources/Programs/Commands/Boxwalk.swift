public import ArgumentParser
import Service

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
        boxwalk extract IMG_1234.HEIC               which parts can be extracted?
        boxwalk convert IMG_1234.HEIC -o photo.jpg  a JPEG with all metadata
        boxwalk convert *.HEIC -o jpegs/            a folder of them
        boxwalk frames IMG_1234.MOV -o photo.jpg    a photo of a frame
        boxwalk strip location IMG_1234.HEIC        the photo without its location

      EXIT CODES
      \(ExitStatus.table)
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

  @Flag(
    name: .customLong("version"), help: "Show the version and the libraries that decode images.")
  var showsVersion = false

  public init() {}

  public func validate() throws {
    guard showsVersion else { return }
    throw CleanExit.message("\(VersionText(version: Boxwalk.version, .ofThisComputer()))")
  }
}
