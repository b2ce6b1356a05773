/// A lossless rotation of an image by a multiple of 90 degrees, with or without mirroring.
///
/// The rotation comes first; after it, left and right may be exchanged.
public struct Rotation: Hashable, Sendable {
  /// The rotation in units of 90 degrees counter-clockwise, 0 to 3, as in `irot`.
  public private(set) var quarters: Int
  /// Whether left and right are exchanged after the rotation.
  public private(set) var isMirrored: Bool

  private init(_ quarters: Int, isMirrored: Bool = false) {
    self.quarters = (quarters % 4 + 4) % 4
    self.isMirrored = isMirrored
  }

  /// No rotation and no mirroring.
  public static let none = Rotation(0)
  /// Left and right are exchanged.
  public static let flipHorizontally = Rotation(0, isMirrored: true)
  /// Top and bottom are exchanged.
  public static let flipVertically = Rotation(2, isMirrored: true)

  /// All eight values.
  public static let all = [false, true].flatMap { isMirrored in
    (0..<4).map { Rotation($0, isMirrored: isMirrored) }
  }

  /// A clockwise rotation in degrees; nil if the number is not a multiple of 90.
  public static func clockwise(_ degrees: Int) -> Rotation? {
    degrees % 90 == 0 ? Rotation(-(degrees / 90 % 4)) : nil
  }

  /// The rotation of `irot`.
  static func counterClockwise(quarters: Int) -> Rotation { Rotation(quarters) }

  /// This rotation, followed by `next`.
  public func then(_ next: Rotation) -> Rotation {
    // A rotation after mirroring equals the opposite rotation before it.
    Rotation(
      isMirrored ? quarters - next.quarters : quarters + next.quarters,
      isMirrored: isMirrored != next.isMirrored)
  }

  /// How an image is shown then: `rotated by 90° clockwise`, `mirrored left to right`.
  var text: String {
    if isMirrored, quarters % 2 == 0 {
      return quarters == 0 ? "mirrored left to right" : "mirrored top to bottom"
    }
    let names = ["0°", "90° counter-clockwise", "180°", "90° clockwise"]
    return "rotated by \(names[quarters])" + (isMirrored ? " and mirrored left to right" : "")
  }

  /// Whether width and height are exchanged.
  public var swapsSides: Bool { quarters % 2 == 1 }
}
