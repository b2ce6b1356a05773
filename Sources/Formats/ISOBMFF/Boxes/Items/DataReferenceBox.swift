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
