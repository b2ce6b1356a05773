import ArgumentParser
import Conversion
import Editing
import Movie

/// The options for which frames of a movie become frames.
struct FrameChoiceOptions: ParsableArguments {
  @Option(
    help: "Frames at these times: seconds, or h:mm:ss.fff, separated by commas.")
  var at: TimeList?

  @Option(help: "A frame at the start, and one at each interval: 1s, 0.5, 1:00.")
  var every: Duration?

  @Option(help: "This many frames, spread evenly over the movie.")
  var count: Int?

  @Flag(help: "All key frames.")
  var keyframes = false

  @Flag(help: "All frames.")
  var all = false

  @Flag(help: "The frame that is the still of a Live Photo.")
  var still = false

  @Option(help: "A contact sheet of columns and rows, such as 5x4, with the time of each frame.")
  var sheet: SheetSize?

  init() {}

  func validate() throws {
    let choices = [at != nil, every != nil, count != nil, keyframes, all, still].count { $0 }
    if choices > 1 {
      throw ValidationError(
        "Use only one of --at, --every, --count, --keyframes, --all and --still.")
    }
    if let count, !(1...1_000_000).contains(count) {
      throw ValidationError("--count has to be 1 to 1000000.")
    }
    if sheet != nil, count != nil {
      throw ValidationError("Use either --sheet or --count: both set the number of frames.")
    }
  }

  var selection: FrameSelection {
    if let at { return .at(at.times) }
    if let every { return .every(every.seconds) }
    if let count { return .count(count) }
    if keyframes { return .keyframes }
    if all { return .all }
    if still { return .still }
    return sheet.map { .count($0.columns * $0.rows) } ?? .usual
  }

  /// Whether a movie can become several files.
  var takesSeveral: Bool {
    guard sheet == nil else { return false }
    switch selection {
    case .at(let times): return times.count > 1
    case .count(let count): return count > 1
    case .every, .keyframes, .all: return true
    case .usual, .still: return false
    }
  }

  /// Whether the number of a frame is in the name of its file.
  var isNumbered: Bool { sheet == nil && selection != .usual && selection != .still }

  /// `1.5,0:02.25`
  struct TimeList: ExplainedArgument {
    static let form =
      "a time, or several with commas: seconds, or h:mm:ss.fff with less than 60 seconds and minutes"

    var times: [Double]

    init?(argument: String) {
      let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
      times = parts.compactMap { FrameChoiceOptions.seconds($0) }
      guard times.count == parts.count else { return nil }
    }
  }

  /// `1s`, `0.5`, `1:00`
  struct Duration: ExplainedArgument {
    static let form = "an interval of at least 0.001 seconds, such as 0.5 or 1:00"

    var seconds: Double

    init?(argument: String) {
      guard let seconds = FrameChoiceOptions.seconds(argument[...]), seconds >= 0.001 else {
        return nil
      }
      self.seconds = seconds
    }
  }

  /// `5x4`
  struct SheetSize: ExplainedArgument {
    static let form = "columns and rows, 1 to 50 each, such as 5x4"

    var columns: Int
    var rows: Int

    init?(argument: String) {
      let parts = argument.split(separator: "x").map { Int($0) }
      guard parts.count == 2, let columns = parts[0], let rows = parts[1],
        (1...50).contains(columns), (1...50).contains(rows)
      else { return nil }
      (self.columns, self.rows) = (columns, rows)
    }
  }

  /// `90`, `90s`, `1:30`, `0:01:30.000`
  static func seconds(_ text: Substring) -> Double? {
    ChapterText.seconds(text.hasSuffix("s") ? text.dropLast() : text)
  }
}
