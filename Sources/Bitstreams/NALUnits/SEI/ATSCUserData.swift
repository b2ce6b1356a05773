public import FieldCoding

/// User data of television in America (`ATSC_user_data`, ATSC A/53 Part 4 §6.2.2): captions, and
/// which part of a picture is in use.
public struct ATSCUserData: FieldCodable {
  /// `GA94` or `DTG1`.
  public var identifier: FourCC = "GA94"
  /// The content of the user data.
  public var content = Content.captions(CaptionData())
  /// The bytes after the content.
  public var rest = Bytes()

  /// The kinds of user data.
  public enum Content: Equatable, Sendable {
    /// `cc_data`, with the user data type code 3.
    case captions(CaptionData)
    /// `bar_data`, with the user data type code 6.
    case bars(BarData)
    /// The used part of the picture; the content of `DTG1`.
    case activeFormat(ActiveFormatDescription)
    /// User data of another type code.
    case other(type: UInt8, Bytes)
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fourCC("user_identifier", &identifier)
    switch identifier {
    case "GA94": try typedFields(&f)
    case "DTG1":
      var description = ActiveFormatDescription()
      if !f.isDecoding, case .activeFormat(let present) = content { description = present }
      try description.fields(&f)
      content = .activeFormat(description)
    default:
      throw f.error(.invalid("ATSC user data is GA94 or DTG1, not \(identifier)"))
    }
    try f.bytes("rest", &rest, count: .toEnd)
  }

  private mutating func typedFields(_ f: inout FieldCoder) throws(FieldError) {
    var type = content.typeCode
    try f.uint(8, "user_data_type_code", &type, as: .names(ATSCUserData.types))
    if f.isDecoding {
      switch type {
      case 3: content = .captions(CaptionData())
      case 6: content = .bars(BarData())
      default: content = .other(type: type, Bytes())
      }
    }
    switch content {
    case .captions(var captions):
      try captions.fields(&f)
      content = .captions(captions)
    case .bars(var bars):
      try bars.fields(&f)
      content = .bars(bars)
    case .other(_, var bytes):
      try f.bytes("user_data_type_structure", &bytes, count: .toEnd)
      content = .other(type: type, bytes)
    case .activeFormat:
      throw f.error(.invalid("an active format description is user data of DTG1, not of GA94"))
    }
  }

  /// The names of the values of `user_data_type_code` that are read (ATSC A/53 Part 4 §6.2.3).
  public static let types: ValueNames = [3: "cc_data", 6: "bar_data"]
}

extension ATSCUserData.Content {
  fileprivate var typeCode: UInt8 {
    switch self {
    case .captions: 3
    case .bars: 6
    case .activeFormat: 0
    case .other(let type, _): type
    }
  }
}

/// Captions of one picture (`cc_data`, CTA-708 §4.3).
public struct CaptionData: FieldCodable {
  /// `process_em_data_flag`: whether ``emergencyData`` is to be used.
  public var processesEmergencyData = true
  /// `process_cc_data_flag`: whether ``packets`` are to be used.
  public var processesCaptions = true
  /// `additional_data_flag`
  public var hasAdditionalData = false
  /// `em_data`
  public var emergencyData: UInt8 = 0xFF
  /// The packets of captions, at most 31.
  public var packets: [Packet] = []
  /// `marker_bits` at the end, which are 1.
  public var marker: UInt8 = 0xFF

  /// Two bytes of a caption channel.
  public struct Packet: Equatable, Sendable {
    /// `marker_bits`, which are 1.
    public var marker: UInt8 = 0b11111
    /// `cc_valid`: whether the two bytes hold something.
    public var isValid = true
    /// `cc_type`, 0 to 3; see ``CaptionData/types``.
    public var type: UInt8 = 0
    /// `cc_data_1`
    public var data1: UInt8 = 0
    /// `cc_data_2`
    public var data2: UInt8 = 0
    public init() {}
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.flag("process_em_data_flag", &processesEmergencyData)
    try f.flag("process_cc_data_flag", &processesCaptions)
    try f.flag("additional_data_flag", &hasAdditionalData)
    var count = UInt32(clamping: packets.count)
    try f.uint(5, "cc_count", &count)
    try f.uint(8, "em_data", &emergencyData, as: .hex)
    try f.list("cc_data_pkts", &packets, exactly: Int(count), blank: Packet()) {
      (packet, f) throws(FieldError) in
      try f.uint(5, "marker_bits", &packet.marker, as: .hex)
      try f.flag("cc_valid", &packet.isValid)
      try f.uint(2, "cc_type", &packet.type, as: .names(CaptionData.types))
      try f.uint(8, "cc_data_1", &packet.data1, as: .hex)
      try f.uint(8, "cc_data_2", &packet.data2, as: .hex)
    }
    try f.uint(8, "marker_bits", &marker, as: .hex)
  }

  /// The names of the values of `cc_type` (CTA-708 Table 7).
  public static let types: ValueNames = [
    0: "CTA-608 field 1", 1: "CTA-608 field 2", 2: "CTA-708 data", 3: "CTA-708 start",
  ]
}

/// The black bars of a picture (`bar_data`, ATSC A/53 Part 4 §6.2.3.2).
public struct BarData: FieldCodable {
  /// The last line of the bar at the top; nil if there is none.
  public var topEnd: UInt16?
  /// The first line of the bar at the bottom; nil if there is none.
  public var bottomStart: UInt16?
  /// The last column of the bar at the left; nil if there is none.
  public var leftEnd: UInt16?
  /// The first column of the bar at the right; nil if there is none.
  public var rightStart: UInt16?
  /// The four reserved bits, which are 1.
  public var reserved: UInt8 = 0b1111

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.presence("top_bar_flag", of: &topEnd, blank: 0)
    try f.presence("bottom_bar_flag", of: &bottomStart, blank: 0)
    try f.presence("left_bar_flag", of: &leftEnd, blank: 0)
    try f.presence("right_bar_flag", of: &rightStart, blank: 0)
    try f.uint(4, "reserved", &reserved, as: .hex)
    try bar(&f, "line_number_end_of_top_bar", &topEnd)
    try bar(&f, "line_number_start_of_bottom_bar", &bottomStart)
    try bar(&f, "pixel_number_end_of_left_bar", &leftEnd)
    try bar(&f, "pixel_number_start_of_right_bar", &rightStart)
  }

  /// States two bits of 1 and the number.
  private func bar(
    _ f: inout FieldCoder, _ name: StaticString, _ value: inout UInt16?
  ) throws(FieldError) {
    guard value != nil else { return }
    try f.reserved(2, 0b11)
    try f.value(14, name, &value)
  }
}

/// Which part of a picture is of interest (`afd_data`, ATSC A/53 Part 4 §6.2.4; ETSI TS 101 154
/// §B).
public struct ActiveFormatDescription: FieldCodable {
  /// `zero_bit`, which is 0.
  public var isZero = false
  /// `active_format`, 0 to 15; nil if it is not stated.
  public var activeFormat: UInt8?
  /// The six reserved bits. The last one is 1.
  public var reserved: UInt8 = 1

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.flag("zero_bit", &isZero)
    try f.presence("active_format_flag", of: &activeFormat, blank: 8)
    try f.uint(6, "reserved", &reserved, as: .hex)
    guard activeFormat != nil else { return }
    try f.reserved(4, 0b1111)
    try f.value(4, "active_format", &activeFormat)
  }
}
