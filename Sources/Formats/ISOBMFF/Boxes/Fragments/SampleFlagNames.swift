/// The meaning of the flags of a sample (ISO/IEC 14496-12 §8.8.3.1).
public enum SampleFlagNames {
  /// The bits of `sample_flags` and similar fields of 32 bits.
  public static let all: FlagNames =
    dependencies + [.bits(0x1_0000, "sync sample", are: 0), .bits(0x1_0000, "not a sync sample")]

  /// The dependencies between a sample and other samples.
  public static let dependencies: FlagNames = [
    .bits(0x0C00_0000, "leading, needs what comes before", are: 0x0400_0000),
    .bits(0x0C00_0000, "not leading", are: 0x0800_0000),
    .bits(0x0C00_0000, "leading, can be decoded", are: 0x0C00_0000),
    .bits(0x0300_0000, "needs other samples", are: 0x0100_0000),
    .bits(0x0300_0000, "needs no other", are: 0x0200_0000),
    .bits(0x00C0_0000, "others need it", are: 0x0040_0000),
    .bits(0x00C0_0000, "no other needs it", are: 0x0080_0000),
    .bits(0x0030_0000, "coded more than once", are: 0x0010_0000),
    .bits(0x0030_0000, "coded once", are: 0x0020_0000),
  ]
}
