import ISOBMFF
import Movie

/// The data for the rules about movies.
extension ExaminedFile {
  /// The first box along a path of types inside a box.
  func first(in box: ExaminedBox, _ path: FourCC...) -> ExaminedBox? {
    var found = box
    for type in path {
      guard let next = children(of: found).first(where: { $0.type == type }) else { return nil }
      found = next
    }
    return found
  }

  /// Whether the file follows the rules of QuickTime, and not those of ISO.
  var isQuickTime: Bool { boxes.isQuickTime }

  /// Units per second in the durations of the movie and its tracks; nil if there are none.
  var movieTimescale: UInt32? {
    movie?.header.flatMap { $0.timescale > 0 ? $0.timescale : nil }
  }

  /// Whether samples are in fragments, in this file or in others.
  var isFragmented: Bool { movie?.isFragmented ?? !all("moof").isEmpty }

  /// The boxes at the top.
  var topBoxes: [ExaminedBox] { walk.filter { $0.container == nil } }
}

/// The comparison of durations, and their text.
enum Seconds {
  /// Writers round in several ways. A smaller difference is not noticeable.
  static let tolerance = 0.1

  static func text(_ seconds: Double) -> String {
    guard seconds.isFinite, abs(seconds) < 1e12 else { return "\(seconds) s" }
    return "\((seconds * 1000).rounded() / 1000) s"
  }
}
