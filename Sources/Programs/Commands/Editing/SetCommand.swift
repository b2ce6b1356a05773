import ArgumentParser
import Editing
import ISOBMFF

/// `boxwalk set`
struct SetCommand: EditCommand {
  static let configuration = CommandConfiguration(
    commandName: "set",
    abstract: "Sets fields of boxes to other values.",
    discussion: """
      Fields have the names that boxwalk inspect --tree shows; [2] is the third box of its type. \
      Values are numbers (also in the form 0x1F), numbers with a fraction, four-character codes, \
      dates in UTC, languages, names of values, text, and bytes in hexadecimal. Counts and sizes \
      cannot be set, because they follow from the content; offsets cannot be set if other data \
      would then be read.

      EXAMPLES
        boxwalk set 'moov/mvhd.creation_time=2024-06-15T16:42:07Z' movie.mp4
        boxwalk set 'moov/trak[1]/mdia/mdhd.language=slv' movie.mp4 --in-place
        boxwalk set 'moov/trak/mdia/hdlr.name=Main camera' movie.mp4
        boxwalk set 'meta/iprp/ipco/irot.angle=1' photo.heic -o rotated.heic
        boxwalk set 'moov/trak[type=soun]/mdia/mdhd.language=eng' movie.mov
        boxwalk set moov/trak/tkhd.flags=3 --also moov/trak/tkhd.volume=0.5 a.mp4
      """)

  static var suffix: String { "set" }

  @Argument(
    help: ArgumentHelp("A field and its value.", valueName: "path.field=value"),
    completion: BoxPatternArgument.completion, transform: FieldSetting.init)
  var setting: FieldSetting

  @Option(
    name: .long, help: ArgumentHelp("Another field and its value.", valueName: "path.field=value"),
    completion: BoxPatternArgument.completion, transform: FieldSetting.init)
  var also: [FieldSetting] = []

  @OptionGroup var inputs: Inputs
  @OptionGroup var options: EditOptions

  init() {}

  func apply(to edit: inout Edit) throws(EditError) {
    for setting in [setting] + also { try edit.set(setting.path, to: setting.value) }
  }
}

/// `moov/mvhd.timescale=600`
struct FieldSetting: Sendable {
  var path: FieldPattern
  var value: String

  init(_ argument: String) throws {
    // A condition in brackets contains an equals sign: `trak[type=vide]`.
    var isInBrackets = false
    let sign = argument.firstIndex { character in
      if "[]".contains(character) { isInBrackets = character == "[" }
      return character == "=" && !isInBrackets
    }
    guard let sign else {
      throw ValidationError("Write path.field=value, such as moov/mvhd.rate=2.0.")
    }
    guard let path = FieldPattern(String(argument[..<sign])) else {
      throw ValidationError(
        "Before the = write box types of four characters each, a dot and a field, such as moov/mvhd.rate=2.0."
      )
    }
    self.path = path
    value = String(argument[argument.index(after: sign)...])
  }
}
