/// The content credentials of a file of boxes.
public struct ContentCredentialsBox: BoxContainer {
  public static let type: FourCC = "uuid"
  public static let specification = "C2PA specification 2.1 §A.5"

  public var header = FullBoxHeader()
  /// `manifest`, `original`, `update`, `merkle`.
  public var purpose: Text = "manifest"
  /// The offset of the first box with purpose `merkle`, or 0; for manifests.
  public var merkleOffset: UInt64 = 0
  /// A JUMBF superbox; for manifests.
  public var children: [Box] = []
  /// CBOR; for other purposes.
  public var data = Bytes()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.text("box_purpose", &purpose)
    guard ["manifest", "original", "update"].contains(purpose.string) else {
      return try f.bytes("data", &data, count: .toEnd)
    }
    try f.offset(64, "merkle_offset", &merkleOffset, .position(from: .file))
    try f.boxes(&children)
  }
}

extension BoxRegistry {
  static let contentCredentials: [BoxDefinition] = [
    .uuid(
      "d8fec3d6-1b0e-483c-9297-5828877ec481", "ContentCredentialsBox",
      ContentCredentialsBox.specification, ContentCredentialsBox.self, .any(in: .file)),
    .container("jumb", "JUMBFSuperbox", "ISO/IEC 19566-5 §A.2", .any(in: .file, "jumb")),
    .box(JUMBFDescriptionBox.self, .one(in: "jumb")),
    .box(EmbeddedFileDescriptionBox.self, .optional(in: "jumb")),
    .data(
      "bidb", "EmbeddedFileDataBox", "ISO/IEC 19566-5 §B.6", because: "it is a file of any kind",
      .optional(in: "jumb")),
    .box(JSONContentBox.self, .any(in: "jumb")),
    .data(
      "cbor", "CBORContentBox", "ISO/IEC 19566-5 §B.5", because: "it is CBOR", .any(in: "jumb")),
    .data(
      "c2sh", "C2PASaltHashBox", "C2PA specification 2.1 §8.4",
      because: "it is random", .any(in: "jumd")),
  ]
}

/// The description of the content of a JUMBF superbox.
struct JUMBFDescriptionBox: BoxBody {
  static let type: FourCC = "jumd"
  static let specification = "ISO/IEC 19566-5 §A.3"

  /// The kind of the content.
  var contentType: UserType = "6a736f6e-0011-0010-8000-00aa00389b71"
  var toggles = Toggles()
  /// The name of the superbox in its container, for URIs (`LABEL`); nil if it has none.
  var label: Text?
  var id: UInt32?
  /// SHA-256, 32 bytes.
  var signature: Bytes?
  var privateBoxes: [Box] = []

  /// The flags for optional fields.
  struct Toggles: FieldCodable {
    var isRequestable = true
    var hasLabel = true
    var hasID = false
    var hasSignature = false
    var hasPrivate = false

    init() {}

    mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.reserved(3)
      try f.flag("private", &hasPrivate)
      try f.flag("signature", &hasSignature)
      try f.flag("id", &hasID)
      try f.flag("label", &hasLabel)
      try f.flag("requestable", &isRequestable)
    }
  }

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uuid("TYPE", &contentType, as: JUMBFDescriptionBox.types)
    try f.within("TOGGLES") { (f) throws(FieldError) in try toggles.fields(&f) }
    if toggles.hasLabel {
      var text = label ?? ""
      try f.text("LABEL", &text)
      label = text
    }
    try f.uint(32, "ID", &id, if: toggles.hasID)
    if toggles.hasSignature {
      var bytes = signature ?? Bytes([UInt8](repeating: 0, count: 32))
      try f.bytes("SHA256", &bytes, count: .exactly(32))
      signature = bytes
    }
    if toggles.hasPrivate { try f.boxes(&privateBoxes) }
  }

  static let types: [UserType: String] = [
    "6a736f6e-0011-0010-8000-00aa00389b71": "JSON",
    "63626f72-0011-0010-8000-00aa00389b71": "CBOR",
    "786d6c20-0011-0010-8000-00aa00389b71": "XML",
    "75756964-0011-0010-8000-00aa00389b71": "UUID",
    "6579d6fb-dba2-446b-b2ac-1b82feeb89d1": "codestream",
    "40cb0c32-bb8a-489d-a70b-2ad6f47f4369": "embedded file",
    "63327061-0011-0010-8000-00aa00389b71": "C2PA manifest store",
    "63326d61-0011-0010-8000-00aa00389b71": "C2PA manifest",
    "6332756d-0011-0010-8000-00aa00389b71": "C2PA update manifest",
    "6332636d-0011-0010-8000-00aa00389b71": "C2PA compressed manifest",
    "63326173-0011-0010-8000-00aa00389b71": "C2PA assertion store",
    "6332636c-0011-0010-8000-00aa00389b71": "C2PA claim",
    "63326373-0011-0010-8000-00aa00389b71": "C2PA claim signature",
    "63327663-0011-0010-8000-00aa00389b71": "C2PA credential store",
    "63326462-0011-0010-8000-00aa00389b71": "C2PA data boxes",
  ]
}

/// The kind of a file that is embedded.
struct EmbeddedFileDescriptionBox: BoxBody {
  static let type: FourCC = "bfdb"
  static let specification = "ISO/IEC 19566-5 §B.6"

  var isExternal = false
  var hasFileName = false
  var mediaType: Text = ""
  /// The name of the embedded file (`FILE NAME`); nil if the toggles say that there is none.
  var fileName: Text?

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.reserved(6)
    try f.flag("external", &isExternal)
    try f.flag("has_file_name", &hasFileName)
    try f.text("MEDIA_TYPE", &mediaType)
    if hasFileName {
      var name = fileName ?? ""
      try f.text("FILE_NAME", &name)
      fileName = name
    }
  }
}

/// JSON.
struct JSONContentBox: BoxBody {
  static let type: FourCC = "json"
  static let specification = "ISO/IEC 19566-5 §B.4"

  var json = Text("", form: .plain)

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.text("json", &json, count: .toEnd)
  }
}
