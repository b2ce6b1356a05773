import FieldCoding
import NALUnits

/// The tools of frames that refer to others (AV1 §5.5.1), which still pictures do not have.
public struct InterTools: Equatable, Sendable {
  public var usesInterIntraCompound = false
  public var usesMaskedCompound = false
  public var usesWarpedMotion = false
  public var usesDualFilter = false
  public var orderHint: OrderHint?
  /// Whether tools for screen content are used; nil if each frame states it
  /// (`seq_choose_screen_content_tools`).
  public var screenContentTools: Bool?
  /// Whether motion vectors are whole numbers; nil if each frame states it. Only if there may be
  /// ``screenContentTools``.
  public var integerMotionVectors: Bool?

  /// Tools that need the order in which frames are shown (`enable_order_hint`, AV1 §5.5.1).
  public struct OrderHint: Equatable, Sendable {
    public var usesJointCompound = false
    public var usesReferenceFrameMotion = false
    public var bitsMinus1: UInt8 = 0
    public init() {}
  }

  public init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.flag("enable_interintra_compound", &usesInterIntraCompound)
    try f.flag("enable_masked_compound", &usesMaskedCompound)
    try f.flag("enable_warped_motion", &usesWarpedMotion)
    try f.flag("enable_dual_filter", &usesDualFilter)
    try f.optional("enable_order_hint", &orderHint, blank: .init()) {
      (hint, f) throws(FieldError) in
      try f.flag("enable_jnt_comp", &hint.usesJointCompound)
      try f.flag("enable_ref_frame_mvs", &hint.usesReferenceFrameMotion)
    }
    try f.choice(
      "seq_choose_screen_content_tools", "seq_force_screen_content_tools", &screenContentTools)
    if screenContentTools != false {
      try f.choice("seq_choose_integer_mv", "seq_force_integer_mv", &integerMotionVectors)
    }
    if var hint = orderHint {
      try f.uint(3, "order_hint_bits_minus_1", &hint.bitsMinus1)
      orderHint = hint
    }
  }
}

extension FieldCoder {
  /// A flag for a choice in each frame, or for one choice for all.
  fileprivate mutating func choice(
    _ chooses: StaticString, _ force: StaticString, _ value: inout Bool?
  ) throws(FieldError) {
    var isOpen = value == nil
    try flag(chooses, &isOpen)
    guard !isOpen else {
      value = nil
      return
    }
    var forced = value ?? false
    try flag(force, &forced)
    value = forced
  }
}
