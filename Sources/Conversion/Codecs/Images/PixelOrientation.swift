/// The exchange and the reversal of rows and columns of samples.
struct PixelOrientation: Equatable, Sendable {
  /// Whether rows become columns; this comes first.
  var isTransposed = false
  /// Whether each row is then reversed.
  var isFlippedHorizontally = false
  /// Whether the order of the rows is then reversed.
  var isFlippedVertically = false

  /// Rotates an image further, by 90 degrees counterclockwise: the column at the right becomes the row
  /// at the top.
  mutating func rotate() {
    (isFlippedHorizontally, isFlippedVertically) = (isFlippedVertically, !isFlippedHorizontally)
    isTransposed.toggle()
  }

  /// Whether columns and rows come out in reverse.
  var isReversed: (columns: Bool, rows: Bool) {
    isTransposed
      ? (isFlippedVertically, isFlippedHorizontally) : (isFlippedHorizontally, isFlippedVertically)
  }
}
