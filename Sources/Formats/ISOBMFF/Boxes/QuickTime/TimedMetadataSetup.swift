/// The setup data of a key of timed metadata: boxes in Apple's files, otherwise bytes.
public struct MetadataSetupBox: BoxContainer {
  public static let type: FourCC = "setu"
  public static let specification = "ISO/IEC 14496-12 §12.9.4"

  public var children: [Box] = []
  /// The bytes instead of the boxes.
  public var data = Bytes()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
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
public struct MetadataLocaleBox: BoxBody {
  public static let type: FourCC = "loca"
  public static let specification = "ISO/IEC 14496-12 §12.9.4"

  /// The language, as in BCP 47.
  public var locale: Text = ""

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.text("locale_string", &locale)
  }
}

/// A number that iPhones write with the keys of detected objects; its meaning is not public.
public struct MetadataGroupBox: BoxBody {
  public static let type: FourCC = "lidp"
  public static let specification = "Apple media"

  public var value: UInt32 = 1

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(32, "value", &value)
  }
}

/// Lists of the local keys of objects that iPhones detect.
public struct MetadataGroupListBox: BoxBody {
  public static let type: FourCC = "lidl"
  public static let specification = "Apple media"

  public var groups: [Group] = []

  /// Local keys that belong together.
  public struct Group: FieldCodable {
    public var flags: UInt32 = 0
    public var localKeyIDs: [UInt32] = []

    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
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

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.list("groups", &groups, count: .toEnd)
  }
}

/// Numbers whose meaning Apple does not document.
public struct MetadataDependencyBox: BoxBody {
  public static let type: FourCC = "sdpi"
  public static let specification = "Apple media"

  public var values: [UInt32] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.list(32, "value", &values, count: .toEnd)
  }
}

/// The size of the movie to which the metadata of a Live Photo applies.
public struct LivePhotoDimensionsBox: BoxBody {
  public static let type: FourCC = "dims"
  public static let specification = "Apple media"

  /// Pixels.
  public var width: UInt32 = 0
  public var height: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(32, "width", &width)
    try f.uint(32, "height", &height)
  }
}
