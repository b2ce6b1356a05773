/// A message about a splice point in a programme: SCTE 35.
public struct SpliceInfoSection: FieldCodable {
  public var tableID: UInt8 = 0xFC
  public var isSectionSyntax = false
  public var isPrivate = false
  public var sapType: UInt8 = 3
  public var protocolVersion: UInt8 = 0
  public var isEncrypted = false
  public var encryptionAlgorithm: UInt8 = 0
  /// Ticks of 90 kHz that are added to each time in the message.
  public var ptsAdjustment: UInt64 = 0
  public var controlWordIndex: UInt8 = 0
  public var tier: UInt16 = 0xFFF
  public var commandType: UInt8 = 0
  public var command = SpliceCommand.data(Bytes())
  public var descriptors: [SpliceDescriptor] = []
  /// The padding of the encrypted part, and its checksum.
  public var stuffing = Bytes()
  public var checksum: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(8, "table_id", &tableID, as: .hex)
    guard tableID == 0xFC else { throw f.error(.invalid("is not an SCTE 35 message")) }
    try f.flag("section_syntax_indicator", &isSectionSyntax)
    try f.flag("private_indicator", &isPrivate)
    try f.uint(
      2, "sap_type", &sapType,
      as: .names([0: "type 1", 1: "type 2", 2: "type 3", 3: "not stated"]))
    try f.part(12, "section_length") { (f) throws(FieldError) in try section(&f) }
  }

  private mutating func section(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(8, "protocol_version", &protocolVersion)
    try f.flag("encrypted_packet", &isEncrypted)
    try f.uint(
      6, "encryption_algorithm", &encryptionAlgorithm,
      as: .names([0: "none", 1: "DES, ECB", 2: "DES, CBC", 3: "triple DES"]))
    try f.uint(33, "pts_adjustment", &ptsAdjustment)
    try f.uint(8, "cw_index", &controlWordIndex)
    try f.uint(12, "tier", &tier, as: .hex)
    // Old writers do not state the length of the command.
    var length: UInt16 = SpliceInfoSection.unknownLength
    var inner = FieldCoder()
    if !f.isDecoding {
      try command.fields(&inner, type: commandType)
      length = UInt16(clamping: inner.written.count)
    }
    try f.uint(12, "splice_command_length", &length)
    try f.uint(8, "splice_command_type", &commandType, as: .names(SpliceCommand.names))
    if isEncrypted {
      return try f.bytes("encrypted", &stuffing, count: .exactly(max(0, f.bitsLeft / 8)))
    }
    if f.isDecoding { command = SpliceCommand(type: commandType) }
    if f.isDecoding, length != SpliceInfoSection.unknownLength {
      try f.within("command") { (f) throws(FieldError) in
        var inner = try f.inner(try f.take(Int(length)))
        try command.fields(&inner, type: commandType)
        guard inner.isAtEnd else {
          throw inner.error(.invalid("the command is shorter than stated"))
        }
      }
    } else {
      try f.within("command") { (f) throws(FieldError) in
        try command.fields(&f, type: commandType)
      }
    }
    try f.part(16, "descriptor_loop_length") { (f) throws(FieldError) in
      try f.list("splice_descriptors", &descriptors, count: .toEnd)
    }
    let rest = f.isDecoding ? max(0, f.bitsLeft / 8 - 4) : stuffing.count
    try f.bytes("alignment_stuffing", &stuffing, count: .exactly(rest))
    try f.uint(32, "CRC_32", &checksum, as: .hex)
  }

  private static let unknownLength: UInt16 = 0xFFF
}

/// A splice command (SCTE 35 §9.7).
public enum SpliceCommand: Equatable, Sendable {
  case insert(SpliceInsert)
  case timeSignal(SpliceTime)
  /// Commands without fields, and commands whose fields are not declared here.
  case data(Bytes)

  static let names: ValueNames = [
    0: "null", 4: "schedule", 5: "insert", 6: "time signal", 7: "bandwidth reservation",
    255: "private command",
  ]

  init(type: UInt8) {
    switch type {
    case 5: self = .insert(SpliceInsert())
    case 6: self = .timeSignal(SpliceTime())
    default: self = .data(Bytes())
    }
  }

