/// How items are cut into packets, for servers of file delivery (RFC 6726).
struct FDItemInformationBox: BoxContainer {
  static let type: FourCC = "fiin"
  static let specification = "ISO/IEC 14496-12 §8.13.2"

  var header = FullBoxHeader()
  /// The number of children that are partitions (`paen`); they come first.
  var entryCount: UInt16 = 0
  var children: [Box] = []

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(16, "entry_count", &entryCount)
    try f.boxes(&children)
  }
}

/// How one file is cut into blocks and symbols.
struct FilePartitionBox: BoxBody {
  static let type: FourCC = "fpar"
  static let specification = "ISO/IEC 14496-12 §8.13.3"

  var header = FullBoxHeader()
  var itemID: UInt32 = 0
  var packetPayloadSize: UInt16 = 0
  /// The scheme of forward error correction (RFC 5052).
  var fecEncodingID: UInt8 = 0
  var fecInstanceID: UInt16 = 0
  var maxSourceBlockLength: UInt16 = 0
  var encodingSymbolLength: UInt16 = 0
  var maxNumberOfEncodingSymbols: UInt16 = 0
  /// Information that is specific to the scheme, in base64.
  var schemeSpecificInfo: Text = ""
  /// `block_count`, `block_size`.
  var entries = FieldTable()

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header, versions: 0...1)
    let bits = header.version == 0 ? 16 : 32
    try f.uint(bits, "item_ID", &itemID)
    try f.uint(16, "packet_payload_size", &packetPayloadSize)
    try f.reserved(8)
    try f.uint(8, "FEC_encoding_ID", &fecEncodingID)
    try f.uint(16, "FEC_instance_ID", &fecInstanceID)
    try f.uint(16, "max_source_block_length", &maxSourceBlockLength)
    try f.uint(16, "encoding_symbol_length", &encodingSymbolLength)
    try f.uint(16, "max_number_of_encoding_symbols", &maxNumberOfEncodingSymbols)
    try f.text("scheme_specific_info", &schemeSpecificInfo)
    try f.table(
      "entries", &entries, count: .bits(bits, "entry_count"),
      columns: [.uint(16, "block_count"), .uint(32, "block_size")])
  }
}

/// The locations of the symbols of a file: those for error correction (`fecr`), or its own (`fire`).
struct FECReservoirBox: BoxBody {
  static let type: FourCC = "fecr"
  static let specification = "ISO/IEC 14496-12 §8.13.4"

  var header = FullBoxHeader()
  /// `item_ID`, `symbol_count`.
  var entries = FieldTable()

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header, versions: 0...1)
    let bits = header.version == 0 ? 16 : 32
    try f.table(
      "entries", &entries, count: .bits(bits, "entry_count"),
      columns: [.uint(bits, "item_ID"), .uint(32, "symbol_count")])
  }
}

/// Which groups of files, and which hint tracks, a session delivers.
struct FDSessionGroupBox: BoxBody {
  static let type: FourCC = "segr"
  static let specification = "ISO/IEC 14496-12 §8.13.5"

  var sessionGroups: [Group] = []

  /// One group.
  struct Group: FieldCodable {
    var groupIDs: [UInt32] = []
    var hintTrackIDs: [UInt32] = []

    init() {}

    mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.list(32, "group_ID", &groupIDs, count: .bits(8, "entry_count"))
      try f.list(
        32, "hint_track_ID", &hintTrackIDs, count: .bits(16, "num_channels_in_session_group"))
    }
  }

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.list("session_groups", &sessionGroups, count: .bits(16, "num_session_groups"))
  }
}

/// The names of groups of files.
struct GroupIdToNameBox: BoxBody {
  static let type: FourCC = "gitn"
  static let specification = "ISO/IEC 14496-12 §8.13.6"

  var header = FullBoxHeader()
  var entries: [Entry] = []

  /// A group and its name.
  struct Entry: FieldCodable {
    var groupID: UInt32 = 0
    var groupName: Text = ""

    init() {}

    mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.uint(32, "group_ID", &groupID)
      try f.text("group_name", &groupName)
    }
  }

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.list("entries", &entries, count: .bits(16, "entry_count"))
  }
}

/// The extension of an item entry of version 1 for the delivery of files (`fdel`).
public struct FDItemInfoExtension: FieldCodable {
  public var contentLocation: Text = ""
  /// The MD5 digest of the content, in base64.
  public var contentMD5: Text = ""
  /// The number of bytes of the content; ``transferLength`` is the number after its encoding for the transfer.
  public var contentLength: UInt64 = 0
  public var transferLength: UInt64 = 0
  public var groupIDs: [UInt32] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.text("content_location", &contentLocation)
    try f.text("content_MD5", &contentMD5)
    try f.uint(64, "content_length", &contentLength)
    try f.uint(64, "transfer_length", &transferLength)
    try f.list(32, "group_id", &groupIDs, count: .bits(8, "entry_count"))
  }
}
