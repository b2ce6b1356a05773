import FieldCoding

/// How many pictures a decoder must hold for a temporal sub-layer (ITU-T H.265 §7.4.3.1).
public struct SubLayerOrdering: Equatable, Sendable {
  public var maxDecodedPictureBufferingMinus1: UInt32 = 0
  public var maxReorderedPictures: UInt32 = 0
  public var maxLatencyIncreasePlus1: UInt32 = 0
  public init() {}
}

/// What VPS and SPS say of it alike, but for the names.
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
