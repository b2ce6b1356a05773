import ISOBMFF

extension TrackSamples {
  /// The number of ticks by which samples would have to be decoded earlier, so that none is decoded after it is
  /// composed; 0 if that is true already. With negative composition offsets (ISO/IEC 14496-12 §8.6.1.3), decoding times
  /// are later than in containers that have no such offsets.
  package var lateness: Int64 {
    reduce(0) { Swift.max($0, $1.decodeTime.subtractingSaturating($1.compositionTime)) }
  }
}
