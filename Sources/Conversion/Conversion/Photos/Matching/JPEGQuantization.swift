/// The quantisation steps of JPEG encoders, and the largest error of samples that they cause.
struct JPEGQuantization {
  /// The steps of the 64 coefficients of a block, in any order.
  let steps: [Int]

  /// Rounding changes a coefficient by at most half a step, and the transform keeps the sum of squares. So this is the
  /// largest root of the mean square of a block's differences. Clipping to the range of samples only reduces it.
  var largestRoot: Double {
    (Double(steps.reduce(0) { $0 + $1 * $1 }) / 4 / Double(steps.count)).squareRoot()
  }

  /// Scales the tables of ITU-T T.81, Annex K, like the encoder of the Independent JPEG Group.
  ///
  /// - Parameter quality: 1 to 100.
  init(quality: Int, isChroma: Bool) {
    let scale = quality < 50 ? 5000 / max(1, quality) : 200 - 2 * min(quality, 100)
    steps = (isChroma ? JPEGQuantization.chrominance : JPEGQuantization.luminance).map {
      min(255, max(1, ($0 * scale + 50) / 100))
    }
  }

  /// ITU-T T.81 Table K.1.
  private static let luminance = [
    16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55,
    14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22, 29, 51, 87, 80, 62,
    18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92,
    49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99,
  ]

  /// ITU-T T.81 Table K.2.
  private static let chrominance =
    [
      17, 18, 24, 47, 99, 99, 99, 99, 18, 21, 26, 66, 99, 99, 99, 99,
      24, 26, 56, 99, 99, 99, 99, 99, 47, 66, 99, 99, 99, 99, 99, 99,
    ] + Array(repeating: 99, count: 32)
}
