internal import FieldCoding

/// The steps that a raw photo asks programs to apply to its samples (DNG 1.7, "Opcode List Processing").
enum OpcodeList {
  private static let names = [
    "WarpRectilinear", "WarpFisheye", "FixVignetteRadial", "FixBadPixelsConstant",
    "FixBadPixelsList", "TrimBounds", "MapTable", "MapPolynomial", "GainMap", "DeltaPerRow",
    "DeltaPerColumn", "ScalePerRow", "ScalePerColumn", "WarpRectilinear2",
  ]

  /// The names of the steps in their order, for example `WarpRectilinear, GainMap`. Nil if the list does not end where
  /// its value ends.
  static func text(_ list: Bytes) -> String? {
    // Always big-endian. A step: its number, the version, flags, and the number of bytes behind them.
    guard let count = list.number(at: 0, size: 4), count <= list.count / 16 else { return nil }
    var steps: [String] = []
    var offset = 4
    for _ in 0..<count {
      guard let number = list.number(at: offset, size: 4),
        let size = list.number(at: offset + 12, size: 4), size <= list.count - offset - 16
      else { return nil }
      let isKnown = names.indices.contains(number - 1)
      steps.append(isKnown ? names[number - 1] : "[opcode \(number)]")
      offset += 16 + size
    }
    return steps.joined(separator: ", ")
  }
}
