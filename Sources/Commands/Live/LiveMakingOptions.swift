import ArgumentParser

/// What Live Photos may be made of.
struct LiveMakingOptions: ParsableArguments {
  @Option(
    help: """
      When the still was taken, in seconds from the start of the movie; by default what the files say, or \
      else the middle.
      """)
  var time: Double?

  @Flag(
    name: .customLong("replace-maker-note"),
    help: "Let a maker note of another vendor go, and all that it says, to make room for Apple's.")
  var replacesMakerNote = false

  @Flag(
    name: .customLong("any-codec"),
    help: "Make a Live Photo also of a movie with a codec that Photos does not play.")
  var allowsAnyCodec = false

  func validate() throws {
    if let time, !(time >= 0 && time.isFinite) {
      throw ValidationError("A --time is a number of seconds that is not negative.")
    }
  }
}
