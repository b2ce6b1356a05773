/// Pictures, texts and others that are shown over video around the viewer.
public struct OverlayConfigBox: BoxBody {
  public static let type: FourCC = "ovly"
  public static let specification = "ISO/IEC 23090-2"

  public var header = FullBoxHeader()
  /// The number of bytes of flags of each overlay.
  public var flagByteCount: UInt8 = 2
  public var overlays: [Overlay] = []

  /// One overlay.
  public struct Overlay: Equatable, Sendable {
    public var id: UInt16 = 0
    /// Its controls, starting with the first bit.
    public var flags = Bytes()
    /// The controls whose flags are set, in their order.
    public var controls: [Control] = []

    public init() {}
  }

  /// A control for its position and appearance.
  public struct Control: FieldCodable, Equatable, Sendable {
    /// Whether a player that does not support the control must not show the overlay.
    public var isEssential = false
    public var data = Bytes()

    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.flag("overlay_control_essential_flag", &isEssential)
      try f.bytes("overlay_control_struct", &data, count: .bits(15, "byte_count"))
    }
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    var count = UInt16(clamping: overlays.count)
    try f.uint(16, "num_overlays", &count)
    try f.uint(8, "num_flag_bytes", &flagByteCount)
    let flagByteCount = Int(flagByteCount)
    try f.list("overlays", &overlays, count: .exactly(Int(count)), of: Overlay()) {
      (overlay, f) throws(FieldError) in
      try f.uint(16, "overlay_id", &overlay.id)
      try f.bytes("overlay_control_flag", &overlay.flags, count: .exactly(flagByteCount))
      let controlCount = overlay.flags.reduce(0) { $0 + $1.nonzeroBitCount }
      try f.list("controls", &overlay.controls, count: .exactly(controlCount))
    }
  }
}
