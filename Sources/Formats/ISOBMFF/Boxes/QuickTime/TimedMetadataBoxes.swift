/// Samples of metadata: each has values with local keys, which are listed in `keys`.
public struct MetadataSampleEntry: BoxContainer {
  public static let type: FourCC = "mebx"
  public static let specification = "QuickTime File Format: Timed metadata media"

  public var dataReferenceIndex: UInt16 = 1
  public var children: [Box] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.sampleEntry(&dataReferenceIndex)
    try f.boxes(&children, in: .metadataSampleEntry)
  }
}

/// The keys of timed metadata; the type of each child is its local key.
public struct MetadataKeyTableBox: BoxContainer {
  public static let type: FourCC = "keys"
  public static let specification = "QuickTime File Format: Timed metadata media"

  public var children: [Box] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.boxes(&children, in: .metadataKeys)
  }
}

/// The meaning of a local key.
public struct MetadataKeyDeclarationBox: BoxBody {
  public static let type: FourCC = "keyd"
  public static let specification = "QuickTime File Format: Timed metadata media"

  public var keyNamespace: FourCC = "mdta"
  public var keyValue = Text("", form: .plain)

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fourCC("key_namespace", &keyNamespace)
    try f.text("key_value", &keyValue, count: .toEnd)
  }
}

/// The type of a key's values.
public struct MetadataDatatypeDefinitionBox: BoxBody {
  public static let type: FourCC = "dtyp"
  public static let specification = "QuickTime File Format: Timed metadata media"

  /// 0: a well-known type; 1: a name.
  public var datatypeNamespace: UInt32 = 0
  /// The well-known type; in namespace 0.
  public var wellKnownType: UInt32 = 0
  /// The name of the type; in other namespaces.
  public var datatype = Text("", form: .plain)

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(
      32, "datatype_namespace", &datatypeNamespace, as: .names([0: "well-known", 1: "reverse DNS"]))
    if datatypeNamespace == 0 {
      try f.uint(32, "datatype", &wellKnownType, as: .names(WellKnownType.names))
    } else {
      try f.text("datatype", &datatype, count: .toEnd)
    }
  }
}

/// The setup data of a key of timed metadata: boxes in Apple's files, otherwise bytes.
struct MetadataSetupBox: BoxContainer {
  static let type: FourCC = "setu"
  static let specification = "ISO/IEC 14496-12 §12.9.4"

  var children: [Box] = []
  /// The bytes instead of the boxes.
  var data = Bytes()

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    if f.isDecoding ? f.startsWithWholeBox : data.isEmpty {
      try f.boxes(&children)
    } else {
      try f.bytes("data", &data, count: .toEnd)
    }
  }
}

extension FieldCoder {
  /// While decoding: whether a complete box starts here.
  fileprivate var startsWithWholeBox: Bool {
    var f = FieldCoder(decoding: rest)
    var size: UInt32 = 0
    guard (try? f.uint(32, "size", &size)) != nil else { return false }
    return size >= 8 && Int(size) <= rest.count
  }
}

/// The language of a key's values.
struct MetadataLocaleBox: BoxBody {
  static let type: FourCC = "loca"
  static let specification = "ISO/IEC 14496-12 §12.9.4"

  /// The language, as in BCP 47.
  var locale: Text = ""

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.text("locale_string", &locale)
  }
}

/// A number that iPhones write with the keys of detected objects; its meaning is not public.
struct MetadataGroupBox: BoxBody {
  static let type: FourCC = "lidp"
  static let specification = "Apple media"

  var value: UInt32 = 1

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(32, "value", &value)
  }
}

/// Lists of the local keys of objects that iPhones detect.
struct MetadataGroupListBox: BoxBody {
  static let type: FourCC = "lidl"
  static let specification = "Apple media"

  var groups: [Group] = []

  /// Local keys that belong together.
  struct Group: FieldCodable {
    var flags: UInt32 = 0
    var localKeyIDs: [UInt32] = []

    init() {}

    mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      var size = UInt32(clamping: 8 + 4 * localKeyIDs.count)
      let start = f.offset
      try f.uint(32, "size", &size)
      guard size >= 8, size % 4 == 0 else {
        throw FieldError(.sizeBelowHeader(UInt64(size)), offset: start)
      }
      try f.uint(32, "flags", &flags, as: .hex)
      try f.list(32, "local_key_id", &localKeyIDs, count: .exactly(Int(size) / 4 - 2))
    }
  }

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.list("groups", &groups, count: .toEnd)
  }
}

/// Numbers whose meaning Apple does not document.
struct MetadataDependencyBox: BoxBody {
  static let type: FourCC = "sdpi"
  static let specification = "Apple media"

  var values: [UInt32] = []

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.list(32, "value", &values, count: .toEnd)
  }
}

/// The size of the movie to which the metadata of a Live Photo applies.
struct LivePhotoDimensionsBox: BoxBody {
  static let type: FourCC = "dims"
  static let specification = "Apple media"

  /// Pixels.
  var width: UInt32 = 0
  var height: UInt32 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(32, "width", &width)
    try f.uint(32, "height", &height)
  }
}
