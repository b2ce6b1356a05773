import FieldCoding
import NALUnits
import Testing

/// Payloads of SEI messages as bits, with their fields by the tables of ITU-T H.265 Annexes D, F
/// and G.
enum SEIPayloadVectors {
  static let all: [SEIPayloadVector] = [
    SEIPayloadVector(
      137, "mastering display: DCI-P3, 1000 cd/m2",
      """
      0011001111000010 1000011011000100   // 13250, 34500
      0001110101001100 0000101110111000   // 7500, 3000
      1000010011010000 0011111010000000   // 34000, 16000
      0011110100010011 0100000001000010   // 15635, 16450
      00000000100110001001011010000000    // 10000000
      00000000000000000000000000110010    // 50
      """,
      """
      display_primaries_x=13250 display_primaries_y=34500 display_primaries_x=7500
      display_primaries_y=3000 display_primaries_x=34000 display_primaries_y=16000
      white_point_x=15635 white_point_y=16450 max_display_mastering_luminance=10000000
      min_display_mastering_luminance=50
      """),
    SEIPayloadVector(
      144, "content light level", "0000001111101000 0000000110010000",
      "max_content_light_level=1000 max_pic_average_light_level=400"),
    SEIPayloadVector(
      147, "HLG", "00010010", "preferred_transfer_characteristics=18"),
    SEIPayloadVector(
      148, "10 lux",
      "00000000000000011000011010100000 0011110100010011 0100000001000010",
      "ambient_illuminance=100000 ambient_light_x=15635 ambient_light_y=16450"),
    SEIPayloadVector(
      149, "content colour volume",
      """
      0 1 1 1 0 1 10
      00000000000000000000000000000001 11111111111111111111111111111111   // 1, -1
      00000000000000000000000000000010 11111111111111111111111111111110   // 2, -2
      00000000000000000000000000000011 11111111111111111111111111111101   // 3, -3
      00000000000000000000000000000101
      00000000000000000000000000000111
      """,
      """
      ccv_cancel_flag=0 ccv_persistence_flag=1 ccv_primaries_present_flag=1
      ccv_min_luminance_value_present_flag=1 ccv_max_luminance_value_present_flag=0
      ccv_avg_luminance_value_present_flag=1 ccv_reserved_zero_2bits=2 ccv_primaries_x=1
      ccv_primaries_y=-1 ccv_primaries_x=2 ccv_primaries_y=-2 ccv_primaries_x=3
      ccv_primaries_y=-3 ccv_min_luminance_value=5 ccv_avg_luminance_value=7
      """),
    SEIPayloadVector(
      149, "content colour volume ends", "1 1",
      "ccv_cancel_flag=1 payload_bit_equal_to_one=1"),
    SEIPayloadVector(
      150, "equirectangular with guard bands",
      "0 1 1 10 101 00001100 00100010",
      """
      erp_cancel_flag=0 erp_persistence_flag=1 erp_guard_band_flag=1 erp_reserved_zero_2bits=2
      erp_guard_band_type=5 erp_left_guard_band_width=12 erp_right_guard_band_width=34
      """),
    SEIPayloadVector(
      151, "cubemap", "0 1 1",
      "cmp_cancel_flag=0 cmp_persistence_flag=1 payload_bit_equal_to_one=1"),
    SEIPayloadVector(
      154, "sphere rotation",
      """
      0 1 000101
      00000000010110100000000000000000    // 90 degrees
      11111111111100010000000000000000    // -15 degrees
      00000000000000000000000000000001
      """,
      """
      sphere_rotation_cancel_flag=0 sphere_rotation_persistence_flag=1
      sphere_rotation_reserved_zero_6bits=5 yaw_rotation=5898240 pitch_rotation=-983040
      roll_rotation=1
      """),
    SEIPayloadVector(
      165, "alpha of 10 bits",
      "0 001 010 00000000101 01111111111 1 1 1",
      """
      alpha_channel_cancel_flag=0 alpha_channel_use_idc=1 alpha_channel_bit_depth_minus8=2
      alpha_transparent_value=5 alpha_opaque_value=1023 alpha_channel_incr_flag=1
      alpha_channel_clip_flag=1 alpha_channel_clip_type_flag=1
      """),
    SEIPayloadVector(
      45, "side by side",
      """
      00110 0 0000011 0 000001 0 1 0 1 0 1 0001 0010 0011 0100 00000101 1
      0   1
      """,
      """
      frame_packing_arrangement_id=5 frame_packing_arrangement_cancel_flag=0
      frame_packing_arrangement_type=3 quincunx_sampling_flag=0 content_interpretation_type=1
      spatial_flipping_flag=0 frame0_flipped_flag=1 field_views_flag=0
      current_frame_is_frame0_flag=1 frame0_self_contained_flag=0 frame1_self_contained_flag=1
      frame0_grid_position_x=1 frame0_grid_position_y=2 frame1_grid_position_x=3
      frame1_grid_position_y=4 frame_packing_arrangement_reserved_byte=5
      frame_packing_arrangement_persistence_flag=1 upsampled_aspect_ratio_flag=0
      payload_bit_equal_to_one=1
      """),
    SEIPayloadVector(
      47, "upside down", "0 1 0 1000000000000001 1   1",
      """
      display_orientation_cancel_flag=0 hor_flip=1 ver_flip=0 anticlockwise_rotation=32769
      display_orientation_persistence_flag=1 payload_bit_equal_to_one=1
      """),
    SEIPayloadVector(
      6, "recovery point", "00101 1 0   1",
      "recovery_poc_cnt=-2 exact_match_flag=1 broken_link_flag=0 payload_bit_equal_to_one=1"),
    SEIPayloadVector(
      129, "active parameter sets of three layers",
      "1001 1 0 010 011 1   010 1   1",
      """
      active_video_parameter_set_id=9 self_contained_cvs_flag=1 no_parameter_set_update_flag=0
      num_sps_ids_minus1=1 active_seq_parameter_set_id=2 active_seq_parameter_set_id=0
      layer_sps_idx=1 layer_sps_idx=0 payload_bit_equal_to_one=1
      """),
    SEIPayloadVector(
      131, "temporal sub-layer zero", "00000111 00001001",
      "temporal_sub_layer_zero_idx=7 irap_pic_id=9"),
    SEIPayloadVector(
      132, "checksums of three components",
      """
      00000010
      00000000000000000000000000000001 00000000000000000000000000000010
      00000000000000000000000000000011
      """,
      "hash_type=2 picture_checksum=00000001 picture_checksum=00000002 picture_checksum=00000003"),
    SEIPayloadVector(
      132, "CRC of one component", "00000001 1010101111001101",
      "hash_type=1 picture_crc=ABCD"),
    SEIPayloadVector(
      136, "time codes: full, in part, none",
      """
      11
      1 0 00001 1 0 1 000011001 111011 111010 10111 00000     // 23:58:59, frame 25
      1 1 00100 0 1 0 000000010 1 001100 1 000111 0 00011 101 // 7:12, offset -3
      0
      1
      """,
      """
      num_clock_ts=3 clock_timestamp_flag=1 units_field_based_flag=0 counting_type=1
      full_timestamp_flag=1 discontinuity_flag=0 cnt_dropped_flag=1 n_frames=25 seconds_value=59
      minutes_value=58 hours_value=23 time_offset_length=0 clock_timestamp_flag=1
      units_field_based_flag=1 counting_type=4 full_timestamp_flag=0 discontinuity_flag=1
      cnt_dropped_flag=0 n_frames=2 seconds_flag=1 seconds_value=12 minutes_flag=1
      minutes_value=7 hours_flag=0 time_offset_length=3 time_offset_value=-3
      clock_timestamp_flag=0 payload_bit_equal_to_one=1
      """),
    SEIPayloadVector(
      176, "a reference display, as of spatial video",
      """
      000011111 1 00100 1         // precisions 30 and 3, one display
      1 010                       // views 0 and 1
      000010 1                    // exponent 2, mantissa of 2 + 30 - 31 bits
      011101 1                    // exponent 29, mantissa of 29 + 3 - 31 bits
      1 1000000001
      0   1
      """,
      """
      prec_ref_display_width=30 ref_viewing_distance_flag=1 prec_ref_viewing_dist=3
      num_ref_displays_minus1=0 left_view_id=0 right_view_id=1 exponent_ref_display_width=2
      mantissa_ref_display_width=1 exponent_ref_viewing_distance=29
      mantissa_ref_viewing_distance=1 additional_shift_present_flag=1
      num_sample_shift_plus512=513 three_dimensional_reference_displays_extension_flag=0
      payload_bit_equal_to_one=1
      """),
    SEIPayloadVector(
      177, "depth of a curve",
      """
      1 0 0 1 00100 011           // near depth and largest disparity, type 3, view 2
      0 0011111 00011 1000        // 2^0 * 1.5
      1 0100001 00000 1           // -(2^2 * 1.5)
      010 00110 00111             // 5, 6
      """,
      """
      z_near_flag=1 z_far_flag=0 d_min_flag=0 d_max_flag=1 depth_representation_type=3
      disparity_ref_view_id=2 da_sign_flag=0 da_exponent=31 da_mantissa_len_minus1=3
      da_mantissa=8 da_sign_flag=1 da_exponent=33 da_mantissa_len_minus1=0 da_mantissa=1
      depth_nonlinear_representation_num_minus1=1 depth_nonlinear_representation_model=5
      depth_nonlinear_representation_model=6
      """),
    SEIPayloadVector(
      4, "captions of ATSC",
      """
      10110101 0000000000110001
      01000111010000010011100100110100    // GA94
      00000011
      1 1 0 00010 11111111
      11111 1 00 10010100 00101100
      11111 0 10 00010010 00110100
      11111111
      """,
      """
      itu_t_t35_country_code=181 itu_t_t35_terminal_provider_code=49 user_identifier=1195456820
      user_data_type_code=3 process_em_data_flag=1 process_cc_data_flag=1
      additional_data_flag=0 cc_count=2 em_data=255 marker_bits=31 cc_valid=1 cc_type=0
      cc_data_1=148 cc_data_2=44 marker_bits=31 cc_valid=0 cc_type=2 cc_data_1=18 cc_data_2=52
      marker_bits=255
      """),
    SEIPayloadVector(
      4, "bars of ATSC",
      """
      10110101 0000000000110001
      01000111010000010011100100110100
      00000110
      1 1 0 0 1111 11 00000000010101 11 00000100000001
      """,
      """
      itu_t_t35_country_code=181 itu_t_t35_terminal_provider_code=49 user_identifier=1195456820
      user_data_type_code=6 top_bar_flag=1 bottom_bar_flag=1 left_bar_flag=0 right_bar_flag=0
      reserved=15 line_number_end_of_top_bar=21 line_number_start_of_bottom_bar=257
      """),
    SEIPayloadVector(
      4, "active format of ATSC",
      """
      10110101 0000000000110001
      01000100010101000100011100110001    // DTG1
      0 1 000001 1111 1010
      """,
      """
      itu_t_t35_country_code=181 itu_t_t35_terminal_provider_code=49 user_identifier=1146373937
      zero_bit=0 active_format_flag=1 reserved=1 active_format=10
      """),
    SEIPayloadVector(
      4, "HDR10+ with two windows",
      """
      10110101 0000000000111100 0000000000000001 00000100 00000001 10
      0000000000000001 0000000000000010 0000000000111100 0000000000110010
      0000000000011110 0000000000010100 00101101
      0000000000001010 0000000000010100 0000000000001111 1
      000000000000000000110010000 1 00010 00011
      0001 0010 0011 0100 0101 0110
      00000001111101001 00000001111101010 00000001111101011 00000000111110100
      0010 0110010 00000001001011000 1100011 00000001110000100 0000000101
      00000000000000111 00000000000001000 00000000000001001 00000000000001010 0000 0000000110
      0 1 000001100100 000011001000 0010 0100101100 0110010000 1 001000
      0 0
      """,
      """
      itu_t_t35_country_code=181 itu_t_t35_terminal_provider_code=60
      itu_t_t35_terminal_provider_oriented_code=1 application_identifier=4
      application_version=1 num_windows=2 window_upper_left_corner_x=1
      window_upper_left_corner_y=2 window_lower_right_corner_x=60
      window_lower_right_corner_y=50 center_of_ellipse_x=30 center_of_ellipse_y=20
      rotation_angle=45 semimajor_axis_internal_ellipse=10 semimajor_axis_external_ellipse=20
      semiminor_axis_external_ellipse=15 overlap_process_option=1
      targeted_system_display_maximum_luminance=400
      targeted_system_display_actual_peak_luminance_flag=1
      num_rows_targeted_system_display_actual_peak_luminance=2
      num_cols_targeted_system_display_actual_peak_luminance=3
      targeted_system_display_actual_peak_luminance=1
      targeted_system_display_actual_peak_luminance=2
      targeted_system_display_actual_peak_luminance=3
      targeted_system_display_actual_peak_luminance=4
      targeted_system_display_actual_peak_luminance=5
      targeted_system_display_actual_peak_luminance=6 maxscl=1001 maxscl=1002 maxscl=1003
      average_maxrgb=500 num_distribution_maxrgb_percentiles=2
      distribution_maxrgb_percentages=50 distribution_maxrgb_percentiles=600
      distribution_maxrgb_percentages=99 distribution_maxrgb_percentiles=900
      fraction_bright_pixels=5 maxscl=7 maxscl=8 maxscl=9 average_maxrgb=10
      num_distribution_maxrgb_percentiles=0 fraction_bright_pixels=6
      mastering_display_actual_peak_luminance_flag=0 tone_mapping_flag=1 knee_point_x=100
      knee_point_y=200 num_bezier_curve_anchors=2 bezier_curve_anchors=300
      bezier_curve_anchors=400 color_saturation_mapping_flag=1 color_saturation_weight=8
      tone_mapping_flag=0 color_saturation_mapping_flag=0
      """),
    SEIPayloadVector(
      4, "captions that are cut off stay bytes",
      "10110101 0000000000110001 01000111010000010011100100110100 00000011 11000010",
      """
      itu_t_t35_country_code=181 itu_t_t35_terminal_provider_code=49
      itu_t_t35_payload_byte=4741393403C2
      """),
    SEIPayloadVector(
      4, "LCEVC of V-Nova", "10110100 00000000 0101000000000000 00000001",
      """
      itu_t_t35_country_code=180 itu_t_t35_uk_country_code_second_octet=0
      itu_t_t35_terminal_provider_code=20480 itu_t_t35_payload_byte=01
      """),
    SEIPayloadVector(
      4, "an extended country", "11111111 00000111 00000001",
      """
      itu_t_t35_country_code=255 itu_t_t35_country_code_extension_byte=7
      itu_t_t35_payload_byte=01
      """),
    SEIPayloadVector(
      5, "text of x265",
      """
      00101100 10100010 11011110 00001001 10110101 00010111 01000111 11011011
      10111011 01010101 10100100 11111110 01111111 11000010 11111100 01001110
      01111000 00110010
      """,
      """
      uuid_iso_iec_11578=2CA2DE09-B517-47DB-BB55-A4FE7FC2FC4E
      user_data_payload=x2
      """),
    SEIPayloadVector(
      144, "an extension of a later standard", "0000000000000001 0000000000000010 0101 1000",
      """
      max_content_light_level=1 max_pic_average_light_level=2
      reserved_payload_extension_data=5 payload_bit_equal_to_one=1
      """),
    SEIPayloadVector(
      144, "a byte too many", "0000000000000001 0000000000000010 00000000",
      """
      max_content_light_level=1 max_pic_average_light_level=2
      reserved_payload_extension_data=0
      """),
  ]
}

struct SEIPayloadVector: Sendable, CustomTestStringConvertible {
  var type: UInt32
  var name: String
  var bits: String
  /// `name=value` for each field.
  var fields: String

  init(_ type: UInt32, _ name: String, _ bits: String, _ fields: String) {
    (self.type, self.name, self.bits, self.fields) = (type, name, bits, fields)
  }

  var testDescription: String { name }
}
