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
