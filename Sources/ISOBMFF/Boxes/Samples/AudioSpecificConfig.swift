/// How to set up an AAC decoder (ISO/IEC 14496-3 §1.6.2.1).
public struct AudioSpecificConfig: FieldCodable {
  /// 2 AAC LC, 5 SBR (HE), 29 PS (HE v2), 42 USAC (xHE).
  public var audioObjectType: UInt8 = 2
  public var samplingFrequencyIndex: UInt8 = 4
  /// Hertz, with index 15.
  public var samplingFrequency: UInt32 = 0
  /// 0 if it is among the rest.
  public var channelConfiguration: UInt8 = 2
  /// With SBR and PS.
  public var extensionSamplingFrequencyIndex: UInt8 = 0
  public var extensionSamplingFrequency: UInt32 = 0
  /// What is coded below SBR and PS.
  public var coreObjectType: UInt8?
  /// The bits up to the next byte, and the bytes after them: what the object type adds.
  public var remainingBits: UInt8 = 0
  public var remainder = Bytes()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    var bits = try f.audioObjectType("audioObjectType", &audioObjectType)
    bits += try f.samplingFrequency(&samplingFrequencyIndex, &samplingFrequency)
    try f.uint(4, "channelConfiguration", &channelConfiguration)
    bits += 4
    if f.isDecoding { coreObjectType = [5, 29].contains(audioObjectType) ? 2 : nil }
    if var core = coreObjectType {
      bits += try f.samplingFrequency(
        &extensionSamplingFrequencyIndex, &extensionSamplingFrequency)
      bits += try f.audioObjectType("coreObjectType", &core)
      coreObjectType = core
    }
    try f.uint((8 - bits % 8) % 8, "remaining_bits", &remainingBits, as: .hex)
    try f.bytes("remainder", &remainder, count: .toEnd)
  }
}

extension AudioSpecificConfig {
  /// Samples per second, before SBR; nil for an index that means nothing.
  public var samplesPerSecond: UInt32? {
    if samplingFrequencyIndex == 15 { return samplingFrequency }
    let known: [UInt32] = [
      96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350,
    ]
    let index = Int(samplingFrequencyIndex)
    return known.indices.contains(index) ? known[index] : nil
  }
}

extension FieldCoder {
  /// 5 bits, or 5 bits of 31 and 6 more. Returns how many bits it took.
  fileprivate mutating func audioObjectType(
    _ name: StaticString, _ value: inout UInt8
  ) throws(FieldError) -> Int {
    var short = min(value, 31)
    try uint(5, name, &short)
    guard short == 31 else {
      value = short
      return 5
    }
    var more = value >= 32 ? value - 32 : 0
    try uint(6, "audioObjectTypeExt", &more)
    value = 32 + more
    return 11
  }

  /// An index, and 24 bits after the index of 15. Returns how many bits it took.
  fileprivate mutating func samplingFrequency(
    _ index: inout UInt8, _ frequency: inout UInt32
  ) throws(FieldError) -> Int {
    try uint(4, "samplingFrequencyIndex", &index)
    guard index == 15 else { return 4 }
    try uint(24, "samplingFrequency", &frequency)
    return 28
  }
}
