/// The speed that a decoder needs (ITU-T H.265 §A.4).
public struct Level: Hashable, Comparable, Sendable {
  /// 30 times the number of the level.
  public var idc: UInt8
  public init(idc: UInt8 = 0) { self.idc = idc }

  public static func < (a: Level, b: Level) -> Bool { a.idc < b.idc }
}

extension Level: CustomStringConvertible {
  /// The number of the level: `3.1`. An `idc` that is not a level is shown as a number.
  public var description: String {
    guard idc % 3 == 0 else { return "\(idc)/30" }
    return idc % 30 == 0 ? "\(idc / 30)" : "\(idc / 30).\(idc % 30 / 3)"
  }
}
