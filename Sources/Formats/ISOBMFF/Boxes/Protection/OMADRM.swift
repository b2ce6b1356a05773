/// The headers of a file with one piece of content (DCF).
public struct OMADiscreteHeadersBox: BoxContainer {
  public static let type: FourCC = "odhe"
  public static let specification = "OMA DRM Content Format 2.0 §6.3.1"

  public var header = FullBoxHeader()
  /// A MIME type.
  public var contentType = Text("", form: .plain)
  public var children: [Box] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.text("ContentType", &contentType, count: .bits(8, "ContentTypeLength"))
    try f.boxes(&children)
  }
}

/// The encryption method of content, its identifier, and the URL of the rights issuer.
public struct OMACommonHeadersBox: BoxContainer {
  public static let type: FourCC = "ohdr"
  public static let specification = "OMA DRM Content Format 2.0 §5.2.1"

  public var header = FullBoxHeader()
  public var encryptionMethod: UInt8 = 0
  public var paddingScheme: UInt8 = 0
  /// Bytes before encryption.
  public var plaintextLength: UInt64 = 0
  public var contentID = Text("", form: .plain)
  public var rightsIssuerURL = Text("", form: .plain)
  /// Names and values, each with a zero byte at its end.
  public var textualHeaders = Bytes()
  public var children: [Box] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(
      8, "EncryptionMethod", &encryptionMethod,
      as: .names([0: "none", 1: "AES 128-bit in CBC mode", 2: "AES 128-bit in CTR mode"]))
    try f.uint(8, "PaddingScheme", &paddingScheme, as: .names([0: "none", 1: "RFC 2630"]))
    try f.uint(64, "PlaintextLength", &plaintextLength)
    var lengths = [contentID.bytes.count, rightsIssuerURL.bytes.count, textualHeaders.count].map {
      UInt16(clamping: $0)
    }
    try f.uint(16, "ContentIDLength", &lengths[0])
    try f.uint(16, "RightsIssuerURLLength", &lengths[1])
    try f.uint(16, "TextualHeadersLength", &lengths[2])
    try f.text("ContentID", &contentID, count: .exactly(Int(lengths[0])))
    try f.text("RightsIssuerURL", &rightsIssuerURL, count: .exactly(Int(lengths[1])))
    try f.bytes("TextualHeaders", &textualHeaders, count: .exactly(Int(lengths[2])))
    try f.boxes(&children)
  }
}

/// The content itself, encrypted.
public struct OMAContentObjectBox: BoxBody {
  public static let type: FourCC = "odda"
  public static let specification = "OMA DRM Content Format 2.0 §6.3.2"

  public var header = FullBoxHeader()
  public var data = Bytes()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.bytes("OMADRMData", &data, count: .bits(64, "OMADRMDataLength"))
  }
}

/// The group of contents with a common right.
public struct OMAGroupIDBox: BoxBody {
  public static let type: FourCC = "grpi"
  public static let specification = "OMA DRM Content Format 2.0 §5.2.2"

  public var header = FullBoxHeader()
  public var encryptionMethod: UInt8 = 0
  public var groupID = Text("", form: .plain)
  public var groupKey = Bytes()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    var idLength = UInt16(clamping: groupID.bytes.count)
    try f.uint(16, "GroupIDLength", &idLength)
    try f.uint(8, "GKEncryptionMethod", &encryptionMethod)
    var keyLength = UInt16(clamping: groupKey.count)
    try f.uint(16, "GKLength", &keyLength)
    try f.text("GroupID", &groupID, count: .exactly(Int(idLength)))
    try f.bytes("GroupKey", &groupKey, count: .exactly(Int(keyLength)))
  }
}

/// A container with a version and flags before its boxes; OMA and Adobe define several.
public struct FullContainerBox: BoxContainer {
  public static let type: FourCC = "odrm"
  public static let specification = "OMA DRM Content Format 2.0"

  public var header = FullBoxHeader()
  public var children: [Box] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.boxes(&children)
  }
}

/// The ID by which a rights issuer recognises content that was passed on.
public struct OMATransactionTrackingBox: BoxBody {
  public static let type: FourCC = "odtt"
  public static let specification = "OMA DRM Content Format 2.0 §5.3.1"

  public var header = FullBoxHeader()
  /// 16 bytes.
  public var transactionID = Bytes([UInt8](repeating: 0, count: 16))

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.bytes("TransactionID", &transactionID, count: .exactly(16))
  }
}

/// A rights object, which came with the content.
public struct OMARightsObjectBox: BoxBody {
  public static let type: FourCC = "odrb"
  public static let specification = "OMA DRM Content Format 2.0 §5.3.2"

  public var header = FullBoxHeader()
  public var data = Bytes()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.bytes("Data", &data, count: .toEnd)
  }
}

/// URLs with more about the content: `icnu`, `infu`, `cvru`, `lrcu`.
public struct OMAURIBox: BoxBody {
  public static let type: FourCC = "icnu"
  public static let specification = "OMA DRM Content Format 2.0 §7.2"

  public var header = FullBoxHeader()
  public var uri = Text("", form: .plain)

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.text("URI", &uri, count: .toEnd)
  }
}

/// The duration of the content.
public struct OMADurationBox: BoxBody {
  public static let type: FourCC = "dcfD"
  public static let specification = "Marlin File Formats"

  public var header = FullBoxHeader()
  public var duration: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(32, "Duration", &duration)
  }
}

/// The identifier of content.
public struct OMAContentIDBox: BoxBody {
  public static let type: FourCC = "ccid"
  public static let specification = "OMA DRM Content Format 2.1 §7.2"

  public var header = FullBoxHeader()
  public var contentID = Text("", form: .plain)

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.text("ContentID", &contentID, count: .bits(16, "ContentIDLength"))
  }
}

/// The identifier of a file in shops, and the media profile of its players.
public struct AssetInformationBox: BoxContainer {
  public static let type: FourCC = "ainf"
  public static let specification = "DECE Common File Format"

  public var header = FullBoxHeader()
  /// Four characters, such as `hd01`.
  public var profileVersion: FourCC = "hd01"
  public var apid: Text = ""
  public var children: [Box] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.fourCC("profile_version", &profileVersion)
    try f.text("APID", &apid)
    try f.boxes(&children)
  }
}

/// The URL where licences of a file are available.
public struct BaseLocationBox: BoxBody {
  public static let type: FourCC = "bloc"
  public static let specification = "DECE Common File Format"

  public var header = FullBoxHeader()
  /// 256 bytes, with zeros after the text.
  public var baseLocation = Text(bytes: [UInt8](repeating: 0, count: 256))
  /// 256 bytes, with zeros after the text.
  public var purchaseLocation = Text(bytes: [UInt8](repeating: 0, count: 256))

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.text("base_location", &baseLocation, count: .exactly(256))
    try f.text("purchase_location", &purchaseLocation, count: .exactly(256))
    try f.reserved(4096)
  }
}

/// The pictures of a fragment that can be shown without others.
public struct TrickPlayBox: BoxBody {
  public static let type: FourCC = "trik"
  public static let specification = "DECE Common File Format"

  public var header = FullBoxHeader()
  /// `pic_type`, `dependency_level` of each sample.
  public var samples = FieldTable()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.table(
      "samples", &samples, count: .toEnd,
      columns: [.uint(2, "pic_type"), .uint(6, "dependency_level")])
  }
}