  mutating func fields(_ f: inout FieldCoder, type: UInt8) throws(FieldError) {
    switch self {
    case .insert(var insert):
      try insert.fields(&f)
      self = .insert(insert)
    case .timeSignal(var time):
      try time.fields(&f)
      self = .timeSignal(time)
    case .data(var data):
      // Without a length, the end of such a command is unknown: only those without a field can be read.
      guard type == 4 || type == 255 || !f.isDecoding else { return }
      try f.bytes("data", &data, count: .toEnd)
      self = .data(data)
    }
  }
}

/// A time, in units of 1/90000 s; nil if it is not stated, which stands for at once (SCTE 35 §9.8.1).
public struct SpliceTime: FieldCodable {
  public var ptsTime: UInt64?

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    var isSpecified = ptsTime != nil
    try f.flag("time_specified_flag", &isSpecified)
    try f.reserved(isSpecified ? 6 : 7, isSpecified ? 0x3F : 0x7F)
    try f.uint(33, "pts_time", &ptsTime, if: isSpecified)
  }
}

/// A splice out of the programme, or back into it (SCTE 35 §9.7.3).
public struct SpliceInsert: FieldCodable {
  public var eventID: UInt32 = 0
  public var isCancelled = false
  public var isOutOfNetwork = false
  public var isImmediate = false
  public var isCompliant = true
  /// The time for all components; nil if each has its own, or for at once.
  public var time: SpliceTime?
  /// The components, if they have different splice times.
  public var components: [Component]?
  public var breakDuration: BreakDuration?
  public var programID: UInt16 = 0
  public var availNumber: UInt8 = 0
  public var availsExpected: UInt8 = 0

  /// A component with its time.
  public struct Component: Equatable, Sendable {
    public var tag: UInt8 = 0
    public var time: SpliceTime?
  }

  /// The duration of the break, in ticks of 90 kHz.
  public struct BreakDuration: FieldCodable {
    public var isAutoReturn = false
    public var duration: UInt64 = 0
    public init() {}
    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.flag("auto_return", &isAutoReturn)
      try f.reserved(6, 0x3F)
      try f.uint(33, "duration", &duration)
    }
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(32, "splice_event_id", &eventID, as: .hex)
    try f.flag("splice_event_cancel_indicator", &isCancelled)
    try f.reserved(7, 0x7F)
    guard !isCancelled else { return }
    var isProgram = components == nil
    var hasDuration = breakDuration != nil
    try f.flag("out_of_network_indicator", &isOutOfNetwork)
    try f.flag("program_splice_flag", &isProgram)
    try f.flag("duration_flag", &hasDuration)
    try f.flag("splice_immediate_flag", &isImmediate)
    try f.flag("event_id_compliance_flag", &isCompliant)
    try f.reserved(3, 7)
    let hasTimes = !isImmediate
    try f.optional(&time, if: isProgram && hasTimes, or: SpliceTime()) {
      (time, f) throws(FieldError) in try time.fields(&f)
    }
    try f.optional(&components, if: !isProgram, or: []) { (components, f) throws(FieldError) in
      try f.list(
        "components", &components, count: .bits(8, "component_count"), of: Component()
      ) { (component, f) throws(FieldError) in
        try f.uint(8, "component_tag", &component.tag)
        try f.optional(&component.time, if: hasTimes, or: SpliceTime()) {
          (time, f) throws(FieldError) in try time.fields(&f)
        }
      }
    }
    try f.optional(&breakDuration, if: hasDuration, or: BreakDuration()) {
      (duration, f) throws(FieldError) in
      try f.within("break_duration") { (f) throws(FieldError) in try duration.fields(&f) }
    }
    try f.uint(16, "unique_program_id", &programID)
    try f.uint(8, "avail_num", &availNumber)
    try f.uint(8, "avails_expected", &availsExpected)
  }
}

extension SpliceInfoSection {
  /// The problem with a message, as a phrase that follows its name; nil if it can be read and its checksum is right.
  public static func problem(in bytes: Bytes) -> String? {
    do throws(FieldError) { _ = try SpliceInfoSection(decoding: bytes) } catch {
      return "is not an SCTE 35 message: \(error)"
    }
    // The length is in the last 12 bits of the first three bytes (SCTE 35 §9.6).
    let length = Int(bytes[1] & 0xF) << 8 | Int(bytes[2])
    guard let section = bytes.part(0..<3 + length) else { return "is truncated" }
    return checksum(section) == 0 ? nil : "has a wrong checksum: readers ignore it"
  }

