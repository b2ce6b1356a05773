// Written by ffmpeg and x265 from generated pictures (hrd, three slices, hashes, HDR10), and by
// `ffmpeg -bsf:v trace_headers`. Of slices, the first bytes.

import FieldCoding
import HEVC
import NALUnits
import Testing

/// Slices and SEI messages, and what another program reads in them.
enum StreamVectors {
  static let parameterSets = [
    "40010c01ffff01600000030090000003000003003c913024",
    "42010101600000030090000003000003003ca018203059644eaf2bc05a0a00000300020000030032"
      + "c21914bc0061a8001b7744",
    "4401c173d109",
  ]

  static let all: [TraceVector] = [
    TraceVector(
      name: "access unit delimiter",
      nalUnit: """
        460110
        """,
      trace: """
        0:forbidden_zero_bit=0 1:nal_unit_type=35 7:nuh_layer_id=0 13:nuh_temporal_id_plus1=1
        16:pic_type=0 19:rbsp_stop_one_bit=1
        """),
    TraceVector(
      name: "prefix SEI of type 144",
      nalUnit: """
        4e01900403e8019080
        """,
      trace: """
        0:forbidden_zero_bit=0 1:nal_unit_type=39 7:nuh_layer_id=0 13:nuh_temporal_id_plus1=1
        32:max_content_light_level=1000 48:max_pic_average_light_level=400
        64:rbsp_stop_one_bit=1
        """),
    TraceVector(
      name: "prefix SEI of type 137",
      nalUnit: """
        4e01891833c286c41d4c0bb884d03e803d13404200989680000003003280
        """,
      trace: """
        0:forbidden_zero_bit=0 1:nal_unit_type=39 7:nuh_layer_id=0 13:nuh_temporal_id_plus1=1
        32:display_primaries_x=13250 48:display_primaries_y=34500 64:display_primaries_x=7500
        80:display_primaries_y=3000 96:display_primaries_x=34000 112:display_primaries_y=16000
        128:white_point_x=15635 144:white_point_y=16450
        160:max_display_mastering_luminance=10000000 192:min_display_mastering_luminance=50
        224:rbsp_stop_one_bit=1
        """),
    TraceVector(
      name: "prefix SEI of type 129",
      nalUnit: """
        4e0181010f80
        """,
      trace: """
        0:forbidden_zero_bit=0 1:nal_unit_type=39 7:nuh_layer_id=0 13:nuh_temporal_id_plus1=1
        32:active_video_parameter_set_id=0 36:self_contained_cvs_flag=1
        37:no_parameter_set_update_flag=1 38:num_sps_ids_minus1=0
        39:active_seq_parameter_set_id=0 40:rbsp_stop_one_bit=1
        """),
    TraceVector(
      name: "prefix SEI of type 0",
      nalUnit: """
        4e01000680163f504f1b80
        """,
      trace: """
        0:forbidden_zero_bit=0 1:nal_unit_type=39 7:nuh_layer_id=0 13:nuh_temporal_id_plus1=1
        32:bp_seq_parameter_set_id=0 33:irap_cpb_params_present_flag=0 34:concatenation_flag=0
        35:au_cpb_removal_delay_delta_minus1=0 41:nal_initial_cpb_removal_delay=91125
        60:nal_initial_cpb_removal_offset=10125 79:payload_bit_equal_to_one=1
        80:rbsp_stop_one_bit=1
        """),
    TraceVector(
      name: "prefix SEI of type 6",
      nalUnit: """
        4e010601d080
        """,
      trace: """
        0:forbidden_zero_bit=0 1:nal_unit_type=39 7:nuh_layer_id=0 13:nuh_temporal_id_plus1=1
        32:recovery_poc_cnt=0 33:exact_match_flag=1 34:broken_link_flag=0
        35:payload_bit_equal_to_one=1 40:rbsp_stop_one_bit=1
        """),
    TraceVector(
      name: "prefix SEI of type 1",
      nalUnit: """
        4e01010304003080
        """,
      trace: """
        0:forbidden_zero_bit=0 1:nal_unit_type=39 7:nuh_layer_id=0 13:nuh_temporal_id_plus1=1
        32:pic_struct=0 36:source_scan_type=1 38:duplicate_flag=0
        39:au_cpb_removal_delay_minus1=0 45:pic_dpb_output_delay=1 51:payload_bit_equal_to_one=1
        56:rbsp_stop_one_bit=1
        """),
    TraceVector(
      name: "prefix SEI of type 147",
      nalUnit: """
        4e0193011280
        """,
      trace: """
        0:forbidden_zero_bit=0 1:nal_unit_type=39 7:nuh_layer_id=0 13:nuh_temporal_id_plus1=1
        32:preferred_transfer_characteristics=18 40:rbsp_stop_one_bit=1
        """),
    TraceVector(
      name: "slice of an IDR picture, first",
      nalUnit: """
        2801af1c4132845982ee2590fff9180f2c20bd70af59a9c6
        """,
      trace: """
        0:forbidden_zero_bit=0 1:nal_unit_type=20 7:nuh_layer_id=0 13:nuh_temporal_id_plus1=1
        16:first_slice_segment_in_pic_flag=1 17:no_output_of_prior_pics_flag=0
        18:slice_pic_parameter_set_id=0 19:slice_type=2
        22:slice_sao_luma_flag=1 23:slice_sao_chroma_flag=1 24:slice_qp_delta=7
        31:num_entry_point_offsets=3 36:offset_len_minus1=8 43:entry_point_offset_minus1=296
        52:entry_point_offset_minus1=139 61:entry_point_offset_minus1=96
        70:alignment_bit_equal_to_one=1
        """),
    TraceVector(
      name: "slice of an IDR picture, further",
      nalUnit: """
        2801260f1c41128c6bd0bf8a704e9302ff2f479e61df2f81
        """,
      trace: """
        0:forbidden_zero_bit=0 1:nal_unit_type=20 7:nuh_layer_id=0 13:nuh_temporal_id_plus1=1
        16:first_slice_segment_in_pic_flag=0 17:no_output_of_prior_pics_flag=0
        18:slice_pic_parameter_set_id=0 19:slice_segment_address=48 27:slice_type=2
        30:slice_sao_luma_flag=1 31:slice_sao_chroma_flag=1 32:slice_qp_delta=7
        39:num_entry_point_offsets=3 44:offset_len_minus1=7 51:entry_point_offset_minus1=148
        59:entry_point_offset_minus1=99 67:entry_point_offset_minus1=94
        75:alignment_bit_equal_to_one=1
        """),
    TraceVector(
      name: "suffix SEI of type 132",
      nalUnit: """
        5001843100f54f1f323412d847d663dd7aadbe76b612f553f36d879a593d9b8aa214742549dce564 \
        d55420f3f407421b1eb1b7225b80
        """,
      trace: """
        0:forbidden_zero_bit=0 1:nal_unit_type=40 7:nuh_layer_id=0 13:nuh_temporal_id_plus1=1
        32:hash_type=0 424:rbsp_stop_one_bit=1
        """),
    TraceVector(
      name: "slice, first",
      nalUnit: """
        0201d0115784318e238dc0f9889538a0c6f82b2df39981d9
        """,
      trace: """
        0:forbidden_zero_bit=0 1:nal_unit_type=1 7:nuh_layer_id=0 13:nuh_temporal_id_plus1=1
        16:first_slice_segment_in_pic_flag=1 17:slice_pic_parameter_set_id=0 18:slice_type=1
        21:slice_pic_order_cnt_lsb=2
        """),
    TraceVector(
      name: "slice, further",
      nalUnit: """
        02014c10115784318e239240f9889538a0c7f0029490c06e
        """,
      trace: """
        0:forbidden_zero_bit=0 1:nal_unit_type=1 7:nuh_layer_id=0 13:nuh_temporal_id_plus1=1
        16:first_slice_segment_in_pic_flag=0 17:slice_pic_parameter_set_id=0
        18:slice_segment_address=48 26:slice_type=1 29:slice_pic_order_cnt_lsb=2
        """),
    TraceVector(
      name: "slice of a picture that others do not refer to, first",
      nalUnit: """
        0001e024bf8614234d4089819b0003c1200005f4004db980
        """,
      trace: """
        0:forbidden_zero_bit=0 1:nal_unit_type=0 7:nuh_layer_id=0 13:nuh_temporal_id_plus1=1
        16:first_slice_segment_in_pic_flag=1 17:slice_pic_parameter_set_id=0 18:slice_type=0
        19:slice_pic_order_cnt_lsb=1
        """),
    TraceVector(
      name: "slice of a picture that others do not refer to, further",
      nalUnit: """
        00014c2024bf8614234dc089819b0482352f044ffa400734
        """,
      trace: """
        0:forbidden_zero_bit=0 1:nal_unit_type=0 7:nuh_layer_id=0 13:nuh_temporal_id_plus1=1
        16:first_slice_segment_in_pic_flag=0 17:slice_pic_parameter_set_id=0
        18:slice_segment_address=48 26:slice_type=0 27:slice_pic_order_cnt_lsb=1
        """),
    TraceVector(
      name: "slice of a CRA picture, first",
      nalUnit: """
        2a01ac104d27184132c45992ee2413ffebc98df4428260c1
        """,
      trace: """
        0:forbidden_zero_bit=0 1:nal_unit_type=21 7:nuh_layer_id=0 13:nuh_temporal_id_plus1=1
        16:first_slice_segment_in_pic_flag=1 17:no_output_of_prior_pics_flag=0
        18:slice_pic_parameter_set_id=0 19:slice_type=2 22:slice_pic_order_cnt_lsb=4
        """),
    TraceVector(
      name: "slice of a CRA picture, further",
      nalUnit: """
        2a01260c104d271841124c2bb0fc09aad7bb75a4280ffbed
        """,
      trace: """
        0:forbidden_zero_bit=0 1:nal_unit_type=21 7:nuh_layer_id=0 13:nuh_temporal_id_plus1=1
        16:first_slice_segment_in_pic_flag=0 17:no_output_of_prior_pics_flag=0
        18:slice_pic_parameter_set_id=0 19:slice_segment_address=48 27:slice_type=2
        30:slice_pic_order_cnt_lsb=4
        """),
  ]
}
