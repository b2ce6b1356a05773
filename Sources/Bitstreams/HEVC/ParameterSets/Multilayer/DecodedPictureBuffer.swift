import NALUnits

/// The number of pictures that a decoder has to hold for an output layer set (`dpb_size`, ITU-T H.265 §F.7.3.2.1.3).
public struct DecodedPictureBuffer: Equatable, Sendable {
  /// Whether sub-layers beyond the first may have sizes of their own.
  public var statesSubLayers = false
  /// The values of each temporal sub-layer; nil if they are those of the one before.
  public var subLayers: [SubLayer?] = [SubLayer()]

  /// The sizes of the buffer for one temporal sub-layer (in `dpb_size`, ITU-T H.265 §F.7.3.2.1.3).
  public struct SubLayer: Equatable, Sendable {
    /// The size for each necessary layer, less one.
    public var maxDecodedPictureBufferingMinus1: [UInt32] = []
    public var maxReorderedPictures: UInt32 = 0
    public var maxLatencyIncreasePlus1: UInt32 = 0
    public init() {}
  }

  public init() {}

  mutating func fields(
    _ f: inout FieldCoder, layerCount: Int, subLayerCount: Int
  ) throws(FieldError) {
    try f.flag("sub_layer_flag_info_present_flag", &statesSubLayers)
    let statesSubLayers = statesSubLayers
    var isFirst = true
    try f.list("sub_layers", &subLayers, exactly: subLayerCount, blank: nil) {
      (subLayer, f) throws(FieldError) in
      if isFirst {
        subLayer = subLayer ?? SubLayer()
      } else if statesSubLayers {
        try f.presence("sub_layer_dpb_info_present_flag", of: &subLayer, blank: SubLayer())
      } else {
        subLayer = nil
      }
      isFirst = false
      guard var present = subLayer else { return }
      try f.ueList(
        "max_vps_dec_pic_buffering_minus1", &present.maxDecodedPictureBufferingMinus1,
        count: layerCount)
      try f.ue("max_vps_num_reorder_pics", &present.maxReorderedPictures)
      try f.ue("max_vps_latency_increase_plus1", &present.maxLatencyIncreasePlus1)
      subLayer = present
    }
  }
}
