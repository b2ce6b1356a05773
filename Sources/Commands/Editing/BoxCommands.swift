import ArgumentParser
import Editing
import ISOBMFF

/// `boxwalk remove`
struct RemoveCommand: EditCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Takes a box out of files, with all that is in it.",
    discussion: """
      Nothing is taken out that something else needs: every sample and every item that is left is proved \
      to be read as before, or the file stays as it is.

      EXAMPLES
        boxwalk remove moov/udta movie.mp4          user data
        boxwalk remove 'moov/trak[2]' movie.mov     the third track
        boxwalk remove free movie.mp4 --in-place
        boxwalk remove '//udta' movie.mov           all user data
      """)

  static var suffix: String { "removed" }

  @Argument(
    help: ArgumentHelp(
      "The box, or each of several, as inspect --path takes it.", valueName: "box"),
    completion: BoxPatternArgument.completion, transform: BoxPatternArgument.init)
  var box: BoxPatternArgument

  @OptionGroup var inputs: Inputs
  @OptionGroup var options: EditOptions

  init() {}

  func apply(to edit: inout Edit) throws(EditError) {
    guard let pattern = box.pattern else { return }
    try edit.remove(pattern)
  }
}

/// `boxwalk insert`
struct InsertCommand: EditCommand {
  static let configuration = CommandConfiguration(
    commandName: "insert",
    abstract: "Puts a box into files.",
    discussion: """
      The box comes from a file, with its header, or is typed in hexadecimal. What has to move for it moves, \
      and all places in the file are corrected.

      EXAMPLES
        boxwalk insert moov movie.mp4 --from udta.box
        boxwalk insert moov/udta movie.mp4 --hex '0000000c 6e616d65 41626364'
        boxwalk insert / movie.mp4 --from uuid.box --after ftyp
        boxwalk insert meta photo.heic --from idat.box --before iloc
      """)

  static var suffix: String { "inserted" }

  @Argument(
    help: ArgumentHelp(
      "The box that it goes into, as inspect --path takes it; / is the file itself.",
      valueName: "container"),
    completion: BoxPatternArgument.completion, transform: BoxPatternArgument.orFile)
  var container: BoxPatternArgument

  @OptionGroup var inputs: Inputs
  @OptionGroup var options: EditOptions

  @Option(help: ArgumentHelp("A file with the box, or with several.", valueName: "file"))
  var from: String?

  @Option(
    help: ArgumentHelp("The box, byte by byte.", valueName: "bytes"), transform: HexArgument.init)
  var hex: HexArgument?

  @Option(help: ArgumentHelp("The place among the boxes there, from 0.", valueName: "index"))
  var at: Int?

  @Option(
    help: ArgumentHelp("Put it before the first box of this type.", valueName: "type"),
    transform: FourCCArgument.init)
  var before: FourCCArgument?

  @Option(
    help: ArgumentHelp("Put it behind the first box of this type.", valueName: "type"),
    transform: FourCCArgument.init)
  var after: FourCCArgument?

  init() {}

  func validate() throws {
    if (from == nil) == (hex == nil) { throw ValidationError("Either --from or --hex: choose.") }
    let places = [at != nil, before != nil, after != nil].count { $0 }
    if places > 1 { throw ValidationError("Of --at, --before and --after choose one.") }
  }

  private var position: BoxPosition {
    if let at { return .index(at) }
    if let before { return .before(before.type) }
    if let after { return .after(after.type) }
    return .last
  }

  func apply(to edit: inout Edit) throws(EditError) {
    var bytes = Bytes(hex?.bytes ?? [])
    if let from {
      do throws(ByteSourceError) { bytes = try ByteSource(mapping: from).bytes } catch {
        throw EditError(.wrongFile, "\(error)")
      }
    }
    var path = BoxPath(steps: [])
    if let pattern = container.pattern {
      do throws(BoxPatternError) { path = try pattern.onlyPath(in: edit.file) } catch {
        throw EditError(.notFound, "\(error)")
      }
    }
    try edit.insert(bytes: bytes, into: path, at: position)
  }
}

struct FourCCArgument: Sendable {
  var type: FourCC

  init(_ argument: String) throws {
    guard let type = FourCC(argument) else {
      throw ValidationError("A type has four characters.")
    }
    self.type = type
  }
}

/// `00 1f a0`
struct HexArgument: Sendable {
  var bytes: [UInt8]

  init(_ argument: String) throws {
    guard let bytes = FieldText.bytes(hex: argument), !bytes.isEmpty else {
      throw ValidationError("Bytes have two hexadecimal digits each, as in 00 1f a0.")
    }
    self.bytes = bytes
  }
}
