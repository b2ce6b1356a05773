public import FieldCoding
import NALUnits

/// The start of a frame (`uncompressed_header`, AV1 §5.9.2, up to whether it is shown).
public struct FrameHeader: FieldCodable {
  public static let name = "uncompressed_header"

  /// The index of a frame that was decoded before and is shown now; nil if it is a new one.
  public var shownFrameIndex: UInt8?
  /// What kind of frame it is (`frame_type`).
  public var type = FrameType.key
  public var isShown = true
  /// Whether the sequence has reduced headers, which say nothing here; not a field itself.
  public private(set) var isReduced = false

  /// `frame_type` (AV1 §6.8.2): which other frames a frame needs to be decoded.
  public enum FrameType: UInt8, Hashable, Sendable {
    case key, inter, intraOnly, `switch`

    public static let names: ValueNames = [
      0: "KEY_FRAME", 1: "INTER_FRAME", 2: "INTRA_ONLY_FRAME", 3: "SWITCH_FRAME",
    ]
  }

  public init() {}

  /// A header with zeros, of a frame of this sequence.
  public init(of sequence: SequenceHeader) { isReduced = sequence.isReduced }

  /// Reads the start of a unit that is a frame or its header.
  public init(
    _ unit: OpenBitstreamUnit, sequence: SequenceHeader, sink: (any FieldSink)? = nil
  ) throws(FieldError) {
    guard [.frame, .frameHeader, .redundantFrameHeader].contains(unit.header.type) else {
      throw FieldError(.invalid("the unit is not a frame"), offset: unit.payload.fileOffset)
    }
    self.init(of: sequence)
    var coder = FieldCoder(decoding: unit.payload, sink: sink)
    do throws(FieldError) {
      try fields(&coder)
    } catch {
      throw error.nested(in: FrameHeader.name)
    }
  }

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    guard !isReduced else { return }
    var showsExisting = shownFrameIndex != nil
    try f.flag("show_existing_frame", &showsExisting)
    if showsExisting {
      var index = shownFrameIndex ?? 0
      try f.uint(3, "frame_to_show_map_idx", &index)
      shownFrameIndex = index
      return
    }
    shownFrameIndex = nil
    var raw = type.rawValue
    try f.uint(2, "frame_type", &raw, as: .names(FrameType.names))
    type = FrameType(rawValue: raw) ?? .key
    try f.flag("show_frame", &isShown)
  }
}

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
