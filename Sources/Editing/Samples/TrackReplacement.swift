public import ISOBMFF

/// Samples that take the place of all samples of a track.
public struct TrackReplacement: Sendable {
  /// How they are coded: one box of `stsd`.
  public var sampleEntry: Box
  /// In decoding order.
  public var samples: [NewSample]
  /// The bytes of all of them, one behind the other.
  public var data: Bytes
  /// Units per second of the times of these samples, which become the track's; nil for those that it has.
  public var timescale: UInt32?
  /// How many samples have to be decoded before each, so that it is right: below 0, as in `roll` (ISO/IEC
  /// 14496-12 §10.1). Nil if nothing is said of that.
  public var rollDistance: Int16?

  public init(
    sampleEntry: Box, samples: [NewSample], data: Bytes, timescale: UInt32? = nil,
    rollDistance: Int16? = nil
  ) {
    self.sampleEntry = sampleEntry
    self.samples = samples
    self.data = data
    self.timescale = timescale
    self.rollDistance = rollDistance
  }

  /// The groups that all samples are in.
  var groups: [Box] {
    guard let rollDistance else { return [] }
    var recovery = RollRecoveryEntry()
    recovery.rollDistance = rollDistance
    var entry = SampleGroupEntry()
    entry.description = recovery
    var description = SampleGroupDescriptionBox()
    description.groupingType = RollRecoveryEntry.type
    description.defaultLength = 2
    description.entries = [entry]
    var group = SampleToGroupBox()
    group.groupingType = RollRecoveryEntry.type
    group.entries = FieldTable(
      columns: SampleToGroupBox.columns, values: [Int64(samples.count), 1])
    return [Box(description), Box(group)]
  }
}
