public import ISOBMFF

/// New samples that replace all samples of a track.
public struct TrackReplacement: Sendable {
  /// The sample entry, which describes the coding: one box of `stsd`.
  public var sampleEntry: Box
  /// The new samples in decoding order.
  public var samples: [NewSample]
  /// The bytes of all samples, one after the other.
  public var data: Bytes
  /// The new timescale of the track, in which the times of the samples are; nil to keep the old one.
  public var timescale: UInt32?
  /// The roll distance (`roll`, ISO/IEC 14496-12 §10.1): a negative number of samples that have to be decoded
  /// before a sample, so that it is correct. Nil for none.
  public var rollDistance: Int16?
  /// The time of the old media at which the new media begins: no sample is needed that is shown before it. Nil if
  /// the media begins where it began.
  public var start: Int64?

  /// New samples for a track, with their descriptions.
  public init(
    sampleEntry: Box, samples: [NewSample], data: Bytes, timescale: UInt32? = nil,
    rollDistance: Int16? = nil, start: Int64? = nil
  ) {
    self.sampleEntry = sampleEntry
    self.samples = samples
    self.data = data
    self.timescale = timescale
    self.rollDistance = rollDistance
    self.start = start
  }

  /// The groups that contain all samples.
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
