/// The headers of a file with one piece of content (DCF).
struct OMADiscreteHeadersBox: BoxContainer {
  static let type: FourCC = "odhe"
  static let specification = "OMA DRM Content Format 2.0 §6.3.1"

  var header = FullBoxHeader()
  /// A MIME type.
  var contentType = Text("", form: .plain)
  var children: [Box] = []

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.text("ContentType", &contentType, count: .bits(8, "ContentTypeLength"))
    try f.boxes(&children)
  }
}

/// The encryption method of content, its identifier, and the URL of the rights issuer.
struct OMACommonHeadersBox: BoxContainer {
  static let type: FourCC = "ohdr"
  static let specification = "OMA DRM Content Format 2.0 §5.2.1"

  var header = FullBoxHeader()
  var encryptionMethod: UInt8 = 0
  var paddingScheme: UInt8 = 0
  /// Bytes before encryption.
  var plaintextLength: UInt64 = 0
  var contentID = Text("", form: .plain)
  var rightsIssuerURL = Text("", form: .plain)
  /// Names and values, each with a zero byte at its end.
  var textualHeaders = Bytes()
  var children: [Box] = []

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
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
struct OMAContentObjectBox: BoxBody {
  static let type: FourCC = "odda"
  static let specification = "OMA DRM Content Format 2.0 §6.3.2"

  var header = FullBoxHeader()
  var data = Bytes()

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.bytes("OMADRMData", &data, count: .bits(64, "OMADRMDataLength"))
  }
}

/// The group of contents with a common right.
struct OMAGroupIDBox: BoxBody {
  static let type: FourCC = "grpi"
  static let specification = "OMA DRM Content Format 2.0 §5.2.2"

  var header = FullBoxHeader()
  var encryptionMethod: UInt8 = 0
  var groupID = Text("", form: .plain)
  var groupKey = Bytes()

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
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
struct FullContainerBox: BoxContainer {
  static let type: FourCC = "odrm"
  static let specification = "OMA DRM Content Format 2.0"

  var header = FullBoxHeader()
  var children: [Box] = []

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.boxes(&children)
  }
}

/// The ID by which a rights issuer recognises content that was passed on.
struct OMATransactionTrackingBox: BoxBody {
  static let type: FourCC = "odtt"
  static let specification = "OMA DRM Content Format 2.0 §5.3.1"

  var header = FullBoxHeader()
  /// 16 bytes.
  var transactionID = Bytes([UInt8](repeating: 0, count: 16))

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.bytes("TransactionID", &transactionID, count: .exactly(16))
  }
}

/// A rights object, which came with the content.
struct OMARightsObjectBox: BoxBody {
  static let type: FourCC = "odrb"
  static let specification = "OMA DRM Content Format 2.0 §5.3.2"

  var header = FullBoxHeader()
  var data = Bytes()

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.bytes("Data", &data, count: .toEnd)
  }
}

/// URLs with more about the content: `icnu`, `infu`, `cvru`, `lrcu`.
struct OMAURIBox: BoxBody {
  static let type: FourCC = "icnu"
  static let specification = "OMA DRM Content Format 2.0 §7.2"

  var header = FullBoxHeader()
  var uri = Text("", form: .plain)

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.text("URI", &uri, count: .toEnd)
  }
}

/// The duration of the content.
struct OMADurationBox: BoxBody {
  static let type: FourCC = "dcfD"
  static let specification = "Marlin File Formats"

  var header = FullBoxHeader()
  var duration: UInt32 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(32, "Duration", &duration)
  }
}

/// The identifier of content.
struct OMAContentIDBox: BoxBody {
  static let type: FourCC = "ccid"
  static let specification = "OMA DRM Content Format 2.1 §7.2"

  var header = FullBoxHeader()
  var contentID = Text("", form: .plain)

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.text("ContentID", &contentID, count: .bits(16, "ContentIDLength"))
  }
}

/// The identifier of a file in shops, and the media profile of its players.
struct AssetInformationBox: BoxContainer {
  static let type: FourCC = "ainf"
  static let specification = "DECE Common File Format"

  var header = FullBoxHeader()
  /// Four characters, such as `hd01`.
  var profileVersion: FourCC = "hd01"
  var apid: Text = ""
  var children: [Box] = []

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.fourCC("profile_version", &profileVersion)
    try f.text("APID", &apid)
    try f.boxes(&children)
  }
}

/// The URL where licences of a file are available.
struct BaseLocationBox: BoxBody {
  static let type: FourCC = "bloc"
  static let specification = "DECE Common File Format"

  var header = FullBoxHeader()
  /// 256 bytes, with zeros after the text.
  var baseLocation = Text(bytes: [UInt8](repeating: 0, count: 256))
  /// 256 bytes, with zeros after the text.
  var purchaseLocation = Text(bytes: [UInt8](repeating: 0, count: 256))

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.text("base_location", &baseLocation, count: .exactly(256))
    try f.text("purchase_location", &purchaseLocation, count: .exactly(256))
    try f.reserved(4096)
  }
}

/// The pictures of a fragment that can be shown without others.
struct TrickPlayBox: BoxBody {
  static let type: FourCC = "trik"
  static let specification = "DECE Common File Format"

  var header = FullBoxHeader()
  /// `pic_type`, `dependency_level` of each sample.
  var samples = FieldTable()

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.table(
      "samples", &samples, count: .toEnd,
      columns: [.uint(2, "pic_type"), .uint(6, "dependency_level")])
  }
}
