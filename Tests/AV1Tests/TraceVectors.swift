// Written by libaom and SVT-AV1 from generated pictures or by hand, and read by
// `ffmpeg -bsf:v trace_headers`.

import TestSupport

enum TraceVectors {
  static let all: [TraceVector] = [
    TraceVector(
      name: "written by hand, temporal delimiter",
      nalUnit: """
        1200
        """,
      trace: """
        0:obu_forbidden_bit=0 1:obu_type=2 5:obu_extension_flag=0 6:obu_has_size_field=1
        7:obu_reserved_1bit=0 8:obu_size=0
        """),
    TraceVector(
      name: "written by hand, sequence header",
      nalUnit: """
        0a2b4400000fa60000000e7ac00000135b188c0d3d5e091ee2026040908008013353dffe8e2b7975d09120 \
        af70
        """,
      trace: """
        0:obu_forbidden_bit=0 1:obu_type=1 5:obu_extension_flag=0 6:obu_has_size_field=1
        7:obu_reserved_1bit=0 8:obu_size=43 16:seq_profile=2 19:still_picture=0
        20:reduced_still_picture_header=0 21:timing_info_present_flag=1
        22:num_units_in_display_tick=1001 54:time_scale=2147483651 86:equal_picture_interval=1
        87:num_ticks_per_picture_minus_1=6 92:decoder_model_info_present_flag=1
        93:buffer_delay_length_minus_1=11 98:num_units_in_decoding_tick=77
        130:buffer_removal_time_length_minus_1=13 135:frame_presentation_time_length_minus_1=17
        140:initial_display_delay_present_flag=1 141:operating_points_cnt_minus_1=2
        146:operating_point_idc=771 158:seq_level_idx=9 163:seq_tier=1
        164:decoder_model_present_for_this_op=1 165:decoder_buffer_delay=2748
        177:encoder_buffer_delay=291 189:low_delay_mode_flag=1
        190:initial_display_delay_present_for_this_op=1 191:initial_display_delay_minus_1=7
        195:operating_point_idc=257 207:seq_level_idx=6 212:decoder_model_present_for_this_op=0
        213:initial_display_delay_present_for_this_op=0 214:operating_point_idc=258
        226:seq_level_idx=8 231:seq_tier=0 232:decoder_model_present_for_this_op=1
        233:decoder_buffer_delay=1 245:encoder_buffer_delay=2 257:low_delay_mode_flag=0
        258:initial_display_delay_present_for_this_op=1 259:initial_display_delay_minus_1=9
        263:frame_width_bits_minus_1=10 267:frame_height_bits_minus_1=9
        271:max_frame_width_minus_1=1919 282:max_frame_height_minus_1=1000
        292:frame_id_numbers_present_flag=1 293:delta_frame_id_length_minus_2=12
        297:additional_frame_id_length_minus_1=2 300:use_128x128_superblock=1
        301:enable_filter_intra=0 302:enable_intra_edge_filter=1 303:enable_interintra_compound=1
        304:enable_masked_compound=0 305:enable_warped_motion=1 306:enable_dual_filter=1
        307:enable_order_hint=1 308:enable_jnt_comp=1 309:enable_ref_frame_mvs=0
        310:seq_choose_screen_content_tools=0 311:seq_force_screen_content_tools=1
        312:seq_choose_integer_mv=0 313:seq_force_integer_mv=1 314:order_hint_bits_minus_1=6
        317:enable_superres=1 318:enable_cdef=0 319:enable_restoration=1 320:high_bitdepth=1
        321:twelve_bit=1 322:mono_chrome=0 323:color_description_present_flag=1
        324:color_primaries=9 332:transfer_characteristics=18 340:matrix_coefficients=10
        348:color_range=1 349:subsampling_x=1 350:subsampling_y=1 351:chroma_sample_position=2
        353:separate_uv_delta_q=1 354:film_grain_params_present=1 355:trailing_one_bit=1
        """),
    TraceVector(
      name: "written by hand, metadata 2",
      nalUnit: """
        2a060103e8019080
        """,
      trace: """
        0:obu_forbidden_bit=0 1:obu_type=5 5:obu_extension_flag=0 6:obu_has_size_field=1
        7:obu_reserved_1bit=0 8:obu_size=6 16:metadata_type=1 24:max_cll=1000 40:max_fall=400
        56:trailing_one_bit=1
        """),
    TraceVector(
      name: "written by hand, metadata 3",
      nalUnit: """
        2a1a02ae1451ec43d7b0a426660f5c500d54540003e8000000005280
        """,
      trace: """
        0:obu_forbidden_bit=0 1:obu_type=5 5:obu_extension_flag=0 6:obu_has_size_field=1
        7:obu_reserved_1bit=0 8:obu_size=26 16:metadata_type=2 24:primary_chromaticity_x=44564
        40:primary_chromaticity_y=20972 56:primary_chromaticity_x=17367
        72:primary_chromaticity_y=45220 88:primary_chromaticity_x=9830
        104:primary_chromaticity_y=3932 120:white_point_chromaticity_x=20493
        136:white_point_chromaticity_y=21588 152:luminance_max=256000 184:luminance_min=82
        216:trailing_one_bit=1
        """),
    TraceVector(
      name: "written by hand, metadata 4",
      nalUnit: """
        2a0a04b5003c00010401ab80
        """,
      trace: """
        0:obu_forbidden_bit=0 1:obu_type=5 5:obu_extension_flag=0 6:obu_has_size_field=1
        7:obu_reserved_1bit=0 8:obu_size=10 16:metadata_type=4 24:itu_t_t35_country_code=181
        88:trailing_one_bit=1
        """),
    TraceVector(
      name: "written by hand, metadata 5",
      nalUnit: """
        2a0804ff260011220080
        """,
      trace: """
        0:obu_forbidden_bit=0 1:obu_type=5 5:obu_extension_flag=0 6:obu_has_size_field=1
        7:obu_reserved_1bit=0 8:obu_size=8 16:metadata_type=4 24:itu_t_t35_country_code=255
        32:itu_t_t35_country_code_extension_byte=38 72:trailing_one_bit=1
        """),
    TraceVector(
      name: "written by hand, sRGB, sequence header",
      nalUnit: """
        0a152400000004000000c800003e77f7970001010d00a0
        """,
      trace: """
        0:obu_forbidden_bit=0 1:obu_type=1 5:obu_extension_flag=0 6:obu_has_size_field=1
        7:obu_reserved_1bit=0 8:obu_size=21 16:seq_profile=1 19:still_picture=0
        20:reduced_still_picture_header=0 21:timing_info_present_flag=1
        22:num_units_in_display_tick=1 54:time_scale=50 86:equal_picture_interval=0
        87:decoder_model_info_present_flag=0 88:initial_display_delay_present_flag=0
        89:operating_points_cnt_minus_1=0 94:operating_point_idc=0 106:seq_level_idx=31
        111:seq_tier=0 112:frame_width_bits_minus_1=7 116:frame_height_bits_minus_1=7
        120:max_frame_width_minus_1=247 128:max_frame_height_minus_1=151
        136:frame_id_numbers_present_flag=0 137:use_128x128_superblock=0 138:enable_filter_intra=0
        139:enable_intra_edge_filter=0 140:enable_interintra_compound=0 141:enable_masked_compound=0
        142:enable_warped_motion=0 143:enable_dual_filter=0 144:enable_order_hint=0
        145:seq_choose_screen_content_tools=0 146:seq_force_screen_content_tools=0
        147:enable_superres=0 148:enable_cdef=0 149:enable_restoration=0 150:high_bitdepth=0
        151:color_description_present_flag=1 152:color_primaries=1 160:transfer_characteristics=13
        168:matrix_coefficients=0 176:separate_uv_delta_q=1 177:film_grain_params_present=0
        178:trailing_one_bit=1
        """),
    TraceVector(
      name: "libaom, 10 bit, sequence header",
      nalUnit: """
        0a0e00000003bfbcb9b5f2a122013080
        """,
      trace: """
        0:obu_forbidden_bit=0 1:obu_type=1 5:obu_extension_flag=0 6:obu_has_size_field=1
        7:obu_reserved_1bit=0 8:obu_size=14 16:seq_profile=0 19:still_picture=0
        20:reduced_still_picture_header=0 21:timing_info_present_flag=0
        22:initial_display_delay_present_flag=0 23:operating_points_cnt_minus_1=0
        28:operating_point_idc=0 40:seq_level_idx=0 45:frame_width_bits_minus_1=7
        49:frame_height_bits_minus_1=7 53:max_frame_width_minus_1=247
        61:max_frame_height_minus_1=151 69:frame_id_numbers_present_flag=0
        70:use_128x128_superblock=0 71:enable_filter_intra=1 72:enable_intra_edge_filter=1
        73:enable_interintra_compound=0 74:enable_masked_compound=1 75:enable_warped_motion=1
        76:enable_dual_filter=0 77:enable_order_hint=1 78:enable_jnt_comp=0
        79:enable_ref_frame_mvs=1 80:seq_choose_screen_content_tools=1 81:seq_choose_integer_mv=1
        82:order_hint_bits_minus_1=6 85:enable_superres=0 86:enable_cdef=1 87:enable_restoration=0
        88:high_bitdepth=1 89:mono_chrome=0 90:color_description_present_flag=1 91:color_primaries=9
        99:transfer_characteristics=16 107:matrix_coefficients=9 115:color_range=1
        116:chroma_sample_position=0 118:separate_uv_delta_q=0 119:film_grain_params_present=0
        120:trailing_one_bit=1
        """),
    TraceVector(
      name: "libaom, 4:4:4, sequence header",
      nalUnit: """
        0a0a20000003bfbcb9b5f204
        """,
      trace: """
        0:obu_forbidden_bit=0 1:obu_type=1 5:obu_extension_flag=0 6:obu_has_size_field=1
        7:obu_reserved_1bit=0 8:obu_size=10 16:seq_profile=1 19:still_picture=0
        20:reduced_still_picture_header=0 21:timing_info_present_flag=0
        22:initial_display_delay_present_flag=0 23:operating_points_cnt_minus_1=0
        28:operating_point_idc=0 40:seq_level_idx=0 45:frame_width_bits_minus_1=7
        49:frame_height_bits_minus_1=7 53:max_frame_width_minus_1=247
        61:max_frame_height_minus_1=151 69:frame_id_numbers_present_flag=0
        70:use_128x128_superblock=0 71:enable_filter_intra=1 72:enable_intra_edge_filter=1
        73:enable_interintra_compound=0 74:enable_masked_compound=1 75:enable_warped_motion=1
        76:enable_dual_filter=0 77:enable_order_hint=1 78:enable_jnt_comp=0
        79:enable_ref_frame_mvs=1 80:seq_choose_screen_content_tools=1 81:seq_choose_integer_mv=1
        82:order_hint_bits_minus_1=6 85:enable_superres=0 86:enable_cdef=1 87:enable_restoration=0
        88:high_bitdepth=0 89:color_description_present_flag=0 90:color_range=0
        91:separate_uv_delta_q=0 92:film_grain_params_present=0 93:trailing_one_bit=1
        """),
    TraceVector(
      name: "libaom, 4:2:2, 12 bit, sequence header",
      nalUnit: """
        0a0b40000003bfbcb9b5f2c440
        """,
      trace: """
        0:obu_forbidden_bit=0 1:obu_type=1 5:obu_extension_flag=0 6:obu_has_size_field=1
        7:obu_reserved_1bit=0 8:obu_size=11 16:seq_profile=2 19:still_picture=0
        20:reduced_still_picture_header=0 21:timing_info_present_flag=0
        22:initial_display_delay_present_flag=0 23:operating_points_cnt_minus_1=0
        28:operating_point_idc=0 40:seq_level_idx=0 45:frame_width_bits_minus_1=7
        49:frame_height_bits_minus_1=7 53:max_frame_width_minus_1=247
        61:max_frame_height_minus_1=151 69:frame_id_numbers_present_flag=0
        70:use_128x128_superblock=0 71:enable_filter_intra=1 72:enable_intra_edge_filter=1
        73:enable_interintra_compound=0 74:enable_masked_compound=1 75:enable_warped_motion=1
        76:enable_dual_filter=0 77:enable_order_hint=1 78:enable_jnt_comp=0
        79:enable_ref_frame_mvs=1 80:seq_choose_screen_content_tools=1 81:seq_choose_integer_mv=1
        82:order_hint_bits_minus_1=6 85:enable_superres=0 86:enable_cdef=1 87:enable_restoration=0
        88:high_bitdepth=1 89:twelve_bit=1 90:mono_chrome=0 91:color_description_present_flag=0
        92:color_range=0 93:subsampling_x=1 94:subsampling_y=0 95:separate_uv_delta_q=0
        96:film_grain_params_present=0 97:trailing_one_bit=1
        """),
    TraceVector(
      name: "libaom, still picture, sequence header",
      nalUnit: """
        0a06181dfde5da54
        """,
      trace: """
        0:obu_forbidden_bit=0 1:obu_type=1 5:obu_extension_flag=0 6:obu_has_size_field=1
        7:obu_reserved_1bit=0 8:obu_size=6 16:seq_profile=0 19:still_picture=1
        20:reduced_still_picture_header=1 21:seq_level_idx=0 26:frame_width_bits_minus_1=7
        30:frame_height_bits_minus_1=7 34:max_frame_width_minus_1=247
        42:max_frame_height_minus_1=151 50:use_128x128_superblock=0 51:enable_filter_intra=1
        52:enable_intra_edge_filter=1 53:enable_superres=0 54:enable_cdef=1 55:enable_restoration=0
        56:high_bitdepth=0 57:mono_chrome=1 58:color_description_present_flag=0 59:color_range=1
        60:film_grain_params_present=0 61:trailing_one_bit=1
        """),
    TraceVector(
      name: "SVT-AV1, sequence header",
      nalUnit: """
        0a0b00000003bfbcb9f7f20080
        """,
      trace: """
        0:obu_forbidden_bit=0 1:obu_type=1 5:obu_extension_flag=0 6:obu_has_size_field=1
        7:obu_reserved_1bit=0 8:obu_size=11 16:seq_profile=0 19:still_picture=0
        20:reduced_still_picture_header=0 21:timing_info_present_flag=0
        22:initial_display_delay_present_flag=0 23:operating_points_cnt_minus_1=0
        28:operating_point_idc=0 40:seq_level_idx=0 45:frame_width_bits_minus_1=7
        49:frame_height_bits_minus_1=7 53:max_frame_width_minus_1=247
        61:max_frame_height_minus_1=151 69:frame_id_numbers_present_flag=0
        70:use_128x128_superblock=0 71:enable_filter_intra=1 72:enable_intra_edge_filter=1
        73:enable_interintra_compound=1 74:enable_masked_compound=1 75:enable_warped_motion=1
        76:enable_dual_filter=0 77:enable_order_hint=1 78:enable_jnt_comp=1
        79:enable_ref_frame_mvs=1 80:seq_choose_screen_content_tools=1 81:seq_choose_integer_mv=1
        82:order_hint_bits_minus_1=6 85:enable_superres=0 86:enable_cdef=1 87:enable_restoration=0
        88:high_bitdepth=0 89:mono_chrome=0 90:color_description_present_flag=0 91:color_range=0
        92:chroma_sample_position=0 94:separate_uv_delta_q=0 95:film_grain_params_present=0
        96:trailing_one_bit=1
        """),
    TraceVector(
      name: "SVT-AV1, metadata 12",
      nalUnit: """
        2a1a02ae1451ec43d7b0a426660f5c500d54390003e8000000005280
        """,
      trace: """
        0:obu_forbidden_bit=0 1:obu_type=5 5:obu_extension_flag=0 6:obu_has_size_field=1
        7:obu_reserved_1bit=0 8:obu_size=26 16:metadata_type=2 24:primary_chromaticity_x=44564
        40:primary_chromaticity_y=20972 56:primary_chromaticity_x=17367
        72:primary_chromaticity_y=45220 88:primary_chromaticity_x=9830
        104:primary_chromaticity_y=3932 120:white_point_chromaticity_x=20493
        136:white_point_chromaticity_y=21561 152:luminance_max=256000 184:luminance_min=82
        216:trailing_one_bit=1
        """),
  ]
}
