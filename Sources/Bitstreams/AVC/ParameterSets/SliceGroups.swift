import FieldCoding

/// The assignment of macroblocks to slice groups (`slice_group_map_type`, ITU-T H.264 §7.3.2.2, §8.2.2).
public struct SliceGroups: Equatable, Sendable {
  /// 1 to 7.
  public var countMinus1: UInt32 = 1
  /// Which macroblocks are in which group.
  public var map = Map.dispersed

  /// How macroblocks are given to slice groups (`slice_group_map_type`, ITU-T H.264 §7.4.2.2).
  public enum Map: Equatable, Sendable {
    /// Runs of macroblocks, of all groups in turn.
    case interleaved(runLengthsMinus1: [UInt32])
    case dispersed
    /// Rectangles, and the rest of the picture.
    case foreground([Rectangle])
    /// Types 3 to 5: two groups. One of them grows.
    case changing(type: UInt32, isReversed: Bool, rateMinus1: UInt32)
    /// The group of each map unit.
    case explicit([UInt8])
  }

  /// A rectangle of map units, which are counted in raster order (`top_left`, `bottom_right`).
  public struct Rectangle: Equatable, Sendable {
    public var topLeft: UInt32 = 0
    public var bottomRight: UInt32 = 0
    public init() {}
  }

  public init() {}

  private var type: UInt32 {
    switch map {
    case .interleaved: 0
    case .dispersed: 1
    case .foreground: 2
    case .changing(let type, _, _): type
    case .explicit: 6
    }
  }

  fileprivate mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    var type = type
    try f.ue("slice_group_map_type", &type, atMost: 6, "ITU-T H.264 §7.4.2.2")
    switch type {
    case 0:
      var lengths: [UInt32] = if case .interleaved(let lengths) = map { lengths } else { [] }
      try f.ueList("run_length_minus1", &lengths, count: Int(countMinus1) + 1)
      map = .interleaved(runLengthsMinus1: lengths)
    case 1: map = .dispersed
    case 2:
      var rectangles = if case .foreground(let known) = map { known } else { [Rectangle]() }
      try f.list(
        "slice_groups", &rectangles, exactly: Int(countMinus1), blank: Rectangle()
      ) { (rectangle, f) throws(FieldError) in
        try f.ue("top_left", &rectangle.topLeft)
        try f.ue("bottom_right", &rectangle.bottomRight)
      }
      map = .foreground(rectangles)
    case 6:
      var groups: [UInt8] = if case .explicit(let groups) = map { groups } else { [] }
      var sizeMinus1 = UInt32(clamping: max(0, groups.count - 1))
      try f.ue("pic_size_in_map_units_minus1", &sizeMinus1)
      let bits = bitsToCount(to: UInt64(countMinus1) + 1)
      try f.checkCount("slice_group_id", groups.count, Int(sizeMinus1) + 1)
      try f.list(bits, "slice_group_id", &groups, count: .exactly(Int(sizeMinus1) + 1))
      map = .explicit(groups)
    default:
      var (isReversed, rate): (Bool, UInt32) = (false, 0)
      if case .changing(_, let known, let knownRate) = map {
        (isReversed, rate) = (known, knownRate)
      }
      try f.flag("slice_group_change_direction_flag", &isReversed)
      try f.ue("slice_group_change_rate_minus1", &rate)
      map = .changing(type: type, isReversed: isReversed, rateMinus1: rate)
    }
  }
}

extension FieldCoder {
  /// `num_slice_groups_minus1`, and the following fields if there is more than one.
  mutating func sliceGroups(_ groups: inout SliceGroups?) throws(FieldError) {
    var countMinus1 = groups?.countMinus1 ?? 0
    try ue("num_slice_groups_minus1", &countMinus1, atMost: 7, "ITU-T H.264 §A.2")
    guard countMinus1 > 0 else {
      groups = nil
      return
    }
    var present = groups ?? SliceGroups()
    present.countMinus1 = countMinus1
    try present.fields(&self)
    groups = present
  }
}
