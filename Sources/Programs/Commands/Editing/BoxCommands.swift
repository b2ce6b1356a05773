import ArgumentParser
import Editing
import ISOBMFF

/// `boxwalk remove`
struct RemoveCommand: EditCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Removes a box from files, with all that it contains.",
    discussion: """
      A box that something else needs is not removed: the command proves that every remaining \
      sample and item is read as before; otherwise the file stays as it is.

      EXAMPLES
        boxwalk remove moov/udta movie.mp4          user data
        boxwalk remove 'moov/trak[2]' movie.mov     the third track
        boxwalk remove free movie.mp4 --in-place
        boxwalk remove '//udta' movie.mov           all user data
      """)

  static var suffix: String { "removed" }

  @Argument(
    help: ArgumentHelp(
      "The path of the box, as for inspect --path; it may match several boxes.", valueName: "box"),
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
    abstract: "Inserts a box into files.",
    discussion: """
      The box comes from a file, with its header, or is given in hexadecimal. Data that is in the \
      way moves, and all offsets in the file are corrected.

      EXAMPLES
        boxwalk insert moov movie.mp4 --from udta.box
        boxwalk insert moov/udta movie.mp4 --hex '0000000c 6e616d65 41626364'
        boxwalk insert / movie.mp4 --from uuid.box --after ftyp
        boxwalk insert meta photo.heic --from idat.box --before iloc
      """)

  static var suffix: String { "inserted" }

  @Argument(
    help: ArgumentHelp(
      "The box to insert into, as for inspect --path; / is the file itself.",
      valueName: "container"),
    completion: BoxPatternArgument.completion, transform: BoxPatternArgument.orFile)
  var container: BoxPatternArgument

  @OptionGroup var inputs: Inputs
  @OptionGroup var options: EditOptions

  @Option(help: ArgumentHelp("A file with the box, or with several.", valueName: "file"))
  var from: String?

  @Option(
    help: ArgumentHelp("The bytes of the box in hexadecimal.", valueName: "bytes"),
    transform: HexArgument.init)
  var hex: HexArgument?

  @Option(help: ArgumentHelp("The position among the boxes there, from 0.", valueName: "index"))
  var at: Int?

  @Option(
    help: ArgumentHelp("Insert the box before the first box of this type.", valueName: "type"),
    transform: FourCCArgument.init)
  var before: FourCCArgument?

  @Option(
    help: ArgumentHelp("Insert the box after the first box of this type.", valueName: "type"),
    transform: FourCCArgument.init)
  var after: FourCCArgument?

  init() {}

  func validate() throws {
    if (from == nil) == (hex == nil) { throw ValidationError("Use either --from or --hex.") }
    let count = [at != nil, before != nil, after != nil].count { $0 }
    if count > 1 { throw ValidationError("Use only one of --at, --before and --after.") }
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
    try edit.insert(bytes: bytes, into: path, at: position, named: from ?? "the data to insert")
  }
}

struct FourCCArgument: Sendable {
  var type: FourCC

  init(_ argument: String) throws {
    guard let type = FourCC(argument) else {
      throw ValidationError("A box type has four characters.")
    }
    self.type = type
  }
}

/// `00 1f a0`
struct HexArgument: Sendable {
  var bytes: [UInt8]

  init(_ argument: String) throws {
    guard let bytes = FieldEditText.bytes(hex: argument), !bytes.isEmpty else {
      throw ValidationError("Write each byte as two hexadecimal digits, such as 00 1f a0.")
    }
    self.bytes = bytes
  }
}
