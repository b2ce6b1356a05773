/// The data that a DRM system needs to find keys.
public struct ProtectionSystemSpecificHeaderBox: BoxBody {
  public static let type: FourCC = "pssh"
  public static let specification = "ISO/IEC 23001-7 §8.1"

  public var header = FullBoxHeader()
  public var systemID = UserType(high: 0, low: 0)
  /// The IDs of keys, 16 bytes each; from version 1 on.
  public var keyIDs: [Bytes] = []
  public var data = ProtectionSystemData.bytes(Bytes())

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header, versions: 0...1)
    try f.uuid("SystemID", &systemID, as: ProtectionSystem.names)
    if header.version > 0 {
      try f.list("KIDs", &keyIDs, count: .bits(32, "KID_count"), of: Bytes()) {
        (key, f) throws(FieldError) in
        try f.bytes("KID", &key, count: .exactly(16))
      }
    }
    let system = systemID
    try f.part(32, "DataSize") { (f) throws(FieldError) in
      if f.isDecoding { data = ProtectionSystemData(f.rest, of: system) }
      try data.fields(&f)
    }
  }
}

/// The data of a DRM system in `pssh`, if its format is public.
public enum ProtectionSystemData: Equatable, Sendable {
  case playReady(PlayReadyObject)
  case widevine(WidevineHeader)
  case bytes(Bytes)

  init(_ bytes: Bytes, of system: UserType) {
    self = .bytes(bytes)
    switch system {
    case ProtectionSystem.playReady:
      if let object = PlayReadyObject(whole: bytes) { self = .playReady(object) }
    case ProtectionSystem.widevine:
      if let header = WidevineHeader(whole: bytes) { self = .widevine(header) }
    default: break
    }
  }

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    switch self {
    case .playReady(var object):
      try object.fields(&f)
      self = .playReady(object)
    case .widevine(var header):
      try header.fields(&f)
      self = .widevine(header)
    case .bytes(var bytes):
      try f.bytes("Data", &bytes, count: .toEnd)
      self = .bytes(bytes)
    }
  }
}
