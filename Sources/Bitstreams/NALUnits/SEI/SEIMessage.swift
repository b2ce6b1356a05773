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

extension SEIMessage {
  /// A message with this payload.
  public init<Payload: SEIPayload>(_ payload: Payload) throws(FieldError) {
    self.init()
    payloadType = Payload.payloadType
    self.payload = Bytes(try SEIPayloadContent(payload).encoded())
  }

  /// The payload as its fields.
  public func content<Payload: SEIPayload>(
    as type: Payload.Type = Payload.self
  ) throws(FieldError) -> Payload {
    guard payloadType == Payload.payloadType else {
      throw FieldError(
        .invalid("the payload has the type \(payloadType), but \(Payload.payloadType) is expected"),
        offset: payload.fileOffset, path: [Payload.name])
    }
    do throws(FieldError) {
      return try SEIPayloadContent<Payload>(decoding: payload).payload
    } catch {
      throw error.nested(in: Payload.name)
    }
  }
}

extension FieldCoder {
  /// Reports the fields of a payload, which was read as bytes, to the sink, if there is one. Errors are reported to
  /// the sink, and have no other effect.
  package func describe(payload: Bytes, as type: any SEIPayload.Type) {
    describe(payload: payload) { (f) throws(FieldError) in try type.describe(&f) }
  }

  /// The same for a payload whose syntax depends on other data.
  package func describe(
    payload: Bytes, _ fields: (inout FieldCoder) throws(FieldError) -> Void
  ) {
    guard let sink else { return }
    do throws(FieldError) {
      var coder = try inner(payload)
      try fields(&coder)
    } catch {
      sink.damage(error)
    }
  }
}

/// The payload of an SEI message whose syntax is known and depends on nothing outside it.
public protocol SEIPayload: FieldCodable {
  /// The number of the payload type in messages (ITU-T H.265 §D.2.1).
  static var payloadType: UInt32 { get }
  /// The name of its syntax in the standard: `mastering_display_colour_volume`.
  static var name: String { get }
}

extension SEIPayload {
  fileprivate static func describe(_ f: inout FieldCoder) throws(FieldError) {
    var content = SEIPayloadContent<Self>()
    try f.within(name) { (f) throws(FieldError) in try content.fields(&f) }
  }
}

/// A payload with the bits that may follow it (`sei_payload`, ITU-T H.265 §D.2.1).
public struct SEIPayloadContent<Payload: SEIPayload>: FieldCodable {
  /// The payload itself.
  public var payload = Payload()
  /// The bits after the payload.
  public var trailing = SEIPayloadTrailing()

  public init() {}

  /// A new payload, followed only by the bits that fill its last byte.
  public init(_ payload: Payload) { self.payload = payload }

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try payload.fields(&f)
    try trailing.fields(&f)
  }
}

/// The padding of the last byte of a payload, and data of later versions of a standard before it.
public struct SEIPayloadTrailing: Equatable, Sendable {
  /// `reserved_payload_extension_data`
  public private(set) var unknown = BitString()
  /// The zero bits after `payload_bit_equal_to_one`; nil if there is no such bit.
  private var zeroBits: Int?

  public init() {}

  /// - Parameter name: the name of the bit before the zeros in the standard.
  package mutating func fields(
    _ f: inout FieldCoder, _ name: StaticString = "payload_bit_equal_to_one"
  ) throws(FieldError) {
    if f.isDecoding {
      if f.isAtEnd { return }
      guard let bits = f.bitsBeforeStopBit else {
        // Zeros to the end: bytes too many, or a writer that forgot the bit.
        return try unknown.restFields(&f, "reserved_payload_extension_data")
      }
      zeroBits = f.bitsLeft - bits - 1
    } else if zeroBits == nil, unknown.isEmpty, !f.isByteAligned {
      // A payload of our own.
      var stopBit = true
      try f.flag(name, &stopBit)
      return try f.alignToByte()
    }
    guard let zeroBits else {
      return try unknown.restFields(&f, "reserved_payload_extension_data")
    }
    try unknown.fields(&f, "reserved_payload_extension_data")
    var stopBit = true
    try f.flag(name, &stopBit)
    try f.reserved(zeroBits)
  }
}

extension FieldCoder {
  /// `name u(1)`, which states that a previous message is cancelled; if it is 0, the new value follows.
  package mutating func cancellable<Value>(
    _ name: StaticString, _ value: inout Value?, blank: @autoclosure () -> Value,
    _ fields: (inout Value, inout FieldCoder) throws(FieldError) -> Void
  ) throws(FieldError) {
    var isCancelled = value == nil
    try flag(name, &isCancelled)
    if isCancelled {
      value = nil
      return
    }
    var present = value ?? blank()
    try fields(&present, &self)
    value = present
  }

  /// `if (present) name u(n)`, after ``presence(_:of:blank:)``.
  package mutating func value<Value: FixedWidthInteger & UnsignedInteger>(
    _ bits: Int, _ name: StaticString, _ value: inout Value?
  ) throws(FieldError) {
    guard var present = value else { return }
    try uint(bits, name, &present)
    value = present
  }
}

/// The payloads whose syntax is known, by the number that names them in messages of one standard.
public struct SEIPayloadTypes: Sendable {
  private var types: [UInt32: any SEIPayload.Type] = [:]

  /// These payloads; of two with one number, the later counts.
  public init(_ types: [any SEIPayload.Type]) { add(types) }

  /// The payload with this number; nil if its syntax is not known.
  public subscript(payloadType: UInt32) -> (any SEIPayload.Type)? { types[payloadType] }

  /// These and others; of two with one number, the later counts.
  public func adding(_ others: [any SEIPayload.Type]) -> SEIPayloadTypes {
    var result = self
    result.add(others)
    return result
  }

  private mutating func add(_ others: [any SEIPayload.Type]) {
    for type in others { types[type.payloadType] = type }
  }

  /// The payloads that are the same in AVC, HEVC and VVC.
  public static let common = SEIPayloadTypes([
    UserDataRegistered.self, UserDataUnregistered.self, MasteringDisplayColourVolume.self,
    ContentLightLevelInformation.self, AlternativeTransferCharacteristics.self,
    AmbientViewingEnvironment.self, ContentColourVolume.self, EquirectangularProjection.self,
    CubemapProjection.self, SphereRotation.self,
  ])

  /// The payloads that HEVC and VVC share beyond ``common``.
  public static let commonSinceHEVC = common.adding([
    FramePackingArrangement.self, AlphaChannelInformation.self,
    DepthRepresentationInformation.self,
  ])
}
