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
