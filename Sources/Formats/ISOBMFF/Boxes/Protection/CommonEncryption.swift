/// The encryption of samples, unless a sample group states another one.
public struct TrackEncryptionBox: BoxBody {
  public static let type: FourCC = "tenc"
  public static let specification = "ISO/IEC 23001-7 §8.2"

  public var header = FullBoxHeader()
  /// How much is encrypted at a time, in units of 16 bytes; from version 1 on.
  public var defaultCryptByteBlock: UInt8 = 0
  /// How much stays clear after that, in units of 16 bytes; from version 1 on.
  public var defaultSkipByteBlock: UInt8 = 0
  public var defaultIsProtected: UInt8 = 1
  public var defaultPerSampleIVSize: UInt8 = 8
  /// 16 bytes.
  public var defaultKID = Bytes([UInt8](repeating: 0, count: 16))
  /// The initialisation vector of all samples; only if samples have none of their own.
  public var defaultConstantIV = Bytes()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header, versions: 0...1)
    try f.encryptionPattern(
      header.version, ("default_crypt_byte_block", "default_skip_byte_block"),
      &defaultCryptByteBlock, &defaultSkipByteBlock)
    try f.uint(8, "default_isProtected", &defaultIsProtected)
    try f.uint(8, "default_Per_Sample_IV_Size", &defaultPerSampleIVSize)
    try f.bytes("default_KID", &defaultKID, count: .exactly(16))
    if defaultIsProtected == 1, defaultPerSampleIVSize == 0 {
      try f.bytes(
        "default_constant_IV", &defaultConstantIV, count: .bits(8, "default_constant_IV_size"))
    }
  }
}

/// The location of the information for the decryption of an item: in the items to which it refers with `auxr`.
struct ItemAuxiliaryInformationBox: BoxBody {
  static let type: FourCC = "iaux"
  static let specification = "ISO/IEC 23001-7"

  var header = FullBoxHeader()
  /// The scheme of encryption.
  var auxInfoType: FourCC = "cenc"
  var auxInfoTypeParameter: UInt32 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.fourCC("aux_info_type", &auxInfoType)
    try f.uint(32, "aux_info_type_parameter", &auxInfoTypeParameter)
  }
}

/// How the data of an item is encrypted, and with which keys.
struct ItemEncryptionBox: BoxBody {
  static let type: FourCC = "ienc"
  static let specification = "ISO/IEC 23001-7"

  var header = FullBoxHeader()
  /// How much is encrypted at a time, in units of 16 bytes; from version 1 on.
  var cryptByteBlock: UInt8 = 0
  /// How much stays clear after that, in units of 16 bytes; from version 1 on.
  var skipByteBlock: UInt8 = 0
  var keys: [Key] = []

  /// A key.
  struct Key: FieldCodable {
    var perSampleIVSize: UInt8 = 8
    /// 16 bytes.
    var kid = Bytes([UInt8](repeating: 0, count: 16))
    /// The initialisation vector of all data; only if there are no others.
    var constantIV = Bytes()

    init() {}

    mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.uint(8, "Per_Sample_IV_Size", &perSampleIVSize)
      try f.bytes("KID", &kid, count: .exactly(16))
      guard perSampleIVSize == 0 else { return }
      try f.bytes("constant_IV", &constantIV, count: .bits(8, "constant_IV_size"))
    }
  }

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header, versions: 0...1)
    try f.encryptionPattern(
      header.version, ("crypt_byte_block", "skip_byte_block"), &cryptByteBlock, &skipByteBlock)
    try f.list("keys", &keys, count: .bits(8, "num_keys"))
  }
}

extension FieldCoder {
  /// How much is encrypted at a time, and how much is not, from version 1 of a box on (ISO/IEC 23001-7 §9.6).
  fileprivate mutating func encryptionPattern(
    _ version: UInt8, _ names: (crypt: StaticString, skip: StaticString), _ crypt: inout UInt8,
    _ skip: inout UInt8
  ) throws(FieldError) {
    try reserved(8)
    if version == 0 {
      try reserved(8)
    } else {
      try uint(4, names.crypt, &crypt)
      try uint(4, names.skip, &skip)
    }
  }
}

/// The initialisation vectors of samples, and the ranges of encrypted bytes.
public struct SampleEncryptionBox: BoxBody {
  public static let type: FourCC = "senc"
  public static let specification = "ISO/IEC 23001-7 §7.2"

  /// Flags: 2 subsamples are encrypted.
  public var header = FullBoxHeader()
  public var samples = EncryptedSamples()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header, versions: 0...2)
    try samples.fields(&f)
  }
}

/// The information for the decryption of each sample: the syntax of `senc` and of its predecessor. It depends on the
/// version and the flags of the box that contains it.
///
/// `tenc` or a sample group states the length of a vector, but they may be in another file. So the length is determined
/// from the data: it is the one of the possible lengths with which the samples fill the box. If several are possible,
/// `saiz` and `tenc` decide, if they came before.
public struct EncryptedSamples: FieldCodable {
  public var sampleCount: UInt32 = 0
  public var samples: [Sample] = []
  /// The bytes in place of the samples, if no length of the vectors fits, or more than one.
  public var data = Bytes()

