public import FieldCoding

/// What an organisation defined, under a number that it registered
/// (`user_data_registered_itu_t_t35`, ITU-T H.265 §D.2.6): captions, dynamic metadata.
public struct UserDataRegistered: SEIPayload {
  public static let payloadType: UInt32 = 4
  public static let name = "user_data_registered_itu_t_t35"

  /// The organisation that defined the data.
  public var provider = T35Provider()
  /// The content of the data.
  public var content = Content.bytes(Bytes())

  /// The content after the codes of the provider.
  public enum Content: Equatable, Sendable {
    /// Data that no definition known here fits.
    case bytes(Bytes)
    /// Captions and the like of television in America (ATSC A/53 Part 4).
    case atsc(ATSCUserData)
    /// The mapping of brightness to a display (SMPTE ST 2094-40).
    case hdr10Plus(HDR10PlusMetadata)
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try provider.fields(&f)
    if f.isDecoding { content = Content(of: f.rest, from: provider) }
    switch content {
    case .bytes(var bytes):
      try f.bytes("itu_t_t35_payload_byte", &bytes, count: .toEnd)
      content = .bytes(bytes)
    case .atsc(var data):
      try f.within("ATSC_user_data") { (f) throws(FieldError) in try data.fields(&f) }
      content = .atsc(data)
    case .hdr10Plus(var metadata):
      try f.within("ST_2094-40") { (f) throws(FieldError) in try metadata.fields(&f) }
      content = .hdr10Plus(metadata)
    }
  }
}

extension UserDataRegistered.Content {
  /// The content of `bytes`, if they can be read completely in the format of their provider.
  fileprivate init(of bytes: Bytes, from provider: T35Provider) {
    self = .bytes(bytes)
    switch (provider.country, provider.code) {
    case (T35Provider.unitedStates, 0x0031?):
      if let data = try? ATSCUserData(decoding: bytes), data.isSame(as: bytes) {
        self = .atsc(data)
      }
    case (T35Provider.unitedStates, 0x003C?):
      if let metadata = try? HDR10PlusMetadata(decoding: bytes), metadata.isSame(as: bytes) {
        self = .hdr10Plus(metadata)
      }
    default: break
    }
  }
}

extension FieldCodable {
  fileprivate func isSame(as bytes: Bytes) -> Bool {
    guard let encoded = try? encoded() else { return false }
    return bytes.elementsEqual(encoded)
  }
}