  /// CRC-32 of ISO/IEC 13818-1 Annex A; it is 0 for bytes that end with their own checksum.
  private static func checksum(_ bytes: Bytes) -> UInt32 {
    bytes.reduce(UInt32.max) { value, byte in
      (0..<8).reduce(value ^ UInt32(byte) << 24) { value, _ in
        value >> 31 == 1 ? value << 1 ^ 0x04C1_1DB7 : value << 1
      }
    }
  }
}

/// A descriptor with more information about a splice (SCTE 35 §10).
public struct SpliceDescriptor: FieldCodable {
  public var tag: UInt8 = 0
  /// The organisation that defined the descriptor: `CUEI` is SCTE.
  public var identifier: FourCC = "CUEI"
  public var content = Content.data(Bytes())

  /// The content of a descriptor, by its tag.
  public enum Content: Equatable, Sendable {
    case avail(UInt32)
    case segmentation(SegmentationDescriptor)
    case data(Bytes)
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(
      8, "splice_descriptor_tag", &tag,
      as: .names([0: "avail", 1: "DTMF", 2: "segmentation", 3: "time", 4: "audio"]))
    try f.part(8, "descriptor_length") { (f) throws(FieldError) in
      try f.fourCC("identifier", &identifier)
      if f.isDecoding {
        switch (identifier, tag) {
        case ("CUEI", 0): content = .avail(0)
        case ("CUEI", 2): content = .segmentation(SegmentationDescriptor())
        default: content = .data(Bytes())
        }
      }
      switch content {
      case .avail(var id):
        try f.uint(32, "provider_avail_id", &id)
        content = .avail(id)
      case .segmentation(var segmentation):
        try segmentation.fields(&f)
        content = .segmentation(segmentation)
      case .data(var data):
        try f.bytes("private_byte", &data, count: .toEnd)
        content = .data(data)
      }
    }
  }
}

/// A segment that starts or ends at a time (SCTE 35 §10.3.3).
public struct SegmentationDescriptor: FieldCodable {
  public var eventID: UInt32 = 0
  public var isCancelled = false
  public var isCompliant = true
  /// The delivery restrictions of the segment; nil if there are none.
  public var restrictions: Restrictions?
  /// The components, if the segment is only a part of the programme.
  public var components: [Component]?
  /// Ticks of 90 kHz.
  public var duration: UInt64?
  public var upidType: UInt8 = 0
  /// The identifier of the segment, by its type.
  public var upid = Bytes()
  public var typeID: UInt8 = 0
  public var segmentNumber: UInt8 = 0
  public var segmentsExpected: UInt8 = 0
  public var subSegment: SubSegment?