  /// One sample.
  public struct Sample: Equatable, Sendable {
    /// The vector; empty if all samples have the same, or if the sample is not encrypted.
    public var initializationVector = Bytes()
    /// The vectors of a sample that is encrypted with several keys: each with the number of its
    /// key.
    public var vectors: [Vector] = []
    /// `BytesOfClearData`, `BytesOfProtectedData`; with several keys `multi_subindex` before them.
    public var subsamples = FieldTable()
  }

  /// A vector, and the number of the key that it belongs to.
  public struct Vector: Equatable, Sendable {
    public var index: UInt16 = 0
    public var value = Bytes()
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(32, "sample_count", &sampleCount)
    var length: Int?
    if f.isDecoding {
      samples = []
      length = lengthOfVectors(in: f)
    }
    guard f.isDecoding ? length != nil : data.isEmpty else {
      return try f.bytes("samples", &data, count: .toEnd)
    }
    try f.list("samples", &samples, count: .exactly(Int(sampleCount)), of: Sample()) {
      (sample, f) throws(FieldError) in
      try sample.fields(&f, vectorLength: length)
    }
  }

  /// The length with which the samples fill the remaining bytes, if there is one.
  private func lengthOfVectors(in f: borrowing FieldCoder) -> Int? {
    let rest = f.rest
    // With fewer bytes than samples, the length cannot be determined.
    guard sampleCount > 0, Int(sampleCount) <= rest.count else { return nil }
    let scope = f.scope
    let fitting = [0, 8, 16].filter { fits($0, rest, scope, firstSize: nil) }
    guard fitting.count > 1 else { return fitting.first }
    let agreeing = fitting.filter { fits($0, rest, scope, firstSize: scope.sampleInformationSize) }
    if agreeing.count == 1 { return agreeing.first }
    return scope.vectorLengths[scope.trackID].flatMap { fitting.contains($0) ? $0 : nil }
  }

  /// Whether samples with vectors of `length` fill `bytes`, and the first one has the size `firstSize`.
  private func fits(_ length: Int, _ bytes: Bytes, _ scope: FieldScope, firstSize: Int?) -> Bool {
    var trial = FieldCoder(decoding: bytes)
    trial.scope = scope
    var sample = Sample()
    for index in 0..<sampleCount {
      guard (try? sample.fields(&trial, vectorLength: length)) != nil else { return false }
      if index == 0, let firstSize, bytes.count - trial.rest.count != firstSize { return false }
    }
    return trial.isAtEnd
  }
}

extension EncryptedSamples.Sample {
  fileprivate mutating func fields(
    _ f: inout FieldCoder, vectorLength: Int?
  ) throws(FieldError) {
    let columns: [FieldTable.Column] = [
      .uint(16, "BytesOfClearData"), .uint(32, "BytesOfProtectedData"),
    ]
    guard f.scope.version != 1 else {
      try f.list(
        "IVs", &vectors, count: .bits(16, "multi_IV_count"), of: EncryptedSamples.Vector()
      ) { (vector, f) throws(FieldError) in
        try f.uint(16, "multi_subindex_IV", &vector.index)
        try f.bytes("IV", &vector.value, count: .exactly(vectorLength ?? vector.value.count))
      }
      return try f.table(
        "subsamples", &subsamples, count: .bits(32, "subsample_count"),
        columns: [.uint(16, "multi_subindex")] + columns)
    }
    try f.bytes(
      "InitializationVector", &initializationVector,
      count: .exactly(vectorLength ?? initializationVector.count))
    if f.scope.flags & 2 != 0 {
      try f.table("subsamples", &subsamples, count: .bits(16, "subsample_count"), columns: columns)
    }
  }
}

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

/// Systems of rights, as the DASH Industry Forum lists them.
enum ProtectionSystem {
  static let playReady: UserType = "9a04f079-9840-4286-ab92-e65be0885f95"
  static let widevine: UserType = "edef8ba9-79d6-4ace-a3c8-27dcd51d21ed"

