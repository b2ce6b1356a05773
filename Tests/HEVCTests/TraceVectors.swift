// Written by ffmpeg and x265 from generated pictures, and by `ffmpeg -bsf:v trace_headers`.

import FieldCoding
import Testing

/// Parameter sets, and what another program reads in them.
enum TraceVectors {
  static let all: [TraceVector] = [
    TraceVector(
      name: "x265 'hrd=1:vbv-maxrate=800:vbv-bufsize=900:sar=40:33:range=full:...' yuv420p VPS",
      nalUnit: """
        40010c01ffff01600000030090000003000003003c959809
        """,
      trace: """
        0:forbidden_zero_bit=0 1:nal_unit_type=32 7:nuh_layer_id=0 13:nuh_temporal_id_plus1=1
        16:vps_video_parameter_set_id=0 20:vps_base_layer_internal_flag=1
        21:vps_base_layer_available_flag=1 22:vps_max_layers_minus1=0
        28:vps_max_sub_layers_minus1=0 31:vps_temporal_id_nesting_flag=1
        32:vps_reserved_0xffff_16bits=65535 48:general_profile_space=0 50:general_tier_flag=0
        51:general_profile_idc=1 56:general_profile_compatibility_flags=1610612736
        88:general_progressive_source_flag=1 89:general_interlaced_source_flag=0
        90:general_non_packed_constraint_flag=0 91:general_frame_only_constraint_flag=1
        92:general_reserved_zero_7bits=0 99:general_one_picture_only_constraint_flag=0
        100:general_reserved_zero_35bits=0 135:general_inbld_flag=0 136:general_level_idc=60
        144:vps_sub_layer_ordering_info_present_flag=1 145:vps_max_dec_pic_buffering_minus1=4
        150:vps_max_num_reorder_pics=2 153:vps_max_latency_increase_plus1=5
        158:vps_max_layer_id=0 164:vps_num_layer_sets_minus1=0
        165:vps_timing_info_present_flag=0 166:vps_extension_flag=0 167:rbsp_stop_one_bit=1
        """),
    TraceVector(
      name: "x265 'hrd=1:vbv-maxrate=800:vbv-bufsize=900:sar=40:33:range=full:...' yuv420p SPS",
      nalUnit: """
        42010101600000030090000003000003003ca01d2026724996566924e5782f3808080d2167289800 \
        0003000800000300cb0864b2f00186a0006ddd10
        """,
      trace: """
        0:forbidden_zero_bit=0 1:nal_unit_type=33 7:nuh_layer_id=0 13:nuh_temporal_id_plus1=1
        16:sps_video_parameter_set_id=0 20:sps_max_sub_layers_minus1=0
        23:sps_temporal_id_nesting_flag=1 24:general_profile_space=0 26:general_tier_flag=0
        27:general_profile_idc=1 32:general_profile_compatibility_flags=1610612736
        64:general_progressive_source_flag=1 65:general_interlaced_source_flag=0
        66:general_non_packed_constraint_flag=0 67:general_frame_only_constraint_flag=1
        68:general_reserved_zero_7bits=0 75:general_one_picture_only_constraint_flag=0
        76:general_reserved_zero_35bits=0 111:general_inbld_flag=0 112:general_level_idc=60
        120:sps_seq_parameter_set_id=0 121:chroma_format_idc=1 124:pic_width_in_luma_samples=232
        139:pic_height_in_luma_samples=152 154:conformance_window_flag=1
        155:conf_win_left_offset=0 156:conf_win_right_offset=3 161:conf_win_top_offset=0
        162:conf_win_bottom_offset=3 167:bit_depth_luma_minus8=0 168:bit_depth_chroma_minus8=0
        169:log2_max_pic_order_cnt_lsb_minus4=4 174:sps_sub_layer_ordering_info_present_flag=1
        175:sps_max_dec_pic_buffering_minus1=4 180:sps_max_num_reorder_pics=2
        183:sps_max_latency_increase_plus1=5 188:log2_min_luma_coding_block_size_minus3=0
        189:log2_diff_max_min_luma_coding_block_size=3
        194:log2_min_luma_transform_block_size_minus2=0
        195:log2_diff_max_min_luma_transform_block_size=3
        200:max_transform_hierarchy_depth_inter=0 201:max_transform_hierarchy_depth_intra=0
        202:scaling_list_enabled_flag=1 203:sps_scaling_list_data_present_flag=0
        204:amp_enabled_flag=0 205:sample_adaptive_offset_enabled_flag=1 206:pcm_enabled_flag=0
        207:num_short_term_ref_pic_sets=0 208:long_term_ref_pics_present_flag=0
        209:sps_temporal_mvp_enabled_flag=1 210:strong_intra_smoothing_enabled_flag=1
        211:vui_parameters_present_flag=1 212:aspect_ratio_info_present_flag=1
        213:aspect_ratio_idc=5 221:overscan_info_present_flag=1 222:overscan_appropriate_flag=1
        223:video_signal_type_present_flag=1 224:video_format=1 227:video_full_range_flag=1
        228:colour_description_present_flag=1 229:colour_primaries=1
        237:transfer_characteristics=1 245:matrix_coeffs=1 253:chroma_loc_info_present_flag=1
        254:chroma_sample_loc_type_top_field=1 257:chroma_sample_loc_type_bottom_field=1
        260:neutral_chroma_indication_flag=0 261:field_seq_flag=0
        262:frame_field_info_present_flag=0 263:default_display_window_flag=1
        264:def_disp_win_left_offset=2 267:def_disp_win_right_offset=6
        272:def_disp_win_top_offset=4 277:def_disp_win_bottom_offset=8
        284:vui_timing_info_present_flag=1 285:vui_num_units_in_tick=1 317:vui_time_scale=25
        349:vui_poc_proportional_to_timing_flag=0 350:vui_hrd_parameters_present_flag=1
        351:nal_hrd_parameters_present_flag=1 352:vcl_hrd_parameters_present_flag=0
        353:sub_pic_hrd_params_present_flag=0 354:bit_rate_scale=2 358:cpb_size_scale=1
        362:initial_cpb_removal_delay_length_minus1=18 367:au_cpb_removal_delay_length_minus1=11
        372:dpb_output_delay_length_minus1=5 377:fixed_pic_rate_general_flag=1
        378:elemental_duration_in_tc_minus1=0 379:cpb_cnt_minus1=0
        380:bit_rate_value_minus1=3124 403:cpb_size_value_minus1=28124 432:cbr_flag=0
        433:bitstream_restriction_flag=0 434:sps_extension_present_flag=0
        435:rbsp_stop_one_bit=1
        """),
    TraceVector(
      name: "x265 'hrd=1:vbv-maxrate=800:vbv-bufsize=900:sar=40:33:range=full:...' yuv420p PPS",
      nalUnit: """
        4401c172b46240
        """,
      trace: """
        0:forbidden_zero_bit=0 1:nal_unit_type=34 7:nuh_layer_id=0 13:nuh_temporal_id_plus1=1
        16:pps_pic_parameter_set_id=0 17:pps_seq_parameter_set_id=0
        18:dependent_slice_segments_enabled_flag=0 19:output_flag_present_flag=0
        20:num_extra_slice_header_bits=0 23:sign_data_hiding_enabled_flag=1
        24:cabac_init_present_flag=0 25:num_ref_idx_l0_default_active_minus1=0
        26:num_ref_idx_l1_default_active_minus1=0 27:init_qp_minus26=0
        28:constrained_intra_pred_flag=0 29:transform_skip_enabled_flag=0
        30:cu_qp_delta_enabled_flag=1 31:diff_cu_qp_delta_depth=1 34:pps_cb_qp_offset=0
        35:pps_cr_qp_offset=0 36:pps_slice_chroma_qp_offsets_present_flag=0
        37:weighted_pred_flag=1 38:weighted_bipred_flag=0 39:transquant_bypass_enabled_flag=0
        40:tiles_enabled_flag=0 41:entropy_coding_sync_enabled_flag=1
        42:pps_loop_filter_across_slices_enabled_flag=1
        43:deblocking_filter_control_present_flag=0 44:pps_scaling_list_data_present_flag=0
        45:lists_modification_present_flag=0 46:log2_parallel_merge_level_minus2=0
        47:slice_segment_header_extension_present_flag=0 48:pps_extension_present_flag=0
        49:rbsp_stop_one_bit=1
        """),
    TraceVector(
      name: "x265 yuv422p10le, HDR10 SPS",
      nalUnit: """
        4201010408000003009d0800000300003cb01d2026724ed96566924caf016a122012080000030008 \
        00000300c840
        """,
      trace: """
        0:forbidden_zero_bit=0 1:nal_unit_type=33 7:nuh_layer_id=0 13:nuh_temporal_id_plus1=1
        16:sps_video_parameter_set_id=0 20:sps_max_sub_layers_minus1=0
        23:sps_temporal_id_nesting_flag=1 24:general_profile_space=0 26:general_tier_flag=0
        27:general_profile_idc=4 32:general_profile_compatibility_flags=134217728
        64:general_progressive_source_flag=1 65:general_interlaced_source_flag=0
        66:general_non_packed_constraint_flag=0 67:general_frame_only_constraint_flag=1
        68:general_max_12bit_constraint_flag=1 69:general_max_10bit_constraint_flag=1
        70:general_max_8bit_constraint_flag=0 71:general_max_422chroma_constraint_flag=1
        72:general_max_420chroma_constraint_flag=0 73:general_max_monochrome_constraint_flag=0
        74:general_intra_constraint_flag=0 75:general_one_picture_only_constraint_flag=0
        76:general_lower_bit_rate_constraint_flag=1 77:general_reserved_zero_34bits=0
        111:general_inbld_flag=0 112:general_level_idc=60 120:sps_seq_parameter_set_id=0
        121:chroma_format_idc=2 124:pic_width_in_luma_samples=232
        139:pic_height_in_luma_samples=152 154:conformance_window_flag=1
        155:conf_win_left_offset=0 156:conf_win_right_offset=3 161:conf_win_top_offset=0
        162:conf_win_bottom_offset=6 167:bit_depth_luma_minus8=2 170:bit_depth_chroma_minus8=2
        173:log2_max_pic_order_cnt_lsb_minus4=4 178:sps_sub_layer_ordering_info_present_flag=1
        179:sps_max_dec_pic_buffering_minus1=4 184:sps_max_num_reorder_pics=2
        187:sps_max_latency_increase_plus1=5 192:log2_min_luma_coding_block_size_minus3=0
        193:log2_diff_max_min_luma_coding_block_size=3
        198:log2_min_luma_transform_block_size_minus2=0
        199:log2_diff_max_min_luma_transform_block_size=3
        204:max_transform_hierarchy_depth_inter=0 205:max_transform_hierarchy_depth_intra=0
        206:scaling_list_enabled_flag=0 207:amp_enabled_flag=0
        208:sample_adaptive_offset_enabled_flag=1 209:pcm_enabled_flag=0
        210:num_short_term_ref_pic_sets=0 211:long_term_ref_pics_present_flag=0
        212:sps_temporal_mvp_enabled_flag=1 213:strong_intra_smoothing_enabled_flag=1
        214:vui_parameters_present_flag=1 215:aspect_ratio_info_present_flag=1
        216:aspect_ratio_idc=1 224:overscan_info_present_flag=0
        225:video_signal_type_present_flag=1 226:video_format=5 229:video_full_range_flag=0
        230:colour_description_present_flag=1 231:colour_primaries=9
        239:transfer_characteristics=16 247:matrix_coeffs=9 255:chroma_loc_info_present_flag=0
        256:neutral_chroma_indication_flag=0 257:field_seq_flag=0
        258:frame_field_info_present_flag=0 259:default_display_window_flag=0
        260:vui_timing_info_present_flag=1 261:vui_num_units_in_tick=1 293:vui_time_scale=25
        325:vui_poc_proportional_to_timing_flag=0 326:vui_hrd_parameters_present_flag=0
        327:bitstream_restriction_flag=0 328:sps_extension_present_flag=0
        329:rbsp_stop_one_bit=1
        """),
    TraceVector(
      name: "x265 yuv422p10le, HDR10 PPS",
      nalUnit: """
        4401c176b62240
        """,
      trace: """
        0:forbidden_zero_bit=0 1:nal_unit_type=34 7:nuh_layer_id=0 13:nuh_temporal_id_plus1=1
        16:pps_pic_parameter_set_id=0 17:pps_seq_parameter_set_id=0
        18:dependent_slice_segments_enabled_flag=0 19:output_flag_present_flag=0
        20:num_extra_slice_header_bits=0 23:sign_data_hiding_enabled_flag=1
        24:cabac_init_present_flag=0 25:num_ref_idx_l0_default_active_minus1=0
        26:num_ref_idx_l1_default_active_minus1=0 27:init_qp_minus26=0
        28:constrained_intra_pred_flag=0 29:transform_skip_enabled_flag=1
        30:cu_qp_delta_enabled_flag=1 31:diff_cu_qp_delta_depth=1 34:pps_cb_qp_offset=0
        35:pps_cr_qp_offset=0 36:pps_slice_chroma_qp_offsets_present_flag=0
        37:weighted_pred_flag=1 38:weighted_bipred_flag=1 39:transquant_bypass_enabled_flag=0
        40:tiles_enabled_flag=0 41:entropy_coding_sync_enabled_flag=0
        42:pps_loop_filter_across_slices_enabled_flag=1
        43:deblocking_filter_control_present_flag=0 44:pps_scaling_list_data_present_flag=0
        45:lists_modification_present_flag=0 46:log2_parallel_merge_level_minus2=0
        47:slice_segment_header_extension_present_flag=0 48:pps_extension_present_flag=0
        49:rbsp_stop_one_bit=1
        """),
    TraceVector(
      name: "x265 gray VPS",
      nalUnit: """
        40010c01ffff0408000003009fe800000300005aba0240
        """,
      trace: """
        0:forbidden_zero_bit=0 1:nal_unit_type=32 7:nuh_layer_id=0 13:nuh_temporal_id_plus1=1
        16:vps_video_parameter_set_id=0 20:vps_base_layer_internal_flag=1
        21:vps_base_layer_available_flag=1 22:vps_max_layers_minus1=0
        28:vps_max_sub_layers_minus1=0 31:vps_temporal_id_nesting_flag=1
        32:vps_reserved_0xffff_16bits=65535 48:general_profile_space=0 50:general_tier_flag=0
        51:general_profile_idc=4 56:general_profile_compatibility_flags=134217728
        88:general_progressive_source_flag=1 89:general_interlaced_source_flag=0
        90:general_non_packed_constraint_flag=0 91:general_frame_only_constraint_flag=1
        92:general_max_12bit_constraint_flag=1 93:general_max_10bit_constraint_flag=1
        94:general_max_8bit_constraint_flag=1 95:general_max_422chroma_constraint_flag=1
        96:general_max_420chroma_constraint_flag=1 97:general_max_monochrome_constraint_flag=1
        98:general_intra_constraint_flag=1 99:general_one_picture_only_constraint_flag=0
        100:general_lower_bit_rate_constraint_flag=1 101:general_reserved_zero_34bits=0
        135:general_inbld_flag=0 136:general_level_idc=90
        144:vps_sub_layer_ordering_info_present_flag=1 145:vps_max_dec_pic_buffering_minus1=2
        148:vps_max_num_reorder_pics=0 149:vps_max_latency_increase_plus1=1
        152:vps_max_layer_id=0 158:vps_num_layer_sets_minus1=0
        159:vps_timing_info_present_flag=0 160:vps_extension_flag=0 161:rbsp_stop_one_bit=1
        """),
    TraceVector(
      name: "x265 gray SPS",
      nalUnit: """
        4201010408000003009fe800000300005ac01408078596ea4932bc05b02000000300200000030321
        """,
      trace: """
        0:forbidden_zero_bit=0 1:nal_unit_type=33 7:nuh_layer_id=0 13:nuh_temporal_id_plus1=1
        16:sps_video_parameter_set_id=0 20:sps_max_sub_layers_minus1=0
        23:sps_temporal_id_nesting_flag=1 24:general_profile_space=0 26:general_tier_flag=0
        27:general_profile_idc=4 32:general_profile_compatibility_flags=134217728
        64:general_progressive_source_flag=1 65:general_interlaced_source_flag=0
        66:general_non_packed_constraint_flag=0 67:general_frame_only_constraint_flag=1
        68:general_max_12bit_constraint_flag=1 69:general_max_10bit_constraint_flag=1
        70:general_max_8bit_constraint_flag=1 71:general_max_422chroma_constraint_flag=1
        72:general_max_420chroma_constraint_flag=1 73:general_max_monochrome_constraint_flag=1
        74:general_intra_constraint_flag=1 75:general_one_picture_only_constraint_flag=0
        76:general_lower_bit_rate_constraint_flag=1 77:general_reserved_zero_34bits=0
        111:general_inbld_flag=0 112:general_level_idc=90 120:sps_seq_parameter_set_id=0
        121:chroma_format_idc=0 122:pic_width_in_luma_samples=640
        141:pic_height_in_luma_samples=480 158:conformance_window_flag=0
        159:bit_depth_luma_minus8=0 160:bit_depth_chroma_minus8=0
        161:log2_max_pic_order_cnt_lsb_minus4=4 166:sps_sub_layer_ordering_info_present_flag=1
        167:sps_max_dec_pic_buffering_minus1=2 170:sps_max_num_reorder_pics=0
        171:sps_max_latency_increase_plus1=1 174:log2_min_luma_coding_block_size_minus3=0
        175:log2_diff_max_min_luma_coding_block_size=3
        180:log2_min_luma_transform_block_size_minus2=0
        181:log2_diff_max_min_luma_transform_block_size=3
        186:max_transform_hierarchy_depth_inter=0 187:max_transform_hierarchy_depth_intra=0
        188:scaling_list_enabled_flag=0 189:amp_enabled_flag=0
        190:sample_adaptive_offset_enabled_flag=1 191:pcm_enabled_flag=0
        192:num_short_term_ref_pic_sets=0 193:long_term_ref_pics_present_flag=0
        194:sps_temporal_mvp_enabled_flag=1 195:strong_intra_smoothing_enabled_flag=1
        196:vui_parameters_present_flag=1 197:aspect_ratio_info_present_flag=1
        198:aspect_ratio_idc=1 206:overscan_info_present_flag=0
        207:video_signal_type_present_flag=1 208:video_format=5 211:video_full_range_flag=1
        212:colour_description_present_flag=0 213:chroma_loc_info_present_flag=0
        214:neutral_chroma_indication_flag=0 215:field_seq_flag=0
        216:frame_field_info_present_flag=0 217:default_display_window_flag=0
        218:vui_timing_info_present_flag=1 219:vui_num_units_in_tick=1 251:vui_time_scale=25
        283:vui_poc_proportional_to_timing_flag=0 284:vui_hrd_parameters_present_flag=0
        285:bitstream_restriction_flag=0 286:sps_extension_present_flag=0
        287:rbsp_stop_one_bit=1
        """),
    TraceVector(
      name: "x265 yuv444p12le, lossless SPS",
      nalUnit: """
        42010104080000030098080000030000ff9003a404ce79ca52cacd24995e02d01000000300100000 \
        03019080
        """,
      trace: """
        0:forbidden_zero_bit=0 1:nal_unit_type=33 7:nuh_layer_id=0 13:nuh_temporal_id_plus1=1
        16:sps_video_parameter_set_id=0 20:sps_max_sub_layers_minus1=0
        23:sps_temporal_id_nesting_flag=1 24:general_profile_space=0 26:general_tier_flag=0
        27:general_profile_idc=4 32:general_profile_compatibility_flags=134217728
        64:general_progressive_source_flag=1 65:general_interlaced_source_flag=0
        66:general_non_packed_constraint_flag=0 67:general_frame_only_constraint_flag=1
        68:general_max_12bit_constraint_flag=1 69:general_max_10bit_constraint_flag=0
        70:general_max_8bit_constraint_flag=0 71:general_max_422chroma_constraint_flag=0
        72:general_max_420chroma_constraint_flag=0 73:general_max_monochrome_constraint_flag=0
        74:general_intra_constraint_flag=0 75:general_one_picture_only_constraint_flag=0
        76:general_lower_bit_rate_constraint_flag=1 77:general_reserved_zero_34bits=0
        111:general_inbld_flag=0 112:general_level_idc=255 120:sps_seq_parameter_set_id=0
        121:chroma_format_idc=3 126:separate_colour_plane_flag=0
        127:pic_width_in_luma_samples=232 142:pic_height_in_luma_samples=152
        157:conformance_window_flag=1 158:conf_win_left_offset=0 159:conf_win_right_offset=6
        164:conf_win_top_offset=0 165:conf_win_bottom_offset=6 170:bit_depth_luma_minus8=4
        175:bit_depth_chroma_minus8=4 180:log2_max_pic_order_cnt_lsb_minus4=4
        185:sps_sub_layer_ordering_info_present_flag=1 186:sps_max_dec_pic_buffering_minus1=4
        191:sps_max_num_reorder_pics=2 194:sps_max_latency_increase_plus1=5
        199:log2_min_luma_coding_block_size_minus3=0
        200:log2_diff_max_min_luma_coding_block_size=3
        205:log2_min_luma_transform_block_size_minus2=0
        206:log2_diff_max_min_luma_transform_block_size=3
        211:max_transform_hierarchy_depth_inter=0 212:max_transform_hierarchy_depth_intra=0
        213:scaling_list_enabled_flag=0 214:amp_enabled_flag=0
        215:sample_adaptive_offset_enabled_flag=1 216:pcm_enabled_flag=0
        217:num_short_term_ref_pic_sets=0 218:long_term_ref_pics_present_flag=0
        219:sps_temporal_mvp_enabled_flag=1 220:strong_intra_smoothing_enabled_flag=1
        221:vui_parameters_present_flag=1 222:aspect_ratio_info_present_flag=1
        223:aspect_ratio_idc=1 231:overscan_info_present_flag=0
        232:video_signal_type_present_flag=1 233:video_format=5 236:video_full_range_flag=0
        237:colour_description_present_flag=0 238:chroma_loc_info_present_flag=0
        239:neutral_chroma_indication_flag=0 240:field_seq_flag=0
        241:frame_field_info_present_flag=0 242:default_display_window_flag=0
        243:vui_timing_info_present_flag=1 244:vui_num_units_in_tick=1 276:vui_time_scale=25
        308:vui_poc_proportional_to_timing_flag=0 309:vui_hrd_parameters_present_flag=0
        310:bitstream_restriction_flag=0 311:sps_extension_present_flag=0
        312:rbsp_stop_one_bit=1
        """),
    TraceVector(
      name: "x265 yuv444p12le, lossless PPS",
      nalUnit: """
        4401c1703062b120
        """,
      trace: """
        0:forbidden_zero_bit=0 1:nal_unit_type=34 7:nuh_layer_id=0 13:nuh_temporal_id_plus1=1
        16:pps_pic_parameter_set_id=0 17:pps_seq_parameter_set_id=0
        18:dependent_slice_segments_enabled_flag=0 19:output_flag_present_flag=0
        20:num_extra_slice_header_bits=0 23:sign_data_hiding_enabled_flag=1
        24:cabac_init_present_flag=0 25:num_ref_idx_l0_default_active_minus1=0
        26:num_ref_idx_l1_default_active_minus1=0 27:init_qp_minus26=0
        28:constrained_intra_pred_flag=0 29:transform_skip_enabled_flag=0
        30:cu_qp_delta_enabled_flag=0 31:pps_cb_qp_offset=6 38:pps_cr_qp_offset=6
        45:pps_slice_chroma_qp_offsets_present_flag=0 46:weighted_pred_flag=1
        47:weighted_bipred_flag=0 48:transquant_bypass_enabled_flag=1 49:tiles_enabled_flag=0
        50:entropy_coding_sync_enabled_flag=1 51:pps_loop_filter_across_slices_enabled_flag=1
        52:deblocking_filter_control_present_flag=0 53:pps_scaling_list_data_present_flag=0
        54:lists_modification_present_flag=0 55:log2_parallel_merge_level_minus2=0
        56:slice_segment_header_extension_present_flag=0 57:pps_extension_present_flag=0
        58:rbsp_stop_one_bit=1
        """),
    TraceVector(
      name: "x265 yuv420p10le, high tier VPS",
      nalUnit: """
        40010c01ffff222000000300900000030000030099999809
        """,
      trace: """
        0:forbidden_zero_bit=0 1:nal_unit_type=32 7:nuh_layer_id=0 13:nuh_temporal_id_plus1=1
        16:vps_video_parameter_set_id=0 20:vps_base_layer_internal_flag=1
        21:vps_base_layer_available_flag=1 22:vps_max_layers_minus1=0
        28:vps_max_sub_layers_minus1=0 31:vps_temporal_id_nesting_flag=1
        32:vps_reserved_0xffff_16bits=65535 48:general_profile_space=0 50:general_tier_flag=1
        51:general_profile_idc=2 56:general_profile_compatibility_flags=536870912
        88:general_progressive_source_flag=1 89:general_interlaced_source_flag=0
        90:general_non_packed_constraint_flag=0 91:general_frame_only_constraint_flag=1
        92:general_reserved_zero_7bits=0 99:general_one_picture_only_constraint_flag=0
        100:general_reserved_zero_35bits=0 135:general_inbld_flag=0 136:general_level_idc=153
        144:vps_sub_layer_ordering_info_present_flag=1 145:vps_max_dec_pic_buffering_minus1=5
        150:vps_max_num_reorder_pics=2 153:vps_max_latency_increase_plus1=5
        158:vps_max_layer_id=0 164:vps_num_layer_sets_minus1=0
        165:vps_timing_info_present_flag=0 166:vps_extension_flag=0 167:rbsp_stop_one_bit=1
        """),
    TraceVector(
      name: "x265 yuv420p10le, high tier SPS",
      nalUnit: """
        420101222000000300900000030000030099a01d20267248d96666924cab01680800000300080000 \
        0300c840
        """,
      trace: """
        0:forbidden_zero_bit=0 1:nal_unit_type=33 7:nuh_layer_id=0 13:nuh_temporal_id_plus1=1
        16:sps_video_parameter_set_id=0 20:sps_max_sub_layers_minus1=0
        23:sps_temporal_id_nesting_flag=1 24:general_profile_space=0 26:general_tier_flag=1
        27:general_profile_idc=2 32:general_profile_compatibility_flags=536870912
        64:general_progressive_source_flag=1 65:general_interlaced_source_flag=0
        66:general_non_packed_constraint_flag=0 67:general_frame_only_constraint_flag=1
        68:general_reserved_zero_7bits=0 75:general_one_picture_only_constraint_flag=0
        76:general_reserved_zero_35bits=0 111:general_inbld_flag=0 112:general_level_idc=153
        120:sps_seq_parameter_set_id=0 121:chroma_format_idc=1 124:pic_width_in_luma_samples=232
        139:pic_height_in_luma_samples=152 154:conformance_window_flag=1
        155:conf_win_left_offset=0 156:conf_win_right_offset=3 161:conf_win_top_offset=0
        162:conf_win_bottom_offset=3 167:bit_depth_luma_minus8=2 170:bit_depth_chroma_minus8=2
        173:log2_max_pic_order_cnt_lsb_minus4=4 178:sps_sub_layer_ordering_info_present_flag=1
        179:sps_max_dec_pic_buffering_minus1=5 184:sps_max_num_reorder_pics=2
        187:sps_max_latency_increase_plus1=5 192:log2_min_luma_coding_block_size_minus3=0
        193:log2_diff_max_min_luma_coding_block_size=3
        198:log2_min_luma_transform_block_size_minus2=0
        199:log2_diff_max_min_luma_transform_block_size=3
        204:max_transform_hierarchy_depth_inter=0 205:max_transform_hierarchy_depth_intra=0
        206:scaling_list_enabled_flag=0 207:amp_enabled_flag=0
        208:sample_adaptive_offset_enabled_flag=1 209:pcm_enabled_flag=0
        210:num_short_term_ref_pic_sets=0 211:long_term_ref_pics_present_flag=0
        212:sps_temporal_mvp_enabled_flag=1 213:strong_intra_smoothing_enabled_flag=0
        214:vui_parameters_present_flag=1 215:aspect_ratio_info_present_flag=1
        216:aspect_ratio_idc=1 224:overscan_info_present_flag=0
        225:video_signal_type_present_flag=1 226:video_format=5 229:video_full_range_flag=0
        230:colour_description_present_flag=0 231:chroma_loc_info_present_flag=0
        232:neutral_chroma_indication_flag=0 233:field_seq_flag=0
        234:frame_field_info_present_flag=0 235:default_display_window_flag=0
        236:vui_timing_info_present_flag=1 237:vui_num_units_in_tick=1 269:vui_time_scale=25
        301:vui_poc_proportional_to_timing_flag=0 302:vui_hrd_parameters_present_flag=0
        303:bitstream_restriction_flag=0 304:sps_extension_present_flag=0
        305:rbsp_stop_one_bit=1
        """),
    TraceVector(
      name: "x265 yuv420p10le, high tier PPS",
      nalUnit: """
        4401c07e8e291d24
        """,
      trace: """
        0:forbidden_zero_bit=0 1:nal_unit_type=34 7:nuh_layer_id=0 13:nuh_temporal_id_plus1=1
        16:pps_pic_parameter_set_id=0 17:pps_seq_parameter_set_id=0
        18:dependent_slice_segments_enabled_flag=0 19:output_flag_present_flag=0
        20:num_extra_slice_header_bits=0 23:sign_data_hiding_enabled_flag=0
        24:cabac_init_present_flag=0 25:num_ref_idx_l0_default_active_minus1=0
        26:num_ref_idx_l1_default_active_minus1=0 27:init_qp_minus26=0
        28:constrained_intra_pred_flag=1 29:transform_skip_enabled_flag=1
        30:cu_qp_delta_enabled_flag=1 31:diff_cu_qp_delta_depth=1 34:pps_cb_qp_offset=-3
        39:pps_cr_qp_offset=5 46:pps_slice_chroma_qp_offsets_present_flag=0
        47:weighted_pred_flag=1 48:weighted_bipred_flag=0 49:transquant_bypass_enabled_flag=0
        50:tiles_enabled_flag=0 51:entropy_coding_sync_enabled_flag=1
        52:pps_loop_filter_across_slices_enabled_flag=1
        53:deblocking_filter_control_present_flag=1 54:deblocking_filter_override_enabled_flag=0
        55:pps_deblocking_filter_disabled_flag=1 56:pps_scaling_list_data_present_flag=0
        57:lists_modification_present_flag=0 58:log2_parallel_merge_level_minus2=0
        59:slice_segment_header_extension_present_flag=0 60:pps_extension_present_flag=0
        61:rbsp_stop_one_bit=1
        """),
    TraceVector(
      name: "FullSets VPS",
      nalUnit: """
        40019c04ffff2900500000990800000300007bd00002200000030020000003000003003f5d9220a8 \
        e6660300000303e90000ea60957b14ed356bd63680cc06703401a4032806580cc019b0097004bc02 \
        600131006480326019400cac807d803ee01f800fc8012d0025b004b800976a802be0057e00b00016 \
        080191003230064800c968
        """,
      trace: """
        0:forbidden_zero_bit=0 1:nal_unit_type=32 7:nuh_layer_id=0 13:nuh_temporal_id_plus1=1
        16:vps_video_parameter_set_id=9 20:vps_base_layer_internal_flag=1
        21:vps_base_layer_available_flag=1 22:vps_max_layers_minus1=0
        28:vps_max_sub_layers_minus1=2 31:vps_temporal_id_nesting_flag=0
        32:vps_reserved_0xffff_16bits=65535 48:general_profile_space=0 50:general_tier_flag=1
        51:general_profile_idc=9 56:general_profile_compatibility_flags=5242880
        88:general_progressive_source_flag=1 89:general_interlaced_source_flag=0
        90:general_non_packed_constraint_flag=0 91:general_frame_only_constraint_flag=1
        92:general_max_12bit_constraint_flag=1 93:general_max_10bit_constraint_flag=0
        94:general_max_8bit_constraint_flag=0 95:general_max_422chroma_constraint_flag=1
        96:general_max_420chroma_constraint_flag=0 97:general_max_monochrome_constraint_flag=0
        98:general_intra_constraint_flag=0 99:general_one_picture_only_constraint_flag=0
        100:general_lower_bit_rate_constraint_flag=1 101:general_max_14bit_constraint_flag=0
        102:general_reserved_zero_33bits=0 135:general_inbld_flag=0 136:general_level_idc=123
        144:sub_layer_profile_present_flag=1 145:sub_layer_level_present_flag=1
        146:sub_layer_profile_present_flag=0 147:sub_layer_level_present_flag=1
        160:sub_layer_profile_space=0 162:sub_layer_tier_flag=0 163:sub_layer_profile_idc=2
        168:sub_layer_profile_compatibility_flags=536870912
        200:sub_layer_progressive_source_flag=0 201:sub_layer_interlaced_source_flag=0
        202:sub_layer_non_packed_constraint_flag=1 203:sub_layer_frame_only_constraint_flag=0
        204:sub_layer_reserved_zero_7bits=0 211:sub_layer_one_picture_only_constraint_flag=0
        212:sub_layer_reserved_zero_35bits=0 247:sub_layer_inbld_flag=0
        248:sub_layer_level_idc=63 256:=93 264:vps_sub_layer_ordering_info_present_flag=1
        265:vps_max_dec_pic_buffering_minus1=3 270:vps_max_num_reorder_pics=0
        271:vps_max_latency_increase_plus1=7 278:vps_max_dec_pic_buffering_minus1=4
        283:vps_max_num_reorder_pics=1 286:vps_max_latency_increase_plus1=6
        291:vps_max_dec_pic_buffering_minus1=5 296:vps_max_num_reorder_pics=2
        299:vps_max_latency_increase_plus1=5 304:vps_max_layer_id=0
        310:vps_num_layer_sets_minus1=0 311:vps_timing_info_present_flag=1
        312:vps_num_units_in_tick=1001 344:vps_time_scale=60000
        376:vps_poc_proportional_to_timing_flag=1 377:vps_num_ticks_poc_diff_one_minus1=4
        382:vps_num_hrd_parameters=1 385:hrd_layer_set_idx=0
        386:nal_hrd_parameters_present_flag=1 387:vcl_hrd_parameters_present_flag=1
        388:sub_pic_hrd_params_present_flag=1 389:tick_divisor_minus2=98
        397:du_cpb_removal_delay_increment_length_minus1=19
        402:sub_pic_cpb_params_in_pic_timing_sei_flag=1 403:dpb_output_delay_du_length_minus1=13
        408:bit_rate_scale=3 412:cpb_size_scale=5 416:cpb_size_du_scale=6
        420:initial_cpb_removal_delay_length_minus1=23 425:au_cpb_removal_delay_length_minus1=21
        430:dpb_output_delay_length_minus1=17 435:fixed_pic_rate_general_flag=1
        436:elemental_duration_in_tc_minus1=2 439:cpb_cnt_minus1=1 442:bit_rate_value_minus1=101
        455:cpb_size_value_minus1=102 468:cpb_size_du_value_minus1=103
        481:bit_rate_du_value_minus1=104 494:cbr_flag=0 495:bit_rate_value_minus1=201
        510:cpb_size_value_minus1=202 525:cpb_size_du_value_minus1=203
        540:bit_rate_du_value_minus1=204 555:cbr_flag=1 556:bit_rate_value_minus1=301
        573:cpb_size_value_minus1=302 590:cpb_size_du_value_minus1=303
        607:bit_rate_du_value_minus1=304 624:cbr_flag=0 625:bit_rate_value_minus1=401
        642:cpb_size_value_minus1=402 659:cpb_size_du_value_minus1=403
        676:bit_rate_du_value_minus1=404 693:cbr_flag=1 694:fixed_pic_rate_general_flag=0
        695:fixed_pic_rate_within_cvs_flag=0 696:low_delay_hrd_flag=1
        697:bit_rate_value_minus1=501 714:cpb_size_value_minus1=502
        731:cpb_size_du_value_minus1=503 748:bit_rate_du_value_minus1=504 765:cbr_flag=0
        766:bit_rate_value_minus1=601 785:cpb_size_value_minus1=602
        804:cpb_size_du_value_minus1=603 823:bit_rate_du_value_minus1=604 842:cbr_flag=1
        843:fixed_pic_rate_general_flag=0 844:fixed_pic_rate_within_cvs_flag=1
        845:elemental_duration_in_tc_minus1=1 848:cpb_cnt_minus1=0 849:bit_rate_value_minus1=701
        868:cpb_size_value_minus1=702 887:cpb_size_du_value_minus1=703
        906:bit_rate_du_value_minus1=704 925:cbr_flag=0 926:bit_rate_value_minus1=801
        945:cpb_size_value_minus1=802 964:cpb_size_du_value_minus1=803
        983:bit_rate_du_value_minus1=804 1002:cbr_flag=1 1003:vps_extension_flag=0
        1004:rbsp_stop_one_bit=1
        """),
    TraceVector(
      name: "FullSets SPS",
      nalUnit: """
        4201942900500000990800000300007bd00002200000030020000003000003003f5d18c00f120044 \
        9a218634224882a3999a4b4f89395d1049cae8824e4aaacae8861057443082ba218415d10c20ae88 \
        61057443082ba218415d10c20ae886105561e2ba218415d10c20ae8861057443082ba218415d10c2 \
        0ae8861057443082ba218415558c395d10c72ba218e574431cae886395d10c72ba218e574431cae8 \
        86395d10c7acb72353a5972c6e6911beffc00a000879c304026c86ca713000003e900005dc093d8a \
        769ab5eb1b406603381a00d20194032c06600cd804b8025e0130009880324019300ca00656403ec0 \
        1f700fc007e400968012d8025c004bb54015f002bf0058000b0400c880191803240064be02718e30 \
        5e42558200457ff802017fc0604028180f60
        """,
      trace: """
        0:forbidden_zero_bit=0 1:nal_unit_type=33 7:nuh_layer_id=0 13:nuh_temporal_id_plus1=1
        16:sps_video_parameter_set_id=9 20:sps_max_sub_layers_minus1=2
        23:sps_temporal_id_nesting_flag=0 24:general_profile_space=0 26:general_tier_flag=1
        27:general_profile_idc=9 32:general_profile_compatibility_flags=5242880
        64:general_progressive_source_flag=1 65:general_interlaced_source_flag=0
        66:general_non_packed_constraint_flag=0 67:general_frame_only_constraint_flag=1
        68:general_max_12bit_constraint_flag=1 69:general_max_10bit_constraint_flag=0
        70:general_max_8bit_constraint_flag=0 71:general_max_422chroma_constraint_flag=1
        72:general_max_420chroma_constraint_flag=0 73:general_max_monochrome_constraint_flag=0
        74:general_intra_constraint_flag=0 75:general_one_picture_only_constraint_flag=0
        76:general_lower_bit_rate_constraint_flag=1 77:general_max_14bit_constraint_flag=0
        78:general_reserved_zero_33bits=0 111:general_inbld_flag=0 112:general_level_idc=123
        120:sub_layer_profile_present_flag=1 121:sub_layer_level_present_flag=1
        122:sub_layer_profile_present_flag=0 123:sub_layer_level_present_flag=1
        136:sub_layer_profile_space=0 138:sub_layer_tier_flag=0 139:sub_layer_profile_idc=2
        144:sub_layer_profile_compatibility_flags=536870912
        176:sub_layer_progressive_source_flag=0 177:sub_layer_interlaced_source_flag=0
        178:sub_layer_non_packed_constraint_flag=1 179:sub_layer_frame_only_constraint_flag=0
        180:sub_layer_reserved_zero_7bits=0 187:sub_layer_one_picture_only_constraint_flag=0
        188:sub_layer_reserved_zero_35bits=0 223:sub_layer_inbld_flag=0
        224:sub_layer_level_idc=63 232:=93 240:sps_seq_parameter_set_id=11
        247:chroma_format_idc=2 250:pic_width_in_luma_samples=1928
        271:pic_height_in_luma_samples=1096 292:conformance_window_flag=1
        293:conf_win_left_offset=1 296:conf_win_right_offset=3 301:conf_win_top_offset=5
        306:conf_win_bottom_offset=11 313:bit_depth_luma_minus8=2 316:bit_depth_chroma_minus8=1
        319:log2_max_pic_order_cnt_lsb_minus4=7 326:sps_sub_layer_ordering_info_present_flag=1
        327:sps_max_dec_pic_buffering_minus1=3 332:sps_max_num_reorder_pics=0
        333:sps_max_latency_increase_plus1=7 340:sps_max_dec_pic_buffering_minus1=4
        345:sps_max_num_reorder_pics=1 348:sps_max_latency_increase_plus1=6
        353:sps_max_dec_pic_buffering_minus1=5 358:sps_max_num_reorder_pics=2
        361:sps_max_latency_increase_plus1=5 366:log2_min_luma_coding_block_size_minus3=0
        367:log2_diff_max_min_luma_coding_block_size=3
        372:log2_min_luma_transform_block_size_minus2=0
        373:log2_diff_max_min_luma_transform_block_size=2
        376:max_transform_hierarchy_depth_inter=1 379:max_transform_hierarchy_depth_intra=2
        382:scaling_list_enabled_flag=1 383:sps_scaling_list_data_present_flag=1
        384:scaling_list_pred_mode_flag=1 385:scaling_list_delta_coef=-4 392:=-3 397:=-2 402:=-1
        405:=0 406:=1 409:=2 414:=-4 421:=-3 426:=-2 431:=-1 434:=0 435:=1 438:=2 443:=-4
        450:=-3 455:scaling_list_pred_mode_flag=0 456:scaling_list_pred_matrix_id_delta=1
        459:scaling_list_pred_mode_flag=0 460:scaling_list_pred_matrix_id_delta=0
        461:scaling_list_pred_mode_flag=0 462:scaling_list_pred_matrix_id_delta=0
        463:scaling_list_pred_mode_flag=0 464:scaling_list_pred_matrix_id_delta=0
        465:scaling_list_pred_mode_flag=0 466:scaling_list_pred_matrix_id_delta=0
        467:scaling_list_pred_mode_flag=0 468:scaling_list_pred_matrix_id_delta=0
        469:scaling_list_pred_mode_flag=0 470:scaling_list_pred_matrix_id_delta=0
        471:scaling_list_pred_mode_flag=0 472:scaling_list_pred_matrix_id_delta=0
        473:scaling_list_pred_mode_flag=1 474:scaling_list_delta_coef=-2 479:=-1 482:=0 483:=1
        486:=2 491:=3 496:=4 503:=-2 508:=-1 511:=0 512:=1 515:=2 520:=3 525:=4 532:=-2 537:=-1
        540:=0 541:=1 544:=2 549:=3 554:=4 561:=-2 566:=-1 569:=0 570:=1 573:=2 578:=3 583:=4
        590:=-2 595:=-1 598:=0 599:=1 602:=2 607:=3 612:=4 619:=-2 624:=-1 627:=0 628:=1 631:=2
        636:=3 641:=4 648:=-2 653:=-1 656:=0 657:=1 660:=2 665:=3 670:=4 677:=-2 682:=-1 685:=0
        686:=1 689:=2 694:=3 699:=4 706:=-2 711:=-1 714:=0 715:=1 718:=2 723:=3 728:=4 735:=-2
        740:scaling_list_pred_mode_flag=0 741:scaling_list_pred_matrix_id_delta=0
        742:scaling_list_pred_mode_flag=0 743:scaling_list_pred_matrix_id_delta=0
        744:scaling_list_pred_mode_flag=0 745:scaling_list_pred_matrix_id_delta=0
        746:scaling_list_pred_mode_flag=1 747:scaling_list_dc_coef_minus8=15
        756:scaling_list_delta_coef=-2 761:=-1 764:=0 765:=1 768:=2 773:=3 778:=4 785:=-2
        790:=-1 793:=0 794:=1 797:=2 802:=3 807:=4 814:=-2 819:=-1 822:=0 823:=1 826:=2 831:=3
        836:=4 843:=-2 848:=-1 851:=0 852:=1 855:=2 860:=3 865:=4 872:=-2 877:=-1 880:=0 881:=1
        884:=2 889:=3 894:=4 901:=-2 906:=-1 909:=0 910:=1 913:=2 918:=3 923:=4 930:=-2 935:=-1
        938:=0 939:=1 942:=2 947:=3 952:=4 959:=-2 964:=-1 967:=0 968:=1 971:=2 976:=3 981:=4
        988:=-2 993:=-1 996:=0 997:=1 1000:=2 1005:=3 1010:=4 1017:=-2
        1022:scaling_list_pred_mode_flag=0 1023:scaling_list_pred_matrix_id_delta=0
        1024:scaling_list_pred_mode_flag=0 1025:scaling_list_pred_matrix_id_delta=0
        1026:scaling_list_pred_mode_flag=0 1027:scaling_list_pred_matrix_id_delta=0
        1028:scaling_list_pred_mode_flag=0 1029:scaling_list_pred_matrix_id_delta=0
        1030:scaling_list_pred_mode_flag=0 1031:scaling_list_pred_matrix_id_delta=0
        1032:scaling_list_pred_mode_flag=1 1033:scaling_list_dc_coef_minus8=6
        1040:scaling_list_delta_coef=-3 1045:=-2 1050:=-1 1053:=0 1054:=1 1057:=2 1062:=3
        1067:=-3 1072:=-2 1077:=-1 1080:=0 1081:=1 1084:=2 1089:=3 1094:=-3 1099:=-2 1104:=-1
        1107:=0 1108:=1 1111:=2 1116:=3 1121:=-3 1126:=-2 1131:=-1 1134:=0 1135:=1 1138:=2
        1143:=3 1148:=-3 1153:=-2 1158:=-1 1161:=0 1162:=1 1165:=2 1170:=3 1175:=-3 1180:=-2
        1185:=-1 1188:=0 1189:=1 1192:=2 1197:=3 1202:=-3 1207:=-2 1212:=-1 1215:=0 1216:=1
        1219:=2 1224:=3 1229:=-3 1234:=-2 1239:=-1 1242:=0 1243:=1 1246:=2 1251:=3 1256:=-3
        1261:=-2 1266:=-1 1269:=0 1270:=1 1273:=2 1278:=3 1283:=-3 1288:amp_enabled_flag=1
        1289:sample_adaptive_offset_enabled_flag=0 1290:pcm_enabled_flag=1
        1291:pcm_sample_bit_depth_luma_minus1=6 1295:pcm_sample_bit_depth_chroma_minus1=5
        1299:log2_min_pcm_luma_coding_block_size_minus3=0
        1300:log2_diff_max_min_pcm_luma_coding_block_size=2 1303:pcm_loop_filter_disabled_flag=1
        1304:num_short_term_ref_pic_sets=3 1309:num_negative_pics=2 1312:num_positive_pics=1
        1315:delta_poc_s0_minus1=0 1316:used_by_curr_pic_s0_flag=0 1317:delta_poc_s0_minus1=2
        1320:used_by_curr_pic_s0_flag=1 1321:delta_poc_s1_minus1=1
        1324:used_by_curr_pic_s1_flag=0 1325:inter_ref_pic_set_prediction_flag=1
        1326:delta_rps_sign=0 1327:abs_delta_rps_minus1=0 1328:used_by_curr_pic_flag=1 1329:=0
        1330:use_delta_flag=0 1331:used_by_curr_pic_flag=1 1332:=0 1333:use_delta_flag=1
        1334:inter_ref_pic_set_prediction_flag=1 1335:delta_rps_sign=1
        1336:abs_delta_rps_minus1=4 1341:used_by_curr_pic_flag=1 1342:=0 1343:use_delta_flag=0
        1344:used_by_curr_pic_flag=0 1345:use_delta_flag=1
        1346:long_term_ref_pics_present_flag=1 1347:num_long_term_ref_pics_sps=2
        1350:lt_ref_pic_poc_lsb_sps=1234 1361:used_by_curr_pic_lt_sps_flag=0
        1362:lt_ref_pic_poc_lsb_sps=567 1373:used_by_curr_pic_lt_sps_flag=1
        1374:sps_temporal_mvp_enabled_flag=1 1375:strong_intra_smoothing_enabled_flag=0
        1376:vui_parameters_present_flag=1 1377:aspect_ratio_info_present_flag=1
        1378:aspect_ratio_idc=255 1386:sar_width=40 1402:sar_height=33
        1418:overscan_info_present_flag=1 1419:overscan_appropriate_flag=1
        1420:video_signal_type_present_flag=1 1421:video_format=1 1424:video_full_range_flag=1
        1425:colour_description_present_flag=1 1426:colour_primaries=12
        1434:transfer_characteristics=16 1442:matrix_coeffs=9
        1450:chroma_loc_info_present_flag=1 1451:chroma_sample_loc_type_top_field=2
        1454:chroma_sample_loc_type_bottom_field=3 1459:neutral_chroma_indication_flag=0
        1460:field_seq_flag=0 1461:frame_field_info_present_flag=1
        1462:default_display_window_flag=1 1463:def_disp_win_left_offset=2
        1466:def_disp_win_right_offset=4 1471:def_disp_win_top_offset=6
        1476:def_disp_win_bottom_offset=8 1483:vui_timing_info_present_flag=1
        1484:vui_num_units_in_tick=1001 1516:vui_time_scale=24000
        1548:vui_poc_proportional_to_timing_flag=1 1549:vui_num_ticks_poc_diff_one_minus1=3
        1554:vui_hrd_parameters_present_flag=1 1555:nal_hrd_parameters_present_flag=1
        1556:vcl_hrd_parameters_present_flag=1 1557:sub_pic_hrd_params_present_flag=1
        1558:tick_divisor_minus2=98 1566:du_cpb_removal_delay_increment_length_minus1=19
        1571:sub_pic_cpb_params_in_pic_timing_sei_flag=1
        1572:dpb_output_delay_du_length_minus1=13 1577:bit_rate_scale=3 1581:cpb_size_scale=5
        1585:cpb_size_du_scale=6 1589:initial_cpb_removal_delay_length_minus1=23
        1594:au_cpb_removal_delay_length_minus1=21 1599:dpb_output_delay_length_minus1=17
        1604:fixed_pic_rate_general_flag=1 1605:elemental_duration_in_tc_minus1=2
        1608:cpb_cnt_minus1=1 1611:bit_rate_value_minus1=101 1624:cpb_size_value_minus1=102
        1637:cpb_size_du_value_minus1=103 1650:bit_rate_du_value_minus1=104 1663:cbr_flag=0
        1664:bit_rate_value_minus1=201 1679:cpb_size_value_minus1=202
        1694:cpb_size_du_value_minus1=203 1709:bit_rate_du_value_minus1=204 1724:cbr_flag=1
        1725:bit_rate_value_minus1=301 1742:cpb_size_value_minus1=302
        1759:cpb_size_du_value_minus1=303 1776:bit_rate_du_value_minus1=304 1793:cbr_flag=0
        1794:bit_rate_value_minus1=401 1811:cpb_size_value_minus1=402
        1828:cpb_size_du_value_minus1=403 1845:bit_rate_du_value_minus1=404 1862:cbr_flag=1
        1863:fixed_pic_rate_general_flag=0 1864:fixed_pic_rate_within_cvs_flag=0
        1865:low_delay_hrd_flag=1 1866:bit_rate_value_minus1=501 1883:cpb_size_value_minus1=502
        1900:cpb_size_du_value_minus1=503 1917:bit_rate_du_value_minus1=504 1934:cbr_flag=0
        1935:bit_rate_value_minus1=601 1954:cpb_size_value_minus1=602
        1973:cpb_size_du_value_minus1=603 1992:bit_rate_du_value_minus1=604 2011:cbr_flag=1
        2012:fixed_pic_rate_general_flag=0 2013:fixed_pic_rate_within_cvs_flag=1
        2014:elemental_duration_in_tc_minus1=1 2017:cpb_cnt_minus1=0
        2018:bit_rate_value_minus1=701 2037:cpb_size_value_minus1=702
        2056:cpb_size_du_value_minus1=703 2075:bit_rate_du_value_minus1=704 2094:cbr_flag=0
        2095:bit_rate_value_minus1=801 2114:cpb_size_value_minus1=802
        2133:cpb_size_du_value_minus1=803 2152:bit_rate_du_value_minus1=804 2171:cbr_flag=1
        2172:bitstream_restriction_flag=1 2173:tiles_fixed_structure_flag=1
        2174:motion_vectors_over_pic_boundaries_flag=1 2175:restricted_ref_pic_lists_flag=0
        2176:min_spatial_segmentation_idc=77 2189:max_bytes_per_pic_denom=5
        2194:max_bits_per_min_cu_denom=6 2199:log2_max_mv_length_horizontal=11
        2206:log2_max_mv_length_vertical=10 2213:sps_extension_present_flag=1
        2214:sps_range_extension_flag=1 2215:sps_multilayer_extension_flag=0
        2216:sps_3d_extension_flag=0 2217:sps_scc_extension_flag=1 2218:sps_extension_4bits=0
        2222:transform_skip_rotation_enabled_flag=1 2223:transform_skip_context_enabled_flag=0
        2224:implicit_rdpcm_enabled_flag=0 2225:explicit_rdpcm_enabled_flag=1
        2226:extended_precision_processing_flag=0 2227:intra_smoothing_disabled_flag=1
        2228:high_precision_offsets_enabled_flag=0
        2229:persistent_rice_adaptation_enabled_flag=1
        2230:cabac_bypass_alignment_enabled_flag=0 2231:sps_curr_pic_ref_enabled_flag=1
        2232:palette_mode_enabled_flag=1 2233:palette_max_size=31
        2244:delta_palette_max_predictor_size=33
        2255:sps_palette_predictor_initializers_present_flag=1
        2256:sps_num_palette_predictor_initializers_minus1=2
        2259:sps_palette_predictor_initializer=1023 2269:=1 2279:=2 2289:=511 2298:=3 2307:=4
        2316:=5 2325:=6 2334:=7 2343:motion_vector_resolution_control_idc=2
        2345:intra_boundary_filtering_disabled_flag=1 2346:rbsp_stop_one_bit=1
        """),
    TraceVector(
      name: "FullSets PPS",
      nalUnit: """
        4401056325118f6840ba9a09388b1c989395d1049cae8824e4aaacae8861057443082ba218415d10 \
        c20ae8861057443082ba218415d10c20ae886105561e2ba218415d10c20ae8861057443082ba2184 \
        15d10c20ae8861057443082ba218415558c395d10c72ba218e574431cae886395d10c72ba218e574 \
        431cae886395d10c7a641a9229c47d14d66be900b220332812
        """,
      trace: """
        0:forbidden_zero_bit=0 1:nal_unit_type=34 7:nuh_layer_id=0 13:nuh_temporal_id_plus1=1
        16:pps_pic_parameter_set_id=42 27:pps_seq_parameter_set_id=11
        34:dependent_slice_segments_enabled_flag=1 35:output_flag_present_flag=0
        36:num_extra_slice_header_bits=2 39:sign_data_hiding_enabled_flag=1
        40:cabac_init_present_flag=0 41:num_ref_idx_l0_default_active_minus1=3
        46:num_ref_idx_l1_default_active_minus1=2 49:init_qp_minus26=-7
        56:constrained_intra_pred_flag=0 57:transform_skip_enabled_flag=1
        58:cu_qp_delta_enabled_flag=1 59:diff_cu_qp_delta_depth=1 62:pps_cb_qp_offset=4
        69:pps_cr_qp_offset=-5 76:pps_slice_chroma_qp_offsets_present_flag=1
        77:weighted_pred_flag=0 78:weighted_bipred_flag=1 79:transquant_bypass_enabled_flag=0
        80:tiles_enabled_flag=1 81:entropy_coding_sync_enabled_flag=0
        82:num_tile_columns_minus1=2 85:num_tile_rows_minus1=1 88:uniform_spacing_flag=0
        89:column_width_minus1=8 96:=6 101:row_height_minus1=7
        108:loop_filter_across_tiles_enabled_flag=1
        109:pps_loop_filter_across_slices_enabled_flag=0
        110:deblocking_filter_control_present_flag=1
        111:deblocking_filter_override_enabled_flag=1 112:pps_deblocking_filter_disabled_flag=0
        113:pps_beta_offset_div2=-3 118:pps_tc_offset_div2=2
        123:pps_scaling_list_data_present_flag=1 124:scaling_list_pred_mode_flag=1
        125:scaling_list_delta_coef=-4 132:=-3 137:=-2 142:=-1 145:=0 146:=1 149:=2 154:=-4
        161:=-3 166:=-2 171:=-1 174:=0 175:=1 178:=2 183:=-4 190:=-3
        195:scaling_list_pred_mode_flag=0 196:scaling_list_pred_matrix_id_delta=1
        199:scaling_list_pred_mode_flag=0 200:scaling_list_pred_matrix_id_delta=0
        201:scaling_list_pred_mode_flag=0 202:scaling_list_pred_matrix_id_delta=0
        203:scaling_list_pred_mode_flag=0 204:scaling_list_pred_matrix_id_delta=0
        205:scaling_list_pred_mode_flag=0 206:scaling_list_pred_matrix_id_delta=0
        207:scaling_list_pred_mode_flag=0 208:scaling_list_pred_matrix_id_delta=0
        209:scaling_list_pred_mode_flag=0 210:scaling_list_pred_matrix_id_delta=0
        211:scaling_list_pred_mode_flag=0 212:scaling_list_pred_matrix_id_delta=0
        213:scaling_list_pred_mode_flag=1 214:scaling_list_delta_coef=-2 219:=-1 222:=0 223:=1
        226:=2 231:=3 236:=4 243:=-2 248:=-1 251:=0 252:=1 255:=2 260:=3 265:=4 272:=-2 277:=-1
        280:=0 281:=1 284:=2 289:=3 294:=4 301:=-2 306:=-1 309:=0 310:=1 313:=2 318:=3 323:=4
        330:=-2 335:=-1 338:=0 339:=1 342:=2 347:=3 352:=4 359:=-2 364:=-1 367:=0 368:=1 371:=2
        376:=3 381:=4 388:=-2 393:=-1 396:=0 397:=1 400:=2 405:=3 410:=4 417:=-2 422:=-1 425:=0
        426:=1 429:=2 434:=3 439:=4 446:=-2 451:=-1 454:=0 455:=1 458:=2 463:=3 468:=4 475:=-2
        480:scaling_list_pred_mode_flag=0 481:scaling_list_pred_matrix_id_delta=0
        482:scaling_list_pred_mode_flag=0 483:scaling_list_pred_matrix_id_delta=0
        484:scaling_list_pred_mode_flag=0 485:scaling_list_pred_matrix_id_delta=0
        486:scaling_list_pred_mode_flag=1 487:scaling_list_dc_coef_minus8=15
        496:scaling_list_delta_coef=-2 501:=-1 504:=0 505:=1 508:=2 513:=3 518:=4 525:=-2
        530:=-1 533:=0 534:=1 537:=2 542:=3 547:=4 554:=-2 559:=-1 562:=0 563:=1 566:=2 571:=3
        576:=4 583:=-2 588:=-1 591:=0 592:=1 595:=2 600:=3 605:=4 612:=-2 617:=-1 620:=0 621:=1
        624:=2 629:=3 634:=4 641:=-2 646:=-1 649:=0 650:=1 653:=2 658:=3 663:=4 670:=-2 675:=-1
        678:=0 679:=1 682:=2 687:=3 692:=4 699:=-2 704:=-1 707:=0 708:=1 711:=2 716:=3 721:=4
        728:=-2 733:=-1 736:=0 737:=1 740:=2 745:=3 750:=4 757:=-2
        762:scaling_list_pred_mode_flag=0 763:scaling_list_pred_matrix_id_delta=0
        764:scaling_list_pred_mode_flag=0 765:scaling_list_pred_matrix_id_delta=0
        766:scaling_list_pred_mode_flag=0 767:scaling_list_pred_matrix_id_delta=0
        768:scaling_list_pred_mode_flag=0 769:scaling_list_pred_matrix_id_delta=0
        770:scaling_list_pred_mode_flag=0 771:scaling_list_pred_matrix_id_delta=0
        772:scaling_list_pred_mode_flag=1 773:scaling_list_dc_coef_minus8=6
        780:scaling_list_delta_coef=-3 785:=-2 790:=-1 793:=0 794:=1 797:=2 802:=3 807:=-3
        812:=-2 817:=-1 820:=0 821:=1 824:=2 829:=3 834:=-3 839:=-2 844:=-1 847:=0 848:=1 851:=2
        856:=3 861:=-3 866:=-2 871:=-1 874:=0 875:=1 878:=2 883:=3 888:=-3 893:=-2 898:=-1
        901:=0 902:=1 905:=2 910:=3 915:=-3 920:=-2 925:=-1 928:=0 929:=1 932:=2 937:=3 942:=-3
        947:=-2 952:=-1 955:=0 956:=1 959:=2 964:=3 969:=-3 974:=-2 979:=-1 982:=0 983:=1 986:=2
        991:=3 996:=-3 1001:=-2 1006:=-1 1009:=0 1010:=1 1013:=2 1018:=3 1023:=-3
        1028:lists_modification_present_flag=1 1029:log2_parallel_merge_level_minus2=1
        1032:slice_segment_header_extension_present_flag=0 1033:pps_extension_present_flag=1
        1034:pps_range_extension_flag=1 1035:pps_multilayer_extension_flag=0
        1036:pps_3d_extension_flag=0 1037:pps_scc_extension_flag=1 1038:pps_extension_4bits=0
        1042:log2_max_transform_skip_block_size_minus2=2
        1045:cross_component_prediction_enabled_flag=0 1046:chroma_qp_offset_list_enabled_flag=1
        1047:diff_cu_chroma_qp_offset_depth=1 1050:chroma_qp_offset_list_len_minus1=1
        1053:cb_qp_offset_list=1 1056:cr_qp_offset_list=-2 1061:cb_qp_offset_list=-3
        1066:cr_qp_offset_list=4 1073:log2_sao_offset_scale_luma=0
        1074:log2_sao_offset_scale_chroma=0 1075:pps_curr_pic_ref_enabled_flag=1
        1076:residual_adaptive_colour_transform_enabled_flag=1
        1077:pps_slice_act_qp_offsets_present_flag=1 1078:pps_act_y_qp_offset_plus5=1
        1081:pps_act_cb_qp_offset_plus5=-2 1086:pps_act_cr_qp_offset_plus3=3
        1091:pps_palette_predictor_initializers_present_flag=1
        1092:pps_num_palette_predictor_initializers=2 1095:monochrome_palette_flag=0
        1096:luma_bit_depth_entry_minus8=2 1099:chroma_bit_depth_entry_minus8=1
        1102:pps_palette_predictor_initializer=1001 1112:=2 1122:=401 1131:=3 1140:=101 1149:=4
        1158:rbsp_stop_one_bit=1
        """),
  ]
}