  /// The delivery restrictions of a segment.
  public struct Restrictions: FieldCodable {
    public var isWebAllowed = false
    public var hasNoBlackout = false
    public var isArchiveAllowed = false
    public var devices: UInt8 = 3
    public init() {}
    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.flag("web_delivery_allowed_flag", &isWebAllowed)
      try f.flag("no_regional_blackout_flag", &hasNoBlackout)
      try f.flag("archive_allowed_flag", &isArchiveAllowed)
      try f.uint(
        2, "device_restrictions", &devices,
        as: .names([0: "group 0", 1: "group 1", 2: "group 2", 3: "none"]))
    }
  }

  /// A component with the offset that is added to its time, in units of 1/90000 s.
  public struct Component: FieldCodable {
    public var tag: UInt8 = 0
    public var ptsOffset: UInt64 = 0
    public init() {}
    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.uint(8, "component_tag", &tag)
      try f.reserved(7, 0x7F)
      try f.uint(33, "pts_offset", &ptsOffset)
    }
  }

  /// The number of a part of a segment.
  public struct SubSegment: FieldCodable {
    public var number: UInt8 = 0
    public var expected: UInt8 = 0
    public init() {}
    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.uint(8, "sub_segment_num", &number)
      try f.uint(8, "sub_segments_expected", &expected)
    }
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(32, "segmentation_event_id", &eventID, as: .hex)
    try f.flag("segmentation_event_cancel_indicator", &isCancelled)
    try f.flag("segmentation_event_id_compliance_indicator", &isCompliant)
    try f.reserved(6, 0x3F)
    guard !isCancelled else { return }
    var isProgram = components == nil
    var hasDuration = duration != nil
    var isUnrestricted = restrictions == nil
    try f.flag("program_segmentation_flag", &isProgram)
    try f.flag("segmentation_duration_flag", &hasDuration)
    try f.flag("delivery_not_restricted_flag", &isUnrestricted)
    if isUnrestricted { try f.reserved(5, 0x1F) }
    try f.optional(&restrictions, if: !isUnrestricted, or: Restrictions()) {
      (value, f) throws(FieldError) in try value.fields(&f)
    }
    try f.optional(&components, if: !isProgram, or: []) { (value, f) throws(FieldError) in
      try f.list("components", &value, count: .bits(8, "component_count"))
    }
    try f.uint(40, "segmentation_duration", &duration, if: hasDuration)
    try f.uint(8, "segmentation_upid_type", &upidType, as: .names(Self.upidTypes))
    let isText = Self.textTypes.contains(upidType)
    try f.bytes("segmentation_upid", &upid, count: .bits(8, "segmentation_upid_length")) {
      isText ? .text(Text(bytes: Array($0))) : nil
    }
    try f.uint(8, "segmentation_type_id", &typeID, as: .names(Self.types))
    try f.uint(8, "segment_num", &segmentNumber)
    try f.uint(8, "segments_expected", &segmentsExpected)
    let hasSubSegment = f.isDecoding ? f.bitsLeft >= 16 : subSegment != nil
    try f.optional(&subSegment, if: hasSubSegment, or: SubSegment()) {
      (value, f) throws(FieldError) in try value.fields(&f)
    }
  }

  private static let textTypes: Set<UInt8> = [2, 3, 7, 9, 14, 15, 16]

  private static let upidTypes: ValueNames = [
    0: "none", 1: "user-defined", 2: "ISCI", 3: "Ad-ID", 4: "UMID", 5: "ISAN", 6: "versioned ISAN",
    7: "TID", 8: "airing ID", 9: "ADI", 10: "EIDR", 11: "ATSC content identifier", 12: "MPU",
    13: "several", 14: "ADS information", 15: "URI", 16: "UUID", 17: "SCR",
  ]

  private static let types: ValueNames = [
    0x00: "not indicated", 0x01: "content identification", 0x02: "private",
    0x10: "programme starts",
    0x11: "programme ends", 0x12: "programme ends early", 0x13: "programme breaks away",
    0x14: "programme resumes", 0x15: "planned programme runs over",
    0x16: "unplanned programme runs over", 0x17: "programmes overlap", 0x18: "blackout overridden",
    0x19: "programme joined", 0x20: "chapter starts", 0x21: "chapter ends", 0x22: "break starts",
    0x23: "break ends", 0x24: "opening credits start", 0x25: "opening credits end",
    0x26: "closing credits start", 0x27: "closing credits end",
    0x30: "provider's advertisement starts", 0x31: "provider's advertisement ends",
    0x32: "distributor's advertisement starts", 0x33: "distributor's advertisement ends",
    0x34: "provider's placement opportunity starts", 0x35: "provider's placement opportunity ends",
    0x36: "distributor's placement opportunity starts",
    0x37: "distributor's placement opportunity ends",
    0x38: "provider's overlay opportunity starts", 0x39: "provider's overlay opportunity ends",
    0x3A: "distributor's overlay opportunity starts",
    0x3B: "distributor's overlay opportunity ends", 0x3C: "provider's promotion starts",
    0x3D: "provider's promotion ends", 0x3E: "distributor's promotion starts",
    0x3F: "distributor's promotion ends", 0x40: "unscheduled event starts",
    0x41: "unscheduled event ends", 0x42: "alternate content opportunity starts",
    0x43: "alternate content opportunity ends", 0x44: "provider's advertisement block starts",
    0x45: "provider's advertisement block ends", 0x46: "distributor's advertisement block starts",
    0x47: "distributor's advertisement block ends", 0x50: "network starts", 0x51: "network ends",
  ]
}
