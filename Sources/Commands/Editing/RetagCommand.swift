import ArgumentParser
import Editing
import ISOBMFF

/// `boxwalk retag`
struct RetagCommand: EditCommand {
  static let configuration = CommandConfiguration(
    commandName: "retag",
    abstract: "Says of HEVC and AVC video where its parameter sets are: hev1 as hvc1, and back.",
    discussion: """
      Phones, Macs and browsers play HEVC as 'hvc1' and refuse 'hev1', by which parameter sets can \
      be among the samples. That a movie needs none of those is proved first: the NAL units of \
      all samples are looked at, without reading their pictures. Parameter sets that only the samples have \
      go into the decoder configuration; a movie in which one number stands for different sets stays \
      as it is.

      EXAMPLES
        boxwalk retag movie.mp4                     hev1 as hvc1, dvhe as dvh1, avc3 as avc1
        boxwalk retag movie.mp4 --in-place          the movie itself: a few bytes of it
        boxwalk retag movie.mp4 --to hev1           the other way
        boxwalk retag init.mp4 --trust-samples      the samples are in other files
      """)

  static var suffix: String { "retagged" }
  static var extensions: Set<String> { Inputs.movies }

  @OptionGroup var inputs: Inputs
  @OptionGroup var options: EditOptions

  @Option(
    name: .customLong("to"),
    help: ArgumentHelp(
      """
      hvc1, hev1, dvh1, dvhe, avc1, avc3, dva1 or dvav; can be given more than once. By default all \
      that have their parameter sets in the sample entry.
      """, valueName: "type"))
  var targets: [SampleEntryType] = []

  @Flag(
    name: .customLong("trust-samples"),
    help: "Believe that samples have no parameter sets of their own; they are not read.")
  var trustsSamples = false

  init() {}

  func apply(to edit: inout Edit) throws(EditError) {
    let targets = targets.isEmpty ? SampleEntryTag.allOutOfBand : Set(targets.map(\.type))
    try edit.retag(to: targets, trustingSamples: trustsSamples)
  }

  func validate() throws {
    for pair in SampleEntryTag.all {
      let both = targets.filter { $0.type == pair.inBand || $0.type == pair.outOfBand }
      if Set(both.map(\.type)).count > 1 {
        throw ValidationError("Either --to \(pair.outOfBand) or --to \(pair.inBand): choose.")
      }
    }
  }
}

/// A sample entry that can be another.
struct SampleEntryType: ExpressibleByArgument, Equatable, Sendable {
  var type: FourCC

  init?(argument: String) {
    guard let type = FourCC(argument),
      SampleEntryTag.all.contains(where: { $0.inBand == type || $0.outOfBand == type })
    else { return nil }
    self.type = type
  }

  static var allValueStrings: [String] {
    SampleEntryTag.all.flatMap { ["\($0.outOfBand)", "\($0.inBand)"] }
  }
}
