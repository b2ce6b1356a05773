/// A header with times of 32 bits, or of 64 bits in version 1 (ISO/IEC 14496-12 §8.2.2, §8.3.2, §8.4.2).
package protocol TimedHeader {
  var header: FullBoxHeader { get set }
  /// Seconds since 1904.
  var creationTime: UInt64 { get set }
  /// Seconds since 1904.
  var modificationTime: UInt64 { get set }
  /// The duration in units of the box's timescale.
  var duration: UInt64 { get set }
}

extension MovieHeaderBox: TimedHeader {}
extension TrackHeaderBox: TimedHeader {}
extension MediaHeaderBox: TimedHeader {}

extension TimedHeader {
  /// Sets the duration, in wider fields if it needs them.
  package mutating func setDuration(_ new: UInt64) {
    duration = new
    if max(new, creationTime, modificationTime) > UInt64(UInt32.max) { header.version = 1 }
  }
}
