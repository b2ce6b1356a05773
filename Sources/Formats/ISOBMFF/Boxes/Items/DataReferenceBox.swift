/// The locations of data, also of data in other files.
public struct DataReferenceBox: BoxContainer {
  public static let type: FourCC = "dref"
  public static let specification = "ISO/IEC 14496-12 §8.7.2"

  public var header = FullBoxHeader()
  public var children: [Box] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.boxes(&children, countedBy: 32, "entry_count")
  }
}

/// Data at a URL. Bit 0 of the flags: the data is in this file.
public struct DataEntryUrlBox: BoxBody {
  public static let type: FourCC = "url "
  public static let specification = "ISO/IEC 14496-12 §8.7.2"

  public var header = FullBoxHeader(flags: 1)
  public var location: Text?

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.text("location", ifPresent: &location)
  }
}

/// Data with a URN.
public struct DataEntryUrnBox: BoxBody {
  public static let type: FourCC = "urn "
  public static let specification = "ISO/IEC 14496-12 §8.7.2"

  public var header = FullBoxHeader(flags: 1)
  public var name: Text?
  public var location: Text?

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.text("name", ifPresent: &name)
    try f.text("location", ifPresent: &location)
  }
}

/// A Macintosh alias. Bit 0 of the flags: the data is in this file, and there is no alias.
public struct AliasBox: BoxBody {
  public static let type: FourCC = "alis"
  public static let specification = "QuickTime File Format: Data references"

  public var header = FullBoxHeader(flags: 1)
  public var alias = Bytes()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.bytes("alias", &alias, count: .toEnd, of: .structure(AliasRecord.self))
  }
}

/// Data in the `imda` box with a number.
public struct DataEntryImdaBox: BoxBody {
  public static let type: FourCC = "imdt"
  public static let specification = "ISO/IEC 14496-12 §8.7.2"

  public var header = FullBoxHeader(flags: 1)
  public var imdaRefIdentifier: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(32, "imda_ref_identifier", &imdaRefIdentifier)
  }
}

/// Data in the `imda` box whose number is that of the fragment.
public struct DataEntrySeqNumImdaBox: BoxBody {
  public static let type: FourCC = "snim"
  public static let specification = "ISO/IEC 14496-12 §8.7.2"

  public var header = FullBoxHeader(flags: 1)

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
  }
}

extension Box {
  /// Whether an entry of `dref` refers to another file; bit 0 of the flags stands for this file (ISO/IEC 14496-12
  /// §8.7.2).
  package var isElsewhere: Bool {
    let flags =
      self[DataEntryUrlBox.self]?.header.flags ?? self[DataEntryUrnBox.self]?.header.flags
      ?? self[AliasBox.self]?.header.flags
    return flags.map { $0 & 1 == 0 } ?? false
  }

  /// Whether the offsets of samples with an entry of `dref` count from the start of the file. They do not if it refers
  /// to another file or to an `imda` box.
  package var countsFromFile: Bool { !isElsewhere && type != "imdt" && type != "snim" }
}

