public import FieldCoding

extension PictureParameterSetExtensions {
  /// `pps_multilayer_extension` (ITU-T H.265 §F.7.3.2.3.4)
  public struct Multilayer: FieldCodable {
    public var hasPOCResetInformation = false
    /// The layer whose scaling lists are used.
    public var scalingListReferenceLayerID: UInt8?
    public var locationOffsets: [LocationOffset] = []
    public var colourMapping: ColourMappingTable?
    public init() {}

    /// The position of the picture of a layer in that of another.
    public struct LocationOffset: FieldCodable {
      public var layerID: UInt8 = 0
      public var scaledReferenceLayer: Offsets?
      public var referenceRegion: Offsets?
      public var resamplePhases: ResamplePhases?
      public init() {}

      public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
        try f.uint(6, "ref_loc_offset_layer_id", &layerID)
        try f.optional(
          "scaled_ref_layer_offset_present_flag", &scaledReferenceLayer, blank: .init()
        ) { (offsets, f) throws(FieldError) in
          try f.se("scaled_ref_layer_left_offset", &offsets.left)
          try f.se("scaled_ref_layer_top_offset", &offsets.top)
          try f.se("scaled_ref_layer_right_offset", &offsets.right)
          try f.se("scaled_ref_layer_bottom_offset", &offsets.bottom)
        }
        try f.optional("ref_region_offset_present_flag", &referenceRegion, blank: .init()) {
          (offsets, f) throws(FieldError) in
          try f.se("ref_region_left_offset", &offsets.left)
          try f.se("ref_region_top_offset", &offsets.top)
          try f.se("ref_region_right_offset", &offsets.right)
          try f.se("ref_region_bottom_offset", &offsets.bottom)
        }
        try f.optional("resample_phase_set_present_flag", &resamplePhases, blank: .init()) {
          (phases, f) throws(FieldError) in
          try f.ue("phase_hor_luma", &phases.horizontalLuma)
          try f.ue("phase_ver_luma", &phases.verticalLuma)
          try f.ue("phase_hor_chroma_plus8", &phases.horizontalChromaPlus8)
          try f.ue("phase_ver_chroma_plus8", &phases.verticalChromaPlus8)
        }
      }
    }

    /// Distances from the edges of a picture (such as `scaled_ref_layer_left_offset`), in units of
    /// chroma samples.
    public struct Offsets: Equatable, Sendable {
      public var left: Int32 = 0
      public var top: Int32 = 0
      public var right: Int32 = 0
      public var bottom: Int32 = 0
      public init() {}
    }

    /// The phases of the samples when a layer is resampled (`phase_hor_luma` and so on), in units of 1/16 of a
    /// sample.
    public struct ResamplePhases: Equatable, Sendable {
      public var horizontalLuma: UInt32 = 0
      public var verticalLuma: UInt32 = 0
      public var horizontalChromaPlus8: UInt32 = 8
      public var verticalChromaPlus8: UInt32 = 8
      public init() {}
    }

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.flag("poc_reset_info_present_flag", &hasPOCResetInformation)
      try f.optional("pps_infer_scaling_list_flag", &scalingListReferenceLayerID, blank: 0) {
        (layer, f) throws(FieldError) in
        try f.uint(6, "pps_scaling_list_ref_layer_id", &layer)
      }
      var count = UInt32(clamping: locationOffsets.count)
      // There are at most as many as there are layers below: vps_max_layers_minus1 is at most 62.
      try f.ue("num_ref_loc_offsets", &count, atMost: 62, "ITU-T H.265 §F.7.4.3.3.4")
      try f.list("ref_loc_offsets", &locationOffsets, exactly: Int(count), blank: .init()) {
        (offset, f) throws(FieldError) in
        try offset.fields(&f)
      }
      try f.presence(
        "colour_mapping_enabled_flag", of: &colourMapping, blank: ColourMappingTable())
      try f.group("colour_mapping_table", &colourMapping)
    }
  }
}
