import FieldCoding
import ISOBMFF
import Movie

/// Finds frames of ALAC by their syntax.
struct ALACReader: LostSampleReader {
  let configuration: ALACSpecificBox
  let sizes: ReferenceSizes
  var certainty: Certainty { .bySyntax }
  var isAudio: Bool { true }

  /// Nil if the sample entry has no configuration.
  init?(_ entry: Box, _ sizes: ReferenceSizes) {
    guard let configuration = entry[AudioSampleEntry.self]?.setting(ALACSpecificBox.self) else {
      return nil
    }
    self.configuration = configuration
    self.sizes = sizes
  }

  /// The first element, 0 as its instance tag, and twelve bits that are 0.
  var firstWords: [ClosedRange<UInt32>] {
    [0, 1, 3].map { UInt32($0) << 29 }.map { $0...$0 | 0x1FFF }
  }

  /// The size of an uncompressed frame.
  private var longest: Int {
    let samples = Int(configuration.frameLength) * Int(configuration.numChannels)
    return max(sizes.greatest, min(samples, 1 << 20) * Int(configuration.bitDepth) / 8 + 64)
  }

  func answer(at start: Int, in data: Bytes) -> ReaderAnswer {
    guard let bytes = data.part(start..<min(start + longest, data.count)) else { return .none }
    do throws(FieldError) {
      let byteCount = try ALACFrame.byteCount(bytes, configuration)
      return .readings([Reading(byteCount: byteCount, cost: sizes.contains(byteCount) ? 4 : 24)])
    } catch {
      // The end of the file within a frame is not a syntax error.
      if case .truncated = error.reason, bytes.count < longest { return .torn }
      return .none
    }
  }
}

/// The syntax of a frame of ALAC (Apple Lossless Audio Codec, as Apple's open source documents it): how long it is. The
/// length of each code depends on the values before it, so these are read, but no audio is computed from them.
struct ALACFrame {
  private var bits: ByteReader
  private let configuration: ALACSpecificBox

  /// Reads a frame to its end; throws if there is none here, or if it is truncated.
  ///
  /// - Returns: the number of its bytes.
  static func byteCount(_ data: Bytes, _ configuration: ALACSpecificBox) throws(FieldError) -> Int {
    var frame = ALACFrame(bits: ByteReader(data), configuration: configuration)
    try frame.readElements()
    let unread = frame.bits.bitsLeft
    guard try frame.bits.read(bits: unread % 8) == 0 else { throw frame.invalid("padding") }
    return data.count - unread / 8
  }

  private func invalid(_ what: String) -> FieldError {
    FieldError(.invalid(what), offset: bits.offset)
  }

  private mutating func number(_ width: Int) throws(FieldError) -> Int {
    Int(truncatingIfNeeded: try bits.read(bits: width))
  }

  private mutating func readElements() throws(FieldError) {
    var channels = 0
    for _ in 0..<16 {
      switch try number(3) {
      case 0, 3:
        try readChannels(1)
        channels += 1
      case 1:
        try readChannels(2)
        channels += 2
      case 7:
        guard channels == Int(configuration.numChannels) else { throw invalid("channels") }
        return
      default: throw invalid("element")
      }
      guard channels <= Int(configuration.numChannels) else { throw invalid("channels") }
    }
    throw invalid("more elements than channels")
  }

  /// Reads one channel, or a pair.
  private mutating func readChannels(_ channels: Int) throws(FieldError) {
    _ = try number(4)
    guard try number(12) == 0 else { throw invalid("reserved bits") }
    let isPartial = try number(1) == 1
    let shifted = try number(2)
    let isUncompressed = try number(1) == 1
    let depth = Int(configuration.bitDepth)
    guard shifted < 3, shifted * 8 < depth, !isUncompressed || shifted == 0 else {
      throw invalid("shifted bytes")
    }
    var count = Int(configuration.frameLength)
    if isPartial {
      let samples = try number(32)
      guard samples > 0, samples <= count else { throw invalid("number of samples") }
      count = samples
    }
    if isUncompressed { return try skip(bits: count * channels * depth) }
    // mixBits, mixRes
    _ = try number(16)
    var factors: [Int] = []
    for _ in 0..<channels {
      // The mode of the predictor: 0, or 15 for two passes.
      guard [0, 15].contains(try number(4)) else { throw invalid("mode") }
      _ = try number(4)
      factors.append(try number(3))
      try skip(bits: try number(5) * 16)
    }
    try skip(bits: shifted * 8 * channels * count)
    let width = depth - shifted * 8 + channels - 1
    for factor in factors { try skipResiduals(count, width, factor) }
  }

  private mutating func skip(bits count: Int) throws(FieldError) {
    guard count <= bits.bitsLeft else {
      throw FieldError(
        .truncated(neededBits: count, availableBits: bits.bitsLeft), offset: bits.offset)
    }
    for _ in 0..<count / 64 { _ = try bits.read(bits: 64) }
    _ = try bits.read(bits: count % 64)
  }

  /// Values of adaptive Golomb codes, whose parameter follows the mean of the values.
  private mutating func skipResiduals(
    _ count: Int, _ width: Int, _ factor: Int
  ) throws(FieldError) {
    let weight = factor * Int(configuration.pb) / 4
    let limit = Int(configuration.kb)
    guard limit < 32 else { throw invalid("kb") }
    var mean = Int(configuration.mb)
    var isAfterZeros = 0
    var index = 0
    while index < count {
      let parameter = min(Int.bitWidth - 1 - (mean >> 9 + 3).leadingZeroBitCount, limit)
      let value = try code(parameter, (1 << parameter) - 1, escape: width) + isAfterZeros
      index += 1
      mean = value - isAfterZeros > 0xFFFF ? 0xFFFF : weight * value + mean - (weight * mean) >> 9
      isAfterZeros = 0
      guard mean << 2 < 512, index < count else { continue }
      // A run of zeros.
      let zeros = mean.leadingZeroBitCount - (Int.bitWidth - 32) - 24 + (mean + 16) >> 6
      let run = try code(min(zeros, limit), (1 << min(zeros, limit)) - 1, escape: 16)
      index += run
      guard index <= count else { throw invalid("run of zeros") }
      isAfterZeros = run < 0xFFFF ? 1 : 0
      mean = 0
    }
  }

  /// `dyn_get`, `dyn_get_32bit`
  private mutating func code(
    _ parameter: Int, _ multiplier: Int, escape: Int
  ) throws(FieldError) -> Int {
    var prefix = 0
    while try bits.read(bits: 1) == 1 {
      prefix += 1
      if prefix == 9 { return try number(escape) }
    }
    guard parameter > 1 else { return prefix * multiplier }
    let short = try number(parameter - 1)
    guard short > 0 else { return prefix * multiplier }
    return try prefix * multiplier + (short << 1 | number(1)) - 1
  }
}
