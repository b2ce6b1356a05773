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
