// Protected Interoperable File Format: the boxes from which common encryption was derived, and those of Smooth
// Streaming.

/// The encryption of samples; `tenc` was derived from it.
public struct PIFFTrackEncryptionBox: BoxBody {
  public static let type: FourCC = "uuid"
  public static let specification = "PIFF 1.1 §5.3.3"

  public var header = FullBoxHeader()
  public var algorithm = PIFFAlgorithm()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
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
public struct TrackFragmentReferenceBox: BoxBody {
  public static let type: FourCC = "uuid"
  public static let specification = "MS-SSTR §2.2.4.5"

  public var header = FullBoxHeader()
  public var fragments: [FragmentTime] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header, versions: 0...1)
    try f.list("fragments", &fragments, count: .bits(8, "fragment_count"))
  }
}
