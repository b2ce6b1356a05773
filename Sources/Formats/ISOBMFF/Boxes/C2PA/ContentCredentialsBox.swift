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
