public import FieldCoding

/// The decoder capabilities that a stream needs, apart from speed (ITU-T H.264 §A.2).
public struct Profile: Hashable, Sendable {
  /// `profile_idc`: 66 is Baseline, 77 Main, 88 Extended, and 100 High.
  public var idc: UInt8 = 66
  public var constraints = ProfileConstraints()

  public init() {}

  public init(idc: UInt8, constraints: ProfileConstraints = ProfileConstraints()) {
    self.idc = idc
    self.constraints = constraints
  }

  /// Whether an SPS of this profile states its sample format (§7.3.2.1.1).
  public var hasFormat: Bool {
    [100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135].contains(idc)
  }

  /// The names of the values of `profile_idc` (§A.2, §F.10, §G.10, §H.10, §I.10).
  public static let names: ValueNames = [
    44: "CAVLC 4:4:4 Intra", 66: "Baseline", 77: "Main", 83: "Scalable Baseline",
    86: "Scalable High", 88: "Extended", 100: "High", 110: "High 10", 118: "Multiview High",
    122: "High 4:2:2", 128: "Stereo High", 134: "MFC High", 135: "MFC Depth High",
    138: "Multiview Depth High", 139: "Enhanced Multiview Depth High",
    244: "High 4:4:4 Predictive",
  ]

  /// `Constrained Baseline`, `High 10 Intra`; nil for a profile that we do not know.
  public var name: String? {
    switch idc {
    case 66 where constraints[1]: "Constrained Baseline"
    case 83 where constraints[5]: "Scalable Constrained Baseline"
    case 86 where constraints[3]: "Scalable High Intra"
    case 86 where constraints[5]: "Scalable Constrained High"
    case 100 where constraints[4] && constraints[5]: "Constrained High"
    case 100 where constraints[4]: "Progressive High"
    case 110 where constraints[3]: "High 10 Intra"
    case 110 where constraints[4]: "Progressive High 10"
    case 122 where constraints[3]: "High 4:2:2 Intra"
    case 244 where constraints[3]: "High 4:4:4 Intra"
    default: Profile.names[UInt64(idc)]
    }
  }
}

/// `constraint_set0_flag` to `constraint_set5_flag` (ITU-T H.264 §7.4.2.1.1), which a decoder
/// configuration record calls `profile_compatibility`.
public struct ProfileConstraints: RawRepresentable, Hashable, Sendable {
  /// The flags as they are stored: the first is the most significant bit.
  public var rawValue: UInt8
  public init(rawValue: UInt8 = 0) { self.rawValue = rawValue }

  /// `constraint_setN_flag`, N from 0 to 5.
  public subscript(number: Int) -> Bool {
    get { self[number..<number + 1] == 1 }
    set { self[number..<number + 1] = newValue ? 1 : 0 }
  }

  /// The bits of `range`, counted from the first, as a number.
  private subscript(range: Range<Int>) -> UInt8 {
    get { rawValue >> UInt8(8 - range.upperBound) & mask(range.count) }
    set {
      let shift = UInt8(8 - range.upperBound)
      rawValue = rawValue & ~(mask(range.count) << shift) | (newValue & mask(range.count)) << shift
    }
  }

  private func mask(_ bits: Int) -> UInt8 { (1 << UInt8(bits)) - 1 }

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.flag("constraint_set0_flag", &self[0])
    try f.flag("constraint_set1_flag", &self[1])
    try f.flag("constraint_set2_flag", &self[2])
    try f.flag("constraint_set3_flag", &self[3])
    try f.flag("constraint_set4_flag", &self[4])
    try f.flag("constraint_set5_flag", &self[5])
    try f.uint(2, "reserved_zero_2bits", &self[6..<8])
  }
}

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