  /// The names of the systems, by the `SystemID` of `pssh`.
  static let names: [UserType: String] = [
    playReady: "PlayReady",
    widevine: "Widevine",
    "1077efec-c0b2-4d02-ace3-3c1e52e2fb4b": "W3C Common, ClearKey",
    "94ce86fb-07ff-4f43-adb8-93d2fa968ca2": "FairPlay",
    "5e629af5-38da-4063-8977-97ffbd9902d4": "Marlin",
    "69f908af-4816-46ea-910c-cd5dcccb0a3a": "Marlin",
    "f239e769-efa3-4850-9c16-a903c6932efb": "Adobe Primetime",
    "e2719d58-a985-b3c9-781a-b030af78d30e": "ClearKey DASH-IF",
    "3ea8778f-7742-4bf9-b18b-e834b2acbd47": "ClearKey AES-128",
    "be58615b-19c4-4684-88b3-c8c57e99e957": "ClearKey SAMPLE-AES",
    "adb41c24-2dbf-4a6d-958b-4457c0d27b95": "Nagra MediaAccess",
    "a68129d3-575b-4f1a-9cba-3223846cf7c3": "VideoGuard",
    "9a27dd82-fde2-4725-8cbc-4234aa06ec09": "Verimatrix VCAS",
    "1f83e1e8-6ee9-4f0d-ba2f-5ec4e3ed1a66": "SecureMedia",
    "992c46e6-c437-4899-b6a0-50fa91ad0e39": "SecureMedia SteelKnot",
    "644fe7b5-260f-4fad-949a-0762ffb054b4": "CMLA (OMA DRM)",
    "6a99532d-869f-5922-9a91-113ab7b1e2f3": "MobiTV",
    "35bf197b-530e-42d7-8b65-1b4bf415070f": "DivX",
    "b4413586-c58c-ffb0-94a5-d4896c1af6c3": "Viaccess-Orca",
    "80a6be7e-1448-4c37-9e70-d5aebe04c8d2": "Irdeto",
    "dcf4e3e3-62f1-5818-7ba6-0a6fe33ff3dd": "DigiCAP SmartXess",
    "45d481cb-8fe0-49c0-ada9-ab2d2455b2f2": "CoreCrypt",
    "616c7469-6361-7374-2d50-726f74656374": "Alticast",
    "3d5e6d35-9b9a-41e8-b843-dd3c6e72c42c": "ChinaDRM",
    "37c33258-7b99-4c7e-b15d-19af74482154": "Titanium V3",
    "793b7956-9f94-4946-a942-23e7ef7e44b4": "VisionCrypt",
    "aa11967f-cc01-4a4a-8e99-c5d3dddfea2d": "Unitend",
    "67706163-6365-6e63-6472-6d746f6f6c31": "GPAC",
  ]
}

// Protected Interoperable File Format: the boxes from which common encryption was derived, and those of Smooth
// Streaming.

/// The encryption of samples; `tenc` was derived from it.
struct PIFFTrackEncryptionBox: BoxBody {
  static let type: FourCC = "uuid"
  static let specification = "PIFF 1.1 §5.3.3"

  var header = FullBoxHeader()
  var algorithm = PIFFAlgorithm()

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.within("default") { (f) throws(FieldError) in try algorithm.fields(&f) }
  }
}

/// An algorithm, and a key for it.
public struct PIFFAlgorithm: FieldCodable {
  /// 24 bits.
  public var id: UInt32 = 1
  public var ivSize: UInt8 = 8
  /// 16 bytes.
  public var kid = Bytes([UInt8](repeating: 0, count: 16))

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(
      24, "AlgorithmID", &id,
      as: .names([0: "not encrypted", 1: "AES 128-bit in CTR mode", 2: "AES 128-bit in CBC mode"]))
    try f.uint(8, "IV_size", &ivSize)
    try f.bytes("KID", &kid, count: .exactly(16))
  }
}

/// The initialisation vectors of samples; `senc` was derived from it.
public struct PIFFSampleEncryptionBox: BoxBody {
  public static let type: FourCC = "uuid"
  public static let specification = "PIFF 1.1 §5.3.2"

  /// Flags: 1 the fragment states an algorithm, 2 subsamples are encrypted.
  public var header = FullBoxHeader()
  public var algorithm: PIFFAlgorithm?
  public var samples = EncryptedSamples()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    if f.isDecoding { algorithm = header.has(0x1) ? PIFFAlgorithm() : nil }
    try algorithm?.fields(&f)
    try samples.fields(&f)
  }
}

/// Time and duration of a fragment of a live stream, in units of the track.
public struct TrackFragmentExtendedHeaderBox: BoxBody {
  public static let type: FourCC = "uuid"
  public static let specification = "MS-SSTR §2.2.4.4"

  public var header = FullBoxHeader()
  public var time = FragmentTime()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header, versions: 0...1)
    try time.fields(&f)
  }
}

/// The start and the duration of a fragment.
public struct FragmentTime: FieldCodable {
  public var absoluteTime: UInt64 = 0
  public var duration: UInt64 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    let bits = f.scope.version == 1 ? 64 : 32
    try f.uint(bits, "fragment_absolute_time", &absoluteTime)
    try f.uint(bits, "fragment_duration", &duration)
  }
}

/// The times of the next fragments of a live stream.
struct TrackFragmentReferenceBox: BoxBody {
  static let type: FourCC = "uuid"
  static let specification = "MS-SSTR §2.2.4.5"

  var header = FullBoxHeader()
  var fragments: [FragmentTime] = []

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header, versions: 0...1)
    try f.list("fragments", &fragments, count: .bits(8, "fragment_count"))
  }
}
