/// A fraction (TIFF 6.0 §2).
public struct TIFFRational: Hashable, Sendable {
  /// The number above the line.
  public var numerator: Int64
  /// The number below the line, which may be 0 in a file.
  public var denominator: Int64
  /// A fraction, which is not reduced.
  public init(numerator: Int64, denominator: Int64) {
    self.numerator = numerator
    self.denominator = denominator
  }
  /// The value of the fraction; nil where the denominator is 0.
  public var number: Double? {
    denominator == 0 ? nil : Double(numerator) / Double(denominator)
  }
}

extension TIFFRational: CustomStringConvertible {
  public var description: String { "\(numerator)/\(denominator)" }
}
