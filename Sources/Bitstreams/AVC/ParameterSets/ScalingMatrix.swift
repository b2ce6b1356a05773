import FieldCoding

/// The quantisation matrices of a parameter set (ITU-T H.264 §7.3.2.1.1, §7.3.2.2).
public struct ScalingMatrix: Equatable, Sendable {
  /// Six for blocks of 4x4, then those for 8x8. Nil for one that is not stated (§7.4.2.1.1).
  public var lists: [ScalingList?] = []

  /// Each coefficient as the difference from the one before (`scaling_list`, §7.3.2.1.1.1). A list
  /// ends early where the rest repeats the last one; a list that ends at once is the default list.
  public struct ScalingList: Equatable, Sendable {
    public var deltas: [Int32] = []
    public init() {}
  }

  public init() {}

  mutating func fields(
    _ f: inout FieldCoder, _ name: StaticString, count: Int
  ) throws(FieldError) {
    try f.checkCount(name, lists.count, count)
    if f.isDecoding { lists = Array(repeating: nil, count: count) }
    for index in lists.indices {
      try f.within("scaling_lists[\(index)]") { (f) throws(FieldError) in
        try f.optional(name, &lists[index], blank: ScalingList()) { (list, f) throws(FieldError) in
          try list.fields(&f, size: index < 6 ? 16 : 64)
        }
      }
    }
  }
}

extension ScalingMatrix.ScalingList {
  fileprivate mutating func fields(_ f: inout FieldCoder, size: Int) throws(FieldError) {
    var scale: Int32 = 8
    try f.seList("delta_scale", &deltas, atMost: size) { delta in
      // nextScale = ( lastScale + delta_scale + 256 ) % 256
      scale = Int32(UInt8(truncatingIfNeeded: scale &+ delta))
      return scale == 0
    }
  }
}
