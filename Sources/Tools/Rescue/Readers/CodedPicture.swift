/// The position of a frame among the others, as its slices state it.
struct CodedPicture: Equatable, Sendable {
  /// The low bits of its position in output order; nil where frames come out as they are decoded.
  var orderLSB: Int?
  /// Whether the order starts again with it: an IDR frame, or a BLA frame.
  var restartsOrder = false
  /// Whether the high bits of the order of later frames are derived from it (`prevTid0Pic` of ITU-T H.265 §8.3.1; a
  /// reference frame of ITU-T H.264 §8.2.1.1).
  var isOrderReference = true
  /// Its kind, as far as the reference uses it to find out which frames are sync samples: the type of its
  /// NAL units, and whether all of its slices are I slices.
  var kind = 0
}