/// The record with which a Macintosh finds a file again (Inside Macintosh: Files, the Alias Manager).
public struct AliasRecord: FieldCodable {
  /// A code for programs that store aliases.
  public var userType = FourCC(rawValue: 0)
  public var size: UInt16 = 150
  public var version: UInt16 = 2
  /// The file; nil for another version than 2, whose layout Apple has not published.
  public var target: Target? = Target()
  public var values: [Value] = []
  /// The bytes after the last value; all bytes, if the version is not supported.
  public var rest = Bytes()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fourCC("user_type", &userType)
    try f.uint(16, "alias_size", &size)
    try f.uint(16, "version", &version)
    guard version == 2 else {
      target = nil
      return try f.bytes("data", &rest, count: .toEnd)
    }
    var target = self.target ?? Target()
    try target.fields(&f)
    self.target = target
    var index = 0
    if f.isDecoding { values = [] }
    while f.isDecoding ? f.bitsLeft >= 32 : index < values.count {
      var value = f.isDecoding ? Value() : values[index]
      try f.within("values[\(index)]") { (f) throws(FieldError) in try value.fields(&f) }
      if f.isDecoding { values.append(value) }
      index += 1
      if value.tag == Value.last { break }
    }
    try f.bytes("rest", &rest, count: .toEnd)
  }

  /// The POSIX path of the file; nil if the record has none.
  public var path: String? {
    values.first { $0.tag == 18 && !$0.data.isEmpty }.map {
      String(decoding: $0.data, as: UTF8.self)
    }
  }

  /// The file or folder, and the volume that it is on.
  public struct Target: FieldCodable {
    public var kind: UInt16 = 0
    public var volumeName: Text = ""
    public var volumeCreated: UInt32 = 0
    public var volumeSignature: UInt16 = 0x482B
    public var volumeType: UInt16 = 0
    public var parentID: UInt32 = 0
    public var fileName: Text = ""
    public var fileID: UInt32 = 0
    public var fileCreated: UInt32 = 0
    public var fileType = FourCC(rawValue: 0)
    public var fileCreator = FourCC(rawValue: 0)
    /// Folders up from the file that has the alias, and down from there; -1 if they are not known.
    public var levelsFrom: Int16 = -1
    public var levelsTo: Int16 = -1
    public var volumeAttributes: UInt32 = 0
    public var fileSystemID: UInt16 = 0

    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.uint(16, "kind", &kind, as: .names([0: "file", 1: "folder"]))
      try f.pascalText("volume_name", &volumeName, in: 28)
      try f.uint(32, "volume_created", &volumeCreated, as: .seconds1904)
      try f.uint(
        16, "volume_signature", &volumeSignature,
        as: .names([0x4244: "HFS", 0x482B: "HFS+", 0x4858: "HFSX"]))
      try f.uint(
        16, "volume_type", &volumeType,
        as: .names([
          0: "fixed", 1: "network", 2: "400 KB", 3: "800 KB", 4: "1.4 MB", 5: "removable",
        ]))
      try f.uint(32, "parent_directory_ID", &parentID)
      try f.pascalText("file_name", &fileName, in: 64)
      try f.uint(32, "file_number", &fileID)
      try f.uint(32, "file_created", &fileCreated, as: .seconds1904)
      try f.fourCC("file_type", &fileType)
      try f.fourCC("file_creator", &fileCreator)
      try f.int(16, "levels_from", &levelsFrom)
      try f.int(16, "levels_to", &levelsTo)
      try f.uint(32, "volume_attributes", &volumeAttributes, as: .hex)
      try f.uint(16, "file_system_ID", &fileSystemID, as: .hex)
      try f.reserved(80)
    }
  }

  /// Further information about the file.
  public struct Value: FieldCodable {
    public var tag: UInt16 = Value.last
    public var data = Bytes()
    /// A padding byte after data with an odd length.
    public var padding = Bytes()

    /// The number that ends the list.
    static let last: UInt16 = 0xFFFF

    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.uint(16, "tag", &tag, as: .names(Value.names))
      let tag = tag
      try f.bytes("value", &data, count: .bits(16, "size")) { Value.meaning(of: $0, tag) }
      let isPadded = f.isDecoding ? data.count % 2 == 1 && !f.isAtEnd : !padding.isEmpty
      try f.bytes("padding", &padding, count: .exactly(isPadded ? 1 : 0))
    }

    private static let names: ValueNames = [
      0: "name of the folder", 1: "numbers of the folders", 2: "path with colons",
      3: "zone of AppleShare", 4: "server of AppleShare", 5: "user of AppleShare",
      6: "name of the driver", 9: "how to mount the network volume", 10: "how to dial up",
      14: "name of the file in Unicode", 15: "name of the volume in Unicode",
      16: "when the volume was created", 17: "when the file was created", 18: "path of POSIX",
      19: "path of the volume of POSIX", 20: "alias of the disk image",
      21: "folders up to the user's", 0xFFFF: "end",
    ]

    private static func meaning(of data: Bytes, _ tag: UInt16) -> FieldValue? {
      switch tag {
      case 0, 2, 3, 4, 5, 6, 18, 19: .text(Text(bytes: Array(data)))
      case 14, 15: .text(Text(String(countedUTF16: data), form: .plain))
      default: nil
      }
    }
  }
}

extension String {
  /// Text in UTF-16 after the number of its units.
  fileprivate init(countedUTF16 bytes: Bytes) {
    let units = stride(from: 2, to: bytes.count - 1, by: 2).map {
      UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
    }
    self.init(decoding: units, as: UTF16.self)
  }
}
