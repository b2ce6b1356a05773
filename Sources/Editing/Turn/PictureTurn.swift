/// A way to turn and mirror a picture without loss: one of the eight that keep its edges upright.
///
/// It is a turn, after which left and right may be exchanged.
public struct PictureTurn: Hashable, Sendable {
  /// Quarters of a turn counter-clockwise, 0 to 3, as `irot` counts.
  public private(set) var quarters: Int
  /// Whether left and right are exchanged then.
  public private(set) var isMirrored: Bool

  private init(_ quarters: Int, isMirrored: Bool = false) {
    self.quarters = (quarters % 4 + 4) % 4
    self.isMirrored = isMirrored
  }

  /// Nothing changes.
  public static let none = PictureTurn(0)
  /// Left and right are exchanged.
  public static let flipHorizontally = PictureTurn(0, isMirrored: true)
  /// Top and bottom are exchanged.
  public static let flipVertically = PictureTurn(2, isMirrored: true)

  /// All eight.
  public static let all = [false, true].flatMap { isMirrored in
    (0..<4).map { PictureTurn($0, isMirrored: isMirrored) }
  }

  /// A turn clockwise by so many degrees; nil unless they are a multiple of 90.
  public static func clockwise(_ degrees: Int) -> PictureTurn? {
    degrees % 90 == 0 ? PictureTurn(-(degrees / 90 % 4)) : nil
  }

  /// The turn that `irot` states.
  static func counterClockwise(quarters: Int) -> PictureTurn { PictureTurn(quarters) }

  /// This, and then `next`.
  public func then(_ next: PictureTurn) -> PictureTurn {
    // A turn after mirroring is one the other way before it.
    PictureTurn(
      isMirrored ? quarters - next.quarters : quarters + next.quarters,
      isMirrored: isMirrored != next.isMirrored)
  }

  /// Whether width and height are exchanged.
  public var swapsSides: Bool { quarters % 2 == 1 }
}
