public import NALUnits

/// Which parameter sets hold (`active_parameter_sets`, ITU-T H.265 §D.2.21).
public struct ActiveParameterSets: SEIPayload {
  public static let payloadType: UInt32 = 129
  public static let name = "active_parameter_sets"

  public var videoParameterSetID: UInt8 = 0
  public var isSelfContained = false
  public var hasNoUpdate = false
  public var sequenceParameterSetIDs: [UInt32] = [0]
  /// Which of ``sequenceParameterSetIDs`` each further layer has.
  public var layerSequenceIndices: [UInt32] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(4, "active_video_parameter_set_id", &videoParameterSetID)
    try f.flag("self_contained_cvs_flag", &isSelfContained)
    try f.flag("no_parameter_set_update_flag", &hasNoUpdate)
    var countMinus1 = UInt32(clamping: sequenceParameterSetIDs.count) &- 1
    try f.ue("num_sps_ids_minus1", &countMinus1, atMost: 15, "ITU-T H.265 §D.3.21")
    try f.ueList(
      "active_seq_parameter_set_id", &sequenceParameterSetIDs, count: Int(countMinus1) + 1)
    // The VPS states the number of layers; they fill the bits before the last 1.
    if f.isDecoding { layerSequenceIndices = [] }
    var index = 0
    while f.isDecoding ? (f.bitsBeforeStopBit ?? 0) > 0 : index < layerSequenceIndices.count {
      var value = f.isDecoding ? 0 : layerSequenceIndices[index]
      try f.ue("layer_sps_idx", &value, atMost: 15, "ITU-T H.265 §D.3.21")
      if f.isDecoding { layerSequenceIndices.append(value) }
      index += 1
    }
  }
}
