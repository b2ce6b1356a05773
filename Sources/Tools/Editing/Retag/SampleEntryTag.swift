public import ISOBMFF

/// The two types that a sample entry can have for the same stream: with one, all parameter sets are in the sample
/// entry; with the other, they can also be in the samples (ISO/IEC 14496-15 §5.4.2.1, §8.4.1; Dolby Vision Streams
/// Within the ISO Base Media File Format §5).
public struct SampleEntryTag: Sendable {
  /// The type for parameter sets only in the sample entry: `hvc1`.
  public let outOfBand: FourCC
  /// The type for parameter sets that may also be in the samples: `hev1`.
  public let inBand: FourCC

  /// The types for HEVC, AVC, and Dolby Vision with either of them.
  public static let all = [
    SampleEntryTag(outOfBand: "hvc1", inBand: "hev1"),
    SampleEntryTag(outOfBand: "dvh1", inBand: "dvhe"),
    SampleEntryTag(outOfBand: "avc1", inBand: "avc3"),
    SampleEntryTag(outOfBand: "dva1", inBand: "dvav"),
  ]

  /// The types that phones and browsers play: all parameter sets are in the sample entry.
  public static let allOutOfBand = Set(all.map(\.outOfBand))

  /// Sample entries of encrypted or restricted samples.
  static let protected: Set<FourCC> = ["encv", "resv"]

  /// The new type of an entry of type `type`, if `targets` are requested; nil if it does not change.
  static func target(of type: FourCC, among targets: Set<FourCC>) -> FourCC? {
    for tag in all {
      if type == tag.inBand, targets.contains(tag.outOfBand) { return tag.outOfBand }
      if type == tag.outOfBand, targets.contains(tag.inBand) { return tag.inBand }
    }
    return nil
  }
}
