/// The speed that a decoder needs (ITU-T H.264 §A.3).
public struct Level: Hashable, Comparable, Sendable {
  /// 10 times the number of the level; 9 is level 1b.
  public var idc: UInt8
  public init(idc: UInt8 = 0) { self.idc = idc }

  public static func < (a: Level, b: Level) -> Bool { a.idc < b.idc }

  /// The number of the level: `3.1`. In older profiles 1b is a level of 1.1 with a constraint.
  public func name(in profile: Profile) -> String {
    let isOld = [66, 77, 88].contains(profile.idc)
    if idc == 9 || (isOld && idc == 11 && profile.constraints[3]) { return "1b" }
    return "\(self)"
  }
}

extension Level: CustomStringConvertible {
  public var description: String {
    idc % 10 == 0 ? "\(idc / 10)" : "\(idc / 10).\(idc % 10)"
  }
}
