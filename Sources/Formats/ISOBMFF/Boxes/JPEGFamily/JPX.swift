/// The capabilities that a reader needs to show a JPX file.
public struct ReaderRequirementsBox: BoxBody {
  public static let type: FourCC = "rreq"
  public static let specification = "ISO/IEC 15444-2 Annex M"

  /// Bytes of each mask: 1, 2, 4 or 8.
  public var maskLength: UInt8 = 1
  /// The expressions of features needed to understand all of the file, and to show it.
  public var fullyUnderstandMask: UInt64 = 0
  public var decodeCompletelyMask: UInt64 = 0
  public var standardFeatures: [StandardFeature] = []
  public var vendorFeatures: [VendorFeature] = []

  /// A feature with a number, and the expressions that contain it.
  public struct StandardFeature: Equatable, Sendable {
    public var flag: UInt16 = 0
    public var mask: UInt64 = 0
    public init() {}
  }

  /// A feature of a vendor, and the expressions that contain it.
  public struct VendorFeature: Equatable, Sendable {
    public var id = UserType(high: 0, low: 0)
    public var mask: UInt64 = 0
    public init() {}
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(8, "ML", &maskLength)
    let bits = Int(maskLength) * 8
    try f.uint(bits, "FUAM", &fullyUnderstandMask, as: .hex)
    try f.uint(bits, "DCM", &decodeCompletelyMask, as: .hex)
    try f.list(
      "standard", &standardFeatures, count: .bits(16, "NSF"), of: StandardFeature()
    ) { (feature, f) throws(FieldError) in
      try f.uint(16, "SF", &feature.flag)
      try f.uint(bits, "SM", &feature.mask, as: .hex)
    }
    try f.list(
      "vendor", &vendorFeatures, count: .bits(16, "NVF"), of: VendorFeature()
    ) { (feature, f) throws(FieldError) in
      try f.uuid("VF", &feature.id)
      try f.uint(bits, "VM", &feature.mask, as: .hex)
    }
  }
}

/// UUIDs that are explained at the URL in the next box.
public struct UUIDListBox: BoxBody {
  public static let type: FourCC = "ulst"
  public static let specification = "ISO/IEC 15444-1 §I.7.3.1"

  public var ids: [UserType] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.list(
      "ids", &ids, count: .bits(16, "NU"), of: UserType(high: 0, low: 0)
    ) { (id, f) throws(FieldError) in
      try f.uuid("ID", &id)
    }
  }
}

/// A name for a codestream or a layer.
public struct JPXLabelBox: BoxBody {
  public static let type: FourCC = "lbl "
  public static let specification = "ISO/IEC 15444-2 Annex M"

  public var label = Text("", form: .plain)

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.text("S", &label, count: .toEnd)
  }
}

/// How much of a JPEG 2000 item to decode for each of its layers.
public struct JPEG2000LayersProperty: BoxBody {
  public static let type: FourCC = "j2kL"
  public static let specification = "ISO/IEC 15444-16"

  public var layers = FieldTable()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.table(
      "layers", &layers, count: .bits(16, "layer_count"),
      columns: [
        .uint(16, "layer_id"), .uint(8, "discard_levels"), .uint(16, "decode_layers"),
      ])
  }
}
