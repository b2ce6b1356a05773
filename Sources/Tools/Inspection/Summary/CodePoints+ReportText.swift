import HEIF
import HEVC
import Text

extension CodePoints {
  /// Primaries, transfer and matrix, if they are stated.
  static func texts(_ points: CodingIndependentCodePoints) -> [String] {
    let matrix =
      points.matrixCoefficients == 2
      ? nil : "\(name(points.matrixCoefficients, matrixCoefficients)) matrix"
    if points.colourPrimaries == 2, points.transferCharacteristics == 2 {
      return ["unspecified colours"] + (matrix.map { [$0] } ?? [])
    }
    return [
      "\(name(points.colourPrimaries, colourPrimaries)) primaries",
      "\(name(points.transferCharacteristics, transferCharacteristics)) transfer", matrix,
    ].compactMap { $0 }
  }

  /// The name of a number, which can stand for several standards: `BT.2020 or BT.2100`.
  static func name(_ number: UInt16, _ names: ValueNames) -> String {
    names[UInt64(number)].map { $0.replacing(", ", with: " or ") } ?? "\(number)"
  }

  /// All code points, as a value.
  static func value(
    _ points: CodingIndependentCodePoints, isFullRange: Bool?
  ) -> JSONValue {
    .object([
      ("primaries", .int(Int(points.colourPrimaries))),
      ("transfer", .int(Int(points.transferCharacteristics))),
      ("matrix", .int(Int(points.matrixCoefficients))),
      ("fullRange", isFullRange.map { .bool($0) }),
    ])
  }
}
