import ISOBMFF

extension TrackSamples {
  /// By how many ticks samples would have to be decoded earlier, so that none is decoded after it is composed;
  /// 0 if that holds. Where composition offsets are below 0 (ISO/IEC 14496-12 §8.6.1.3), decoding times count
  /// from a later moment than in other containers, which have no place for that.
  package var lateness: Int64 {
    reduce(0) { Swift.max($0, $1.decodeTime.subtractingSaturating($1.compositionTime)) }
  }
}
