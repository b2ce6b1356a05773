package import HEIF
import WorkerProtocol

/// libde265 for a movie, whose images refer to each other.
///
/// A damaged image is an error, and so are those after it up to the next one at which decoding can start.
package struct De265MovieDecoder: ~Copyable {
  private let configuration: ImagePlan.DecoderConfiguration
  private let budget: Int
  #if canImport(CDe265)
    private var decoder: De265Decoder?
    /// Whether images that refer to some before the last random access point are left out: these were not decoded.
    private var skipsLeading = false
  #endif

  /// - Parameters:
  ///   - configuration: that of the sample entry.
  ///   - largestFrame: the most luma samples that an image may have.
  package init(_ configuration: ImagePlan.DecoderConfiguration, largestFrame: UInt64) {
    self.configuration = configuration
    // Three planes of two bytes.
    budget = Int(clamping: min(largestFrame, 1 << 40) * 6)
  }

  /// Decodes a sample.
  ///
  /// - Parameters:
  ///   - isSync: whether decoding can start with it.
  ///   - body: gets the images that can be shown then, with the numbers of their samples.
  package mutating func decode(
    _ data: [UInt8], sample: Int, isSync: Bool,
    _ body: (Int, DecodedTile) throws(CodecError) -> Void
  ) throws(CodecError) {
    #if canImport(CDe265)
      let isFirst = decoder == nil
      guard !isFirst || isSync else { throw CodecError("an image before it is missing") }
      let types = try NALUnitRanges.ranges(in: data, lengthSize: configuration.lengthSize)
        .map { data[$0.lowerBound] >> 1 & 0x3F }
      // Those of random access points; the first three of them are BLA (ITU-T H.265 table 7-1).
      if let start = types.first(where: { (16...23).contains($0) }) {
        skipsLeading = isFirst || start <= 18
      }
      // RASL_N and RASL_R.
      if skipsLeading, types.contains(where: { (8...9).contains($0) }) { return }
      if isFirst {
        decoder = try De265Decoder(configuration, size: nil, budget: budget, allowsDamage: false)
      }
      do throws(CodecError) {
        try decoder?.decode(data, sample: sample, isFirst: isFirst, body)
      } catch {
        // The images before it are right.
        try? end { (number, tile) throws(CodecError) in
          if number != sample { try body(number, tile) }
        }
        throw error
      }
    #else
      throw CodecError("this build has no decoder; build it with the trait Codecs", .unsupported)
    #endif
  }

  /// Hands out the images that were held back.
  package mutating func end(
    _ body: (Int, DecodedTile) throws(CodecError) -> Void
  ) throws(CodecError) {
    #if canImport(CDe265)
      defer { decoder = nil }
      try decoder?.end(body)
    #endif
  }
}
