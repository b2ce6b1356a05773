import FieldCoding

/// The number of pictures that a decoder has to hold for a temporal sub-layer (ITU-T H.265 §7.4.3.1).
public struct SubLayerOrdering: Equatable, Sendable {
  /// `vps_max_dec_pic_buffering_minus1` or `sps_max_dec_pic_buffering_minus1`: how many pictures
  /// must be held, less 1.
  public var maxDecodedPictureBufferingMinus1: UInt32 = 0
  /// `vps_max_num_reorder_pics` or `sps_max_num_reorder_pics`: how many pictures may come before
  /// one and be shown after it.
  public var maxReorderedPictures: UInt32 = 0
  /// `vps_max_latency_increase_plus1` or `sps_max_latency_increase_plus1`: how many more may pass
  /// before one is shown, plus 1; 0 sets no limit.
  public var maxLatencyIncreasePlus1: UInt32 = 0
  public init() {}
}

/// The names of the fields that VPS and SPS have in common. Only these names differ.
struct SubLayerOrderingNames {
  var isPresent, buffering, reordering, latency: StaticString
}

extension FieldCoder {
  mutating func subLayerOrdering(
    _ names: SubLayerOrderingNames, isPresent: inout Bool, _ orderings: inout [SubLayerOrdering],
    maxSubLayersMinus1: UInt32
  ) throws(FieldError) {
    try flag(names.isPresent, &isPresent)
    let first = isPresent ? 0 : Int(maxSubLayersMinus1)
    try list(
      "sub_layer_ordering_info", &orderings, exactly: Int(maxSubLayersMinus1) + 1 - first,
      blank: SubLayerOrdering()
    ) { (ordering, f) throws(FieldError) in
      try f.ue(names.buffering, &ordering.maxDecodedPictureBufferingMinus1)
      try f.ue(names.reordering, &ordering.maxReorderedPictures)
      try f.ue(names.latency, &ordering.maxLatencyIncreasePlus1)
    }
  }
}
