import ArgumentParser
import Editing
import ISOBMFF

/// `boxwalk retag`
struct RetagCommand: EditCommand {
  static let configuration = CommandConfiguration(
    commandName: "retag",
    abstract: "Changes the sample entry type of HEVC and AVC video: hev1 to hvc1, and back.",
    discussion: """
      Phones, Macs and browsers play HEVC as 'hvc1' and refuse 'hev1', which allows parameter sets \
      among the samples. First, the command proves that the movie needs none of these: it reads \
      the NAL units of all samples, without decoding frames. Parameter sets that are only in the \
      samples go into the decoder configuration. A movie in which one ID stands for different \
      parameter sets stays as it is.

      EXAMPLES
        boxwalk retag movie.mp4                     hev1 to hvc1, avc3 to avc1
        boxwalk retag movie.mp4 --in-place          a few bytes of the movie itself
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
      hvc1, hev1, dvh1, dvhe, avc1, avc3, dva1 or dvav; can be repeated. The default is all types \
      with parameter sets in the sample entry.
      """, valueName: "type"))
  var targets: [SampleEntryType] = []

  @Flag(
    name: .customLong("trust-samples"),
    help: "Do not read the samples; assume that they have no parameter sets.")
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
        throw ValidationError("Use either --to \(pair.outOfBand) or --to \(pair.inBand).")
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

  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}
