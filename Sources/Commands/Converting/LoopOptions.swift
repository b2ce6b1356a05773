public import ArgumentParser
import LoopMaking

/// What becomes of a movie that loops.
public struct LoopOptions: ParsableArguments {
  @Flag(help: "Play it forwards and then backwards; the first and the last frame are shown once.")
  var bounce = false

  @Option(
    help: """
      Frames in a second at most, each at its time: by default 15 in GIF, and 30 in WebP and AVIF.
      """)
  var rate: Double?

  @Option(help: "When it starts in the movie: seconds, or h:mm:ss.fff.")
  var from: MovieMoment?

  @Option(help: "When it ends in the movie.")
  var to: MovieMoment?

  @Option(help: "How often it is played; 0 for ever.")
  var loops = 0

  @Flag(name: .customLong("long"), help: "Also take what is longer than a minute.")
  var takesLong = false

  public init() {}

  public func validate() throws {
    if let rate, !(0.1...240).contains(rate) {
      throw ValidationError("--rate is 0.1 to 240 frames a second.")
    }
    if let from, let to, from.seconds >= to.seconds {
      throw ValidationError("--from is before --to.")
    }
    if !(0...65_535).contains(loops) {
      throw ValidationError("--loops is 0, for ever, to 65535.")
    }
  }

  /// Whether anything is asked for that only loops have.
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
