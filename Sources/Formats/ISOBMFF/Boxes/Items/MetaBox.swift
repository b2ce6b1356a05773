/// Untimed metadata; in a HEIF file, the items.
///
/// In ISO files it is a `FullBox`; QuickTime writes it without version and flags. The content shows the form, because a
/// `hdlr` box comes first. Brands do not show it, because some writers mix forms.
public struct MetaBox: BoxContainer {
  public static let type: FourCC = "meta"
  public static let specification = "ISO/IEC 14496-12 §8.11.1"

  /// The version and flags; nil in the flavour of QuickTime.
  public var header: FullBoxHeader? = FullBoxHeader()
  public var children: [Box] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    if f.isDecoding { header = f.startsWithHandler ? nil : FullBoxHeader() }
    if var full = header {
      try f.fullBox(&full)
      header = full
    }
    try f.boxes(&children)
  }
}

extension FieldCoder {
  /// Whether a `hdlr` box, or any other box, starts here, without version and flags.
  fileprivate var startsWithHandler: Bool {
    guard let type = rest.part(4..<8) else { return false }
    return type.elementsEqual("hdlr".utf8)
  }
}

/// The kind of media or metadata.
public struct HandlerBox: BoxBody {
  public static let type: FourCC = "hdlr"
  public static let specification = "ISO/IEC 14496-12 §8.4.3"

  public var header = FullBoxHeader()
  /// The component type in QuickTime: `mhlr` for media, `dhlr` for data.
  public var predefined = FourCC(rawValue: 0)
  /// `pict`, `vide`, `soun`, `meta`, `mdir`, `mdta`, ...
  public var handlerType: FourCC = "pict"
  /// Zero in ISO files; in QuickTime manufacturer, flags and flags mask.
  public var manufacturer = FourCC(rawValue: 0)
  public var componentFlags: UInt32 = 0
  public var componentFlagsMask: UInt32 = 0
  public var name: Text = ""

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.fourCC("pre_defined", &predefined)
    try f.fourCC("handler_type", &handlerType)
    try f.fourCC("component_manufacturer", &manufacturer)
    try f.uint(32, "component_flags", &componentFlags, as: .hex)
    try f.uint(32, "component_flags_mask", &componentFlagsMask, as: .hex)
    try f.pascalOrTerminatedText("name", &name)
  }
}

/// The item that is shown when a reader shows one.
public struct PrimaryItemBox: BoxBody {
  public static let type: FourCC = "pitm"
  public static let specification = "ISO/IEC 14496-12 §8.11.4"

  public var header = FullBoxHeader()
  public var itemID: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header, versions: 0...1)
    try f.uint(header.version == 0 ? 16 : 32, "item_ID", &itemID)
  }
}

/// Metadata in XML. JPEG 2000 and JPEG XL have a box of the same type without version and flags.
public struct XMLBox: BoxBody {
  public static let type: FourCC = "xml "
  public static let specification = "ISO/IEC 14496-12 §8.11.2"

  /// The version and flags; nil in the form of JPEG 2000, which starts with the text.
  public var header: FullBoxHeader? = FullBoxHeader()
  public var xml = Text("", form: .plain)

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    if f.isDecoding { header = f.rest.first.map { $0 == 0 } ?? true ? FullBoxHeader() : nil }
    if var full = header {
      try f.fullBox(&full)
      header = full
    }
    try f.text("xml", &xml, count: .toEnd)
  }
}

/// Metadata in a binary form of XML.
struct BinaryXMLBox: BoxBody {
  static let type: FourCC = "bxml"
  static let specification = "ISO/IEC 14496-12 §8.11.2"

  var header = FullBoxHeader()
  var data = Bytes()

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.bytes("data", &data, count: .toEnd)
  }
}

/// The relation of two `meta` boxes at the same level. The standard no longer has it.
struct MetaboxRelationBox: BoxBody {
  static let type: FourCC = "mere"
  static let specification = "ISO/IEC 14496-12:2012 §8.11.8"

  var header = FullBoxHeader()
  var firstMetaboxHandlerType: FourCC = "mp7t"
  var secondMetaboxHandlerType: FourCC = "mp7t"
  var metaboxRelation: UInt8 = 1

  static let relations: ValueNames = [
    1: "unknown", 2: "unrelated", 3: "complementary", 4: "overlapping",
    5: "the first is preferred", 6: "equivalent",
  ]

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.fourCC("first_metabox_handler_type", &firstMetaboxHandlerType)
    try f.fourCC("second_metabox_handler_type", &secondMetaboxHandlerType)
    try f.uint(8, "metabox_relation", &metaboxRelation, as: .names(Self.relations))
  }
}

/// The protections of items; an item refers to one of them by its number.
struct ItemProtectionBox: BoxContainer {
  static let type: FourCC = "ipro"
  static let specification = "ISO/IEC 14496-12 §8.11.5"

  var header = FullBoxHeader()
  var children: [Box] = []

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.boxes(&children, countedBy: 16, "protection_count")
  }
}

/// A checksum of a box, an item, a track or a group of samples.
struct MD5IntegrityBox: BoxBody {
  static let type: FourCC = "md5i"
  static let specification = "ISO/IEC 23008-12 §8"

  /// Bit 0 of the flags: the grouping has a parameter.
  var header = FullBoxHeader()
  /// 16 bytes.
  var inputMD5 = Bytes([UInt8](repeating: 0, count: 16))
  /// The hashed data: a type of box, or `sgpd` for samples of groups.
  var input4CC: FourCC = "iloc"
  var groupingType: FourCC = "roll"
  var groupingTypeParameter: UInt32 = 0
  var groupDescriptionIndices: [UInt32] = []

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.bytes("input_MD5", &inputMD5, count: .exactly(16))
    try f.fourCC("input_4cc", &input4CC)
    guard input4CC == "sgpd" else { return }
    try f.fourCC("grouping_type", &groupingType)
    if header.has(1) { try f.uint(32, "grouping_type_parameter", &groupingTypeParameter) }
    try f.list(
      32, "group_description_index", &groupDescriptionIndices, count: .bits(32, "num_entries"))
  }
}
