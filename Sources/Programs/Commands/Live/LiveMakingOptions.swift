import ArgumentParser

/// The options for the inputs of Live Photos.
struct LiveMakingOptions: ParsableArguments {
  @Option(
    help: """
      When the still was taken, in seconds from the start of the movie; by default the time that \
      the files state, or else the middle; a motion photo that is made has no time then.
      """)
  var time: Double?

  @Flag(
    name: .customLong("replace-maker-note"),
    help: "Replace the maker note of another vendor, with all its data, by Apple's.")
  var replacesMakerNote = false

  @Flag(
    name: .customLong("any-codec"),
    help: "Also accept a movie with a codec that Photos does not play.")
  var allowsAnyCodec = false

  func validate() throws {
    if let time, !(time >= 0 && time.isFinite) {
      throw ValidationError("--time has to be a number of seconds, 0 or more.")
    }
  }
}
