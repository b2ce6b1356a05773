public import FieldCoding

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
