import ArgumentParser
import Conversion

/// The options for movies that become loops.
struct LoopOptions: ParsableArguments {
  @Flag(
    help: "Play the loop forwards and then backwards; the first and last frames are shown once.")
  var bounce = false

  @Option(
    help: """
      The most frames in a second; each keeps its time. The default is 15 in GIF, and 30 in WebP \
      and AVIF.
      """)
  var rate: Double?

  @Option(help: "Where the loop starts in the movie: seconds, or h:mm:ss.fff.")
  var from: MovieMoment?

  @Option(help: "Where the loop ends in the movie.")
  var to: MovieMoment?

  @Option(help: "How many times the loop is played; 0 means forever.")
  var loops = 0

  @Flag(name: .customLong("long"), help: "Also allow loops of more than a minute.")
  var takesLong = false

  init() {}

  func validate() throws {
    if let rate, !(0.1...240).contains(rate) {
      throw ValidationError("--rate has to be 0.1 to 240 frames a second.")
    }
    if let from, let to, from.seconds >= to.seconds {
      throw ValidationError("--from has to be before --to.")
    }
    if !(0...65_535).contains(loops) {
      throw ValidationError("--loops has to be 0 (forever) to 65535.")
    }
  }

  /// Whether an option is used that only loops have.
  var isUsed: Bool {
    bounce || rate != nil || from != nil || to != nil || loops != 0 || takesLong
  }

  func set(_ options: inout LoopMaker.Options) {
    options.bounces = bounce
    options.rate = rate
    options.start = from?.seconds
    options.end = to?.seconds
    options.playCount = loops
    options.takesLong = takesLong
  }
}
