public import FieldCoding

/// One message (`sei_message`, ITU-T H.265 §7.3.5), with its payload as bytes.
public struct SEIMessage: FieldCodable {
  /// `payloadType`, the type of the payload; see ``payloadTypeNames``.
  public var payloadType: UInt32 = 0
  /// The bytes of the payload.
  public var payload = Bytes()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.sum("payloadType", &payloadType, as: .names(SEIMessage.payloadTypeNames))
    var size = UInt32(clamping: payload.count)
    try f.sum("payloadSize", &size)
    try f.bytes("payload", &payload, count: .exactly(Int(size)))
  }

  /// The names of payload types (ITU-T H.264 §D.1.1, H.265 §D.2.1): a number without a name in one standard may have
  /// one in the other.
  public static let payloadTypeNames: ValueNames = [
    0: "buffering_period", 1: "pic_timing", 2: "pan_scan_rect", 3: "filler_payload",
    4: "user_data_registered_itu_t_t35", 5: "user_data_unregistered", 6: "recovery_point",
    7: "dec_ref_pic_marking_repetition", 8: "spare_pic", 9: "scene_info", 10: "sub_seq_info",
    11: "sub_seq_layer_characteristics", 12: "sub_seq_characteristics", 13: "full_frame_freeze",
    14: "full_frame_freeze_release", 15: "picture_snapshot",
    16: "progressive_refinement_segment_start", 17: "progressive_refinement_segment_end",
    18: "motion_constrained_slice_group_set", 19: "film_grain_characteristics",
    20: "deblocking_filter_display_preference", 21: "stereo_video_info", 22: "post_filter_hint",
    23: "tone_mapping_info", 24: "scalability_info", 25: "sub_pic_scalable_layer",
    26: "non_required_layer_rep", 27: "priority_layer_info", 28: "layers_not_present",
    29: "layer_dependency_change", 30: "scalable_nesting", 31: "base_layer_temporal_hrd",
    32: "quality_layer_integrity_check", 33: "redundant_pic_property", 34: "tl0_dep_rep_index",
    35: "tl_switching_point", 36: "parallel_decoding_info", 37: "mvc_scalable_nesting",
    38: "view_scalability_info", 39: "multiview_scene_info", 40: "multiview_acquisition_info",
    41: "non_required_view_component", 42: "view_dependency_change",
    43: "operation_points_not_present", 44: "base_view_temporal_hrd",
    45: "frame_packing_arrangement", 46: "multiview_view_position", 47: "display_orientation",
    48: "mvcd_scalable_nesting", 49: "mvcd_view_scalability_info",
    50: "depth_representation_info", 51: "three_dimensional_reference_displays_info",
    52: "depth_timing", 53: "depth_sampling_info",
    54: "constrained_depth_parameter_set_identifier", 56: "green_metadata",
    128: "structure_of_pictures_info",
    129: "active_parameter_sets", 130: "decoding_unit_info", 131: "temporal_sub_layer_zero_idx",
    132: "decoded_picture_hash", 133: "scalable_nesting", 134: "region_refresh_info",
    135: "no_display", 136: "time_code", 137: "mastering_display_colour_volume",
    138: "segmented_rect_frame_packing_arrangement",
    139: "temporal_motion_constrained_tile_sets", 140: "chroma_resampling_filter_hint",
    141: "knee_function_info", 142: "colour_remapping_info",
    143: "deinterlaced_field_identification", 144: "content_light_level_info",
    145: "dependent_rap_indication", 146: "coded_region_completion",
    147: "alternative_transfer_characteristics", 148: "ambient_viewing_environment",
    149: "content_colour_volume", 150: "equirectangular_projection", 151: "cubemap_projection",
    152: "fisheye_video_info", 154: "sphere_rotation", 155: "regionwise_packing",
    156: "omni_viewport", 157: "regional_nesting", 158: "mcts_extraction_info_sets",
    159: "mcts_extraction_info_nesting", 160: "layers_not_present",
    161: "inter_layer_constrained_tile_sets",
    162: "bsp_nesting", 163: "bsp_initial_arrival_time", 164: "sub_bitstream_property",
    165: "alpha_channel_info", 166: "overlay_info", 167: "temporal_mv_prediction_constraints",
    168: "frame_field_info", 176: "three_dimensional_reference_displays_info",
    177: "depth_representation_info", 178: "multiview_scene_info",
    179: "multiview_acquisition_info", 180: "multiview_view_position",
    200: "sei_manifest", 201: "sei_prefix_indication", 202: "annotated_regions",
  ]
}

extension FieldCoder {
  /// `do sei_message() while (more_rbsp_data())`
  ///
  /// - Parameter describe: describes a payload to the sink, if there is one.
  package mutating func messages(
    _ messages: inout [SEIMessage],
    describe: (SEIMessage, inout FieldCoder) -> Void = { _, _ in }
  ) throws(FieldError) {
    var index = 0
    if isDecoding { messages = [] }
    while isDecoding ? (bitsBeforeStopBit ?? 0) > 0 : index < messages.count {
      var message = isDecoding ? SEIMessage() : messages[index]
      try within("sei_message[\(index)]") { (f) throws(FieldError) in
        try message.fields(&f)
        if f.isDecoding, f.sink != nil { describe(message, &f) }
      }
      if isDecoding { messages.append(message) }
      index += 1
    }
  }

  /// The same, where payloads are of these types.
  package mutating func messages(
    _ messages: inout [SEIMessage], of types: SEIPayloadTypes
  ) throws(FieldError) {
    try self.messages(&messages) { message, f in
      if let type = types[message.payloadType] { f.describe(payload: message.payload, as: type) }
    }
  }
}
