// Written by x264 from generated pictures or by hand, and read by `ffmpeg -bsf:v trace_headers`. The
// trace's gaps_in_frame_num_allowed_flag has the name that the standard gives it.

import TestSupport

enum TraceVectors {
  static let all: [TraceVector] = [
    TraceVector(
      name: "written by hand SPS",
      nalUnit: """
        67642c2a21257c22982f22222222222222224888888888888888a924807f24802029249249249249249249 \
        2492492492492492492492924807f24802029249249249249249249249249249249249249249524900fe49 \
        004052492492492492492492492492492492492492492524900fe490040524924924924924924924924924 \
        92492492492492108026c0dc4102c009602a0b424e990bff891a2b3c578488054a6800001f4c000003000e \
        d6401f4801f4400fa800fa5007d6007d3456d3d2c803e9003e8801f5001f4b15b4fc428c1acf
        """,
      trace: """
        0:forbidden_zero_bit=0 1:nal_ref_idc=3 3:nal_unit_type=7 8:profile_idc=100
        16:constraint_set0_flag=0 17:constraint_set1_flag=0 18:constraint_set2_flag=1
        19:constraint_set3_flag=0 20:constraint_set4_flag=1 21:constraint_set5_flag=1
        22:reserved_zero_2bits=0 24:level_idc=42 32:seq_parameter_set_id=3 37:chroma_format_idc=3
        42:separate_colour_plane_flag=1 43:bit_depth_luma_minus8=4 48:bit_depth_chroma_minus8=2
        51:qpprime_y_zero_transform_bypass_flag=1 52:seq_scaling_matrix_present_flag=1
        53:seq_scaling_list_present_flag=1 54:delta_scale=-8 63:seq_scaling_list_present_flag=0
        64:=1 65:delta_scale=3 70:=-11 79:seq_scaling_list_present_flag=1 80:delta_scale=2 85:=1
        88:=2 93:=1 96:=2 101:=1 104:=2 109:=1 112:=2 117:=1 120:=2 125:=1 128:=2 133:=1 136:=2
        141:=1 144:seq_scaling_list_present_flag=0 145:=1 146:delta_scale=2 151:=1 154:=2 159:=1
        162:=2 167:=1 170:=2 175:=1 178:=2 183:=1 186:=2 191:=1 194:=2 199:=1 202:=2 207:=1
        210:seq_scaling_list_present_flag=1 211:delta_scale=1 214:=1 217:=1 220:=1 223:=1 226:=127
        241:=1 244:=1 247:=1 250:=-128 267:=1 270:=1 273:=1 276:=1 279:=1 282:=1 285:=1 288:=1
        291:=1 294:=1 297:=1 300:=1 303:=1 306:=1 309:=1 312:=1 315:=1 318:=1 321:=1 324:=1 327:=1
        330:=1 333:=1 336:=1 339:=1 342:=1 345:=1 348:=1 351:=1 354:=1 357:=1 360:=1 363:=1 366:=1
        369:=1 372:=1 375:=1 378:=1 381:=1 384:=1 387:=1 390:=1 393:=1 396:=1 399:=1 402:=1 405:=1
        408:=1 411:=1 414:=1 417:=1 420:=1 423:=1 426:=1 429:seq_scaling_list_present_flag=0 430:=1
        431:delta_scale=1 434:=1 437:=1 440:=1 443:=1 446:=127 461:=1 464:=1 467:=1 470:=-128 487:=1
        490:=1 493:=1 496:=1 499:=1 502:=1 505:=1 508:=1 511:=1 514:=1 517:=1 520:=1 523:=1 526:=1
        529:=1 532:=1 535:=1 538:=1 541:=1 544:=1 547:=1 550:=1 553:=1 556:=1 559:=1 562:=1 565:=1
        568:=1 571:=1 574:=1 577:=1 580:=1 583:=1 586:=1 589:=1 592:=1 595:=1 598:=1 601:=1 604:=1
        607:=1 610:=1 613:=1 616:=1 619:=1 622:=1 625:=1 628:=1 631:=1 634:=1 637:=1 640:=1 643:=1
        646:=1 649:seq_scaling_list_present_flag=1 650:delta_scale=1 653:=1 656:=1 659:=1 662:=1
        665:=127 680:=1 683:=1 686:=1 689:=-128 706:=1 709:=1 712:=1 715:=1 718:=1 721:=1 724:=1
        727:=1 730:=1 733:=1 736:=1 739:=1 742:=1 745:=1 748:=1 751:=1 754:=1 757:=1 760:=1 763:=1
        766:=1 769:=1 772:=1 775:=1 778:=1 781:=1 784:=1 787:=1 790:=1 793:=1 796:=1 799:=1 802:=1
        805:=1 808:=1 811:=1 814:=1 817:=1 820:=1 823:=1 826:=1 829:=1 832:=1 835:=1 838:=1 841:=1
        844:=1 847:=1 850:=1 853:=1 856:=1 859:=1 862:=1 865:=1 868:seq_scaling_list_present_flag=0
        869:=1 870:delta_scale=1 873:=1 876:=1 879:=1 882:=1 885:=127 900:=1 903:=1 906:=1 909:=-128
        926:=1 929:=1 932:=1 935:=1 938:=1 941:=1 944:=1 947:=1 950:=1 953:=1 956:=1 959:=1 962:=1
        965:=1 968:=1 971:=1 974:=1 977:=1 980:=1 983:=1 986:=1 989:=1 992:=1 995:=1 998:=1 1001:=1
        1004:=1 1007:=1 1010:=1 1013:=1 1016:=1 1019:=1 1022:=1 1025:=1 1028:=1 1031:=1 1034:=1
        1037:=1 1040:=1 1043:=1 1046:=1 1049:=1 1052:=1 1055:=1 1058:=1 1061:=1 1064:=1 1067:=1
        1070:=1 1073:=1 1076:=1 1079:=1 1082:=1 1085:=1 1088:log2_max_frame_num_minus4=7
        1095:pic_order_cnt_type=1 1098:delta_pic_order_always_zero_flag=0
        1099:offset_for_non_ref_pic=-77 1114:offset_for_top_to_bottom_field=55
        1127:num_ref_frames_in_pic_order_cnt_cycle=3 1132:offset_for_ref_frame=4 1139:=-5 1146:=600
        1167:max_num_ref_frames=9 1174:gaps_in_frame_num_value_allowed_flag=1
        1175:pic_width_in_mbs_minus1=44 1186:pic_height_in_map_units_minus1=17
        1195:frame_mbs_only_flag=0 1196:mb_adaptive_frame_field_flag=1
        1197:direct_8x8_inference_flag=1 1198:frame_cropping_flag=1 1199:frame_crop_left_offset=1
        1202:frame_crop_right_offset=2 1205:frame_crop_top_offset=3 1210:frame_crop_bottom_offset=4
        1215:vui_parameters_present_flag=1 1216:aspect_ratio_info_present_flag=1
        1217:aspect_ratio_idc=255 1225:sar_width=4660 1241:sar_height=22136
        1257:overscan_info_present_flag=1 1258:overscan_appropriate_flag=0
        1259:video_signal_type_present_flag=1 1260:video_format=3 1263:video_full_range_flag=1
        1264:colour_description_present_flag=1 1265:colour_primaries=9
        1273:transfer_characteristics=16 1281:matrix_coefficients=10
        1289:chroma_loc_info_present_flag=1 1290:chroma_sample_loc_type_top_field=4
        1295:chroma_sample_loc_type_bottom_field=5 1300:timing_info_present_flag=1
        1301:num_units_in_tick=1001 1333:time_scale=2147483649 1365:fixed_frame_rate_flag=1
        1366:nal_hrd_parameters_present_flag=1 1367:cpb_cnt_minus1=2 1370:bit_rate_scale=5
        1374:cpb_size_scale=9 1378:bit_rate_value_minus1=1000 1397:cpb_size_value_minus1=2000
        1418:cbr_flag=0 1419:bit_rate_value_minus1=1001 1438:cpb_size_value_minus1=2001
        1459:cbr_flag=1 1460:bit_rate_value_minus1=1002 1479:cpb_size_value_minus1=2002
        1500:cbr_flag=0 1501:initial_cpb_removal_delay_length_minus1=17
        1506:cpb_removal_delay_length_minus1=11 1511:dpb_output_delay_length_minus1=13
        1516:time_offset_length=7 1521:vcl_hrd_parameters_present_flag=1 1522:cpb_cnt_minus1=1
        1525:bit_rate_scale=5 1529:cpb_size_scale=9 1533:bit_rate_value_minus1=1000
        1552:cpb_size_value_minus1=2000 1573:cbr_flag=0 1574:bit_rate_value_minus1=1001
        1593:cpb_size_value_minus1=2001 1614:cbr_flag=1
        1615:initial_cpb_removal_delay_length_minus1=17 1620:cpb_removal_delay_length_minus1=11
        1625:dpb_output_delay_length_minus1=13 1630:time_offset_length=7 1635:low_delay_hrd_flag=1
        1636:pic_struct_present_flag=1 1637:bitstream_restriction_flag=1
        1638:motion_vectors_over_pic_boundaries_flag=0 1639:max_bytes_per_pic_denom=3
        1644:max_bits_per_mb_denom=4 1649:log2_max_mv_length_horizontal=11
        1656:log2_max_mv_length_vertical=12 1663:max_num_reorder_frames=2
        1666:max_dec_frame_buffering=6 1671:rbsp_stop_one_bit=1
        """),
    TraceVector(
      name: "written by hand SPS extension",
      nalUnit: """
        6d232f578123c0
        """,
      trace: """
        0:forbidden_zero_bit=0 1:nal_ref_idc=3 3:nal_unit_type=13 8:seq_parameter_set_id=3
        13:aux_format_idc=2 16:bit_depth_aux_minus8=4 21:alpha_incr_flag=1
        22:alpha_opaque_value=6844 35:alpha_transparent_value=291 48:additional_extension_flag=1
        49:rbsp_stop_one_bit=1
        """),
    TraceVector(
      name: "written by hand SPS",
      nalUnit: """
        2742c00b28d6111564
        """,
      trace: """
        0:forbidden_zero_bit=0 1:nal_ref_idc=1 3:nal_unit_type=7 8:profile_idc=66
        16:constraint_set0_flag=1 17:constraint_set1_flag=1 18:constraint_set2_flag=0
        19:constraint_set3_flag=0 20:constraint_set4_flag=0 21:constraint_set5_flag=0
        22:reserved_zero_2bits=0 24:level_idc=11 32:seq_parameter_set_id=4
        37:log2_max_frame_num_minus4=12 44:pic_order_cnt_type=2 47:max_num_ref_frames=16
        56:gaps_in_frame_num_value_allowed_flag=0 57:pic_width_in_mbs_minus1=4
        62:pic_height_in_map_units_minus1=1 65:frame_mbs_only_flag=1 66:direct_8x8_inference_flag=1
        67:frame_cropping_flag=0 68:vui_parameters_present_flag=0 69:rbsp_stop_one_bit=1
        """),
    TraceVector(
      name: "written by hand PPS",
      nalUnit: """
        480a93731c4184616307e8
        """,
      trace: """
        0:forbidden_zero_bit=0 1:nal_ref_idc=2 3:nal_unit_type=8 8:pic_parameter_set_id=20
        17:seq_parameter_set_id=3 22:entropy_coding_mode_flag=1
        23:bottom_field_pic_order_in_frame_present_flag=1 24:num_slice_groups_minus1=2
        27:slice_group_map_type=0 28:run_length_minus1=5 33:=6 38:=7
        45:num_ref_idx_l0_default_active_minus1=5 50:num_ref_idx_l1_default_active_minus1=7
        57:weighted_pred_flag=1 58:weighted_bipred_idc=2 60:pic_init_qp_minus26=-5
        67:pic_init_qs_minus26=6 74:chroma_qp_index_offset=-7
        81:deblocking_filter_control_present_flag=1 82:constrained_intra_pred_flag=1
        83:redundant_pic_cnt_present_flag=0 84:rbsp_stop_one_bit=1
        """),
    TraceVector(
      name: "written by hand PPS",
      nalUnit: """
        480b1348c230b183f4
        """,
      trace: """
        0:forbidden_zero_bit=0 1:nal_ref_idc=2 3:nal_unit_type=8 8:pic_parameter_set_id=21
        17:seq_parameter_set_id=3 22:entropy_coding_mode_flag=1
        23:bottom_field_pic_order_in_frame_present_flag=1 24:num_slice_groups_minus1=1
        27:slice_group_map_type=1 30:num_ref_idx_l0_default_active_minus1=5
        35:num_ref_idx_l1_default_active_minus1=7 42:weighted_pred_flag=1 43:weighted_bipred_idc=2
        45:pic_init_qp_minus26=-5 52:pic_init_qs_minus26=6 59:chroma_qp_index_offset=-7
        66:deblocking_filter_control_present_flag=1 67:constrained_intra_pred_flag=1
        68:redundant_pic_cnt_present_flag=0 69:rbsp_stop_one_bit=1
        """),
    TraceVector(
      name: "written by hand PPS",
      nalUnit: """
        480b936cc11101e308c2c60fd0
        """,
      trace: """
        0:forbidden_zero_bit=0 1:nal_ref_idc=2 3:nal_unit_type=8 8:pic_parameter_set_id=22
        17:seq_parameter_set_id=3 22:entropy_coding_mode_flag=1
        23:bottom_field_pic_order_in_frame_present_flag=1 24:num_slice_groups_minus1=2
        27:slice_group_map_type=2 30:top_left=5 35:bottom_right=16 44:top_left=7 51:bottom_right=29
        60:num_ref_idx_l0_default_active_minus1=5 65:num_ref_idx_l1_default_active_minus1=7
        72:weighted_pred_flag=1 73:weighted_bipred_idc=2 75:pic_init_qp_minus26=-5
        82:pic_init_qs_minus26=6 89:chroma_qp_index_offset=-7
        96:deblocking_filter_control_present_flag=1 97:constrained_intra_pred_flag=1
        98:redundant_pic_cnt_present_flag=0 99:rbsp_stop_one_bit=1
        """),
    TraceVector(
      name: "written by hand PPS",
      nalUnit: """
        480c13458c308c2c60fd
        """,
      trace: """
        0:forbidden_zero_bit=0 1:nal_ref_idc=2 3:nal_unit_type=8 8:pic_parameter_set_id=23
        17:seq_parameter_set_id=3 22:entropy_coding_mode_flag=1
        23:bottom_field_pic_order_in_frame_present_flag=1 24:num_slice_groups_minus1=1
        27:slice_group_map_type=4 32:slice_group_change_direction_flag=1
        33:slice_group_change_rate_minus1=11 40:num_ref_idx_l0_default_active_minus1=5
        45:num_ref_idx_l1_default_active_minus1=7 52:weighted_pred_flag=1 53:weighted_bipred_idc=2
        55:pic_init_qp_minus26=-5 62:pic_init_qs_minus26=6 69:chroma_qp_index_offset=-7
        76:deblocking_filter_control_present_flag=1 77:constrained_intra_pred_flag=1
        78:redundant_pic_cnt_present_flag=0 79:rbsp_stop_one_bit=1
        """),
    TraceVector(
      name: "written by hand PPS",
      nalUnit: """
        480c9729c5029c0538611858c1fa
        """,
      trace: """
        0:forbidden_zero_bit=0 1:nal_ref_idc=2 3:nal_unit_type=8 8:pic_parameter_set_id=24
        17:seq_parameter_set_id=4 22:entropy_coding_mode_flag=1
        23:bottom_field_pic_order_in_frame_present_flag=1 24:num_slice_groups_minus1=4
        29:slice_group_map_type=6 34:pic_size_in_map_units_minus1=9 41:slice_group_id=0 44:=1 47:=2
        50:=3 53:=4 56:=0 59:=1 62:=2 65:=3 68:=4 71:num_ref_idx_l0_default_active_minus1=5
        76:num_ref_idx_l1_default_active_minus1=7 83:weighted_pred_flag=1 84:weighted_bipred_idc=2
        86:pic_init_qp_minus26=-5 93:pic_init_qs_minus26=6 100:chroma_qp_index_offset=-7
        107:deblocking_filter_control_present_flag=1 108:constrained_intra_pred_flag=1
        109:redundant_pic_cnt_present_flag=0 110:rbsp_stop_one_bit=1
        """),
    TraceVector(
      name: "written by hand PPS",
      nalUnit: """
        480f93984616307ed0953a74e9d3004254e9d3a74e9d3a74e9d3a74e9d3a74e9d3a74c2d
        """,
      trace: """
        0:forbidden_zero_bit=0 1:nal_ref_idc=2 3:nal_unit_type=8 8:pic_parameter_set_id=30
        17:seq_parameter_set_id=3 22:entropy_coding_mode_flag=1
        23:bottom_field_pic_order_in_frame_present_flag=1 24:num_slice_groups_minus1=0
        25:num_ref_idx_l0_default_active_minus1=5 30:num_ref_idx_l1_default_active_minus1=7
        37:weighted_pred_flag=1 38:weighted_bipred_idc=2 40:pic_init_qp_minus26=-5
        47:pic_init_qs_minus26=6 54:chroma_qp_index_offset=-7
        61:deblocking_filter_control_present_flag=1 62:constrained_intra_pred_flag=1
        63:redundant_pic_cnt_present_flag=0 64:transform_8x8_mode_flag=1
        65:pic_scaling_matrix_present_flag=1 66:pic_scaling_list_present_flag=0 67:=1
        68:delta_scale=9 77:=0 78:=1 81:=-1 84:=0 85:=1 88:=-1 91:=0 92:=1 95:=-1 98:=0 99:=1
        102:=-1 105:=0 106:=1 109:=-1 112:pic_scaling_list_present_flag=0 113:=0 114:=0 115:=0
        116:=0 117:=0 118:=0 119:=0 120:=0 121:=1 122:delta_scale=9 131:=0 132:=1 135:=-1 138:=0
        139:=1 142:=-1 145:=0 146:=1 149:=-1 152:=0 153:=1 156:=-1 159:=0 160:=1 163:=-1 166:=0
        167:=1 170:=-1 173:=0 174:=1 177:=-1 180:=0 181:=1 184:=-1 187:=0 188:=1 191:=-1 194:=0
        195:=1 198:=-1 201:=0 202:=1 205:=-1 208:=0 209:=1 212:=-1 215:=0 216:=1 219:=-1 222:=0
        223:=1 226:=-1 229:=0 230:=1 233:=-1 236:=0 237:=1 240:=-1 243:=0 244:=1 247:=-1 250:=0
        251:=1 254:=-1 257:=0 258:=1 261:=-1 264:=0 265:=1 268:=-1 271:=0 272:=1 275:=-1
        278:second_chroma_qp_index_offset=11 287:rbsp_stop_one_bit=1
        """),
    TraceVector(
      name: "written by hand PPS",
      nalUnit: """
        480404e611858c1f92110780
        """,
      trace: """
        0:forbidden_zero_bit=0 1:nal_ref_idc=2 3:nal_unit_type=8 8:pic_parameter_set_id=31
        19:seq_parameter_set_id=3 24:entropy_coding_mode_flag=1
        25:bottom_field_pic_order_in_frame_present_flag=1 26:num_slice_groups_minus1=0
        27:num_ref_idx_l0_default_active_minus1=5 32:num_ref_idx_l1_default_active_minus1=7
        39:weighted_pred_flag=1 40:weighted_bipred_idc=2 42:pic_init_qp_minus26=-5
        49:pic_init_qs_minus26=6 56:chroma_qp_index_offset=-7
        63:deblocking_filter_control_present_flag=1 64:constrained_intra_pred_flag=1
        65:redundant_pic_cnt_present_flag=0 66:transform_8x8_mode_flag=0
        67:pic_scaling_matrix_present_flag=1 68:pic_scaling_list_present_flag=0 69:=0 70:=1
        71:delta_scale=-8 80:pic_scaling_list_present_flag=0 81:=0 82:=0
        83:second_chroma_qp_index_offset=-3 88:rbsp_stop_one_bit=1
        """),
    TraceVector(
      name: "written by hand AUD",
      nalUnit: """
        0910
        """,
      trace: """
        0:forbidden_zero_bit=0 1:nal_ref_idc=0 3:nal_unit_type=9 8:primary_pic_type=0
        11:rbsp_stop_one_bit=1
        """),
    TraceVector(
      name: "written by hand SPS",
      nalUnit: """
        6764000dacd941015e59701e5010101909000003000100000300326420030d4000dbba918c03e28532c0
        """,
      trace: """
        0:forbidden_zero_bit=0 1:nal_ref_idc=3 3:nal_unit_type=7 8:profile_idc=100
        16:constraint_set0_flag=0 17:constraint_set1_flag=0 18:constraint_set2_flag=0
        19:constraint_set3_flag=0 20:constraint_set4_flag=0 21:constraint_set5_flag=0
        22:reserved_zero_2bits=0 24:level_idc=13 32:seq_parameter_set_id=0 33:chroma_format_idc=1
        36:bit_depth_luma_minus8=0 37:bit_depth_chroma_minus8=0
        38:qpprime_y_zero_transform_bypass_flag=0 39:seq_scaling_matrix_present_flag=0
        40:log2_max_frame_num_minus4=0 41:pic_order_cnt_type=0
        42:log2_max_pic_order_cnt_lsb_minus4=2 45:max_num_ref_frames=4
        50:gaps_in_frame_num_value_allowed_flag=0 51:pic_width_in_mbs_minus1=15
        60:pic_height_in_map_units_minus1=9 67:frame_mbs_only_flag=1 68:direct_8x8_inference_flag=1
        69:frame_cropping_flag=1 70:frame_crop_left_offset=0 71:frame_crop_right_offset=4
        76:frame_crop_top_offset=0 77:frame_crop_bottom_offset=4 82:vui_parameters_present_flag=1
        83:aspect_ratio_info_present_flag=1 84:aspect_ratio_idc=1 92:overscan_info_present_flag=1
        93:overscan_appropriate_flag=1 94:video_signal_type_present_flag=1 95:video_format=1
        98:video_full_range_flag=0 99:colour_description_present_flag=1 100:colour_primaries=1
        108:transfer_characteristics=1 116:matrix_coefficients=1 124:chroma_loc_info_present_flag=1
        125:chroma_sample_loc_type_top_field=3 130:chroma_sample_loc_type_bottom_field=3
        135:timing_info_present_flag=1 136:num_units_in_tick=1 168:time_scale=50
        200:fixed_frame_rate_flag=0 201:nal_hrd_parameters_present_flag=1 202:cpb_cnt_minus1=0
        203:bit_rate_scale=2 207:cpb_size_scale=1 211:bit_rate_value_minus1=3124
        234:cpb_size_value_minus1=28124 263:cbr_flag=0
        264:initial_cpb_removal_delay_length_minus1=18 269:cpb_removal_delay_length_minus1=6
        274:dpb_output_delay_length_minus1=6 279:time_offset_length=0
        284:vcl_hrd_parameters_present_flag=0 285:low_delay_hrd_flag=0 286:pic_struct_present_flag=1
        287:bitstream_restriction_flag=1 288:motion_vectors_over_pic_boundaries_flag=1
        289:max_bytes_per_pic_denom=0 290:max_bits_per_mb_denom=0
        291:log2_max_mv_length_horizontal=9 298:log2_max_mv_length_vertical=9
        305:max_num_reorder_frames=2 308:max_dec_frame_buffering=4 313:rbsp_stop_one_bit=1
        """),
    TraceVector(
      name: "written by hand PPS",
      nalUnit: """
        68eae3cb3002c0
        """,
      trace: """
        0:forbidden_zero_bit=0 1:nal_ref_idc=3 3:nal_unit_type=8 8:pic_parameter_set_id=0
        9:seq_parameter_set_id=0 10:entropy_coding_mode_flag=1
        11:bottom_field_pic_order_in_frame_present_flag=0 12:num_slice_groups_minus1=0
        13:num_ref_idx_l0_default_active_minus1=1 16:num_ref_idx_l1_default_active_minus1=0
        17:weighted_pred_flag=1 18:weighted_bipred_idc=2 20:pic_init_qp_minus26=-3
        25:pic_init_qs_minus26=0 26:chroma_qp_index_offset=-2
        31:deblocking_filter_control_present_flag=1 32:constrained_intra_pred_flag=0
        33:redundant_pic_cnt_present_flag=0 34:transform_8x8_mode_flag=1
        35:pic_scaling_matrix_present_flag=1 36:pic_scaling_list_present_flag=0 37:=0 38:=0 39:=0
        40:=0 41:=0 42:=0 43:=0 44:second_chroma_qp_index_offset=-2 49:rbsp_stop_one_bit=1
        """),
    TraceVector(
      name: "written by hand AUD",
      nalUnit: """
        0930
        """,
      trace: """
        0:forbidden_zero_bit=0 1:nal_ref_idc=0 3:nal_unit_type=9 8:primary_pic_type=1
        11:rbsp_stop_one_bit=1
        """),
    TraceVector(
      name: "written by hand AUD",
      nalUnit: """
        0950
        """,
      trace: """
        0:forbidden_zero_bit=0 1:nal_ref_idc=0 3:nal_unit_type=9 8:primary_pic_type=2
        11:rbsp_stop_one_bit=1
        """),
    TraceVector(
      name: "x264, fields SPS",
      nalUnit: """
        67640029acd90102bcb78088000003000800000301932400186a0030d7231807c58b6580
        """,
      trace: """
        0:forbidden_zero_bit=0 1:nal_ref_idc=3 3:nal_unit_type=7 8:profile_idc=100
        16:constraint_set0_flag=0 17:constraint_set1_flag=0 18:constraint_set2_flag=0
        19:constraint_set3_flag=0 20:constraint_set4_flag=0 21:constraint_set5_flag=0
        22:reserved_zero_2bits=0 24:level_idc=41 32:seq_parameter_set_id=0 33:chroma_format_idc=1
        36:bit_depth_luma_minus8=0 37:bit_depth_chroma_minus8=0
        38:qpprime_y_zero_transform_bypass_flag=0 39:seq_scaling_matrix_present_flag=0
        40:log2_max_frame_num_minus4=0 41:pic_order_cnt_type=0
        42:log2_max_pic_order_cnt_lsb_minus4=2 45:max_num_ref_frames=3
        50:gaps_in_frame_num_value_allowed_flag=0 51:pic_width_in_mbs_minus1=15
        60:pic_height_in_map_units_minus1=4 65:frame_mbs_only_flag=0
        66:mb_adaptive_frame_field_flag=1 67:direct_8x8_inference_flag=1 68:frame_cropping_flag=1
        69:frame_crop_left_offset=0 70:frame_crop_right_offset=4 75:frame_crop_top_offset=0
        76:frame_crop_bottom_offset=2 79:vui_parameters_present_flag=1
        80:aspect_ratio_info_present_flag=1 81:aspect_ratio_idc=1 89:overscan_info_present_flag=0
        90:video_signal_type_present_flag=0 91:chroma_loc_info_present_flag=0
        92:timing_info_present_flag=1 93:num_units_in_tick=1 125:time_scale=50
        157:fixed_frame_rate_flag=0 158:nal_hrd_parameters_present_flag=1 159:cpb_cnt_minus1=0
        160:bit_rate_scale=2 164:cpb_size_scale=4 168:bit_rate_value_minus1=3124
        191:cpb_size_value_minus1=3124 214:cbr_flag=1 215:initial_cpb_removal_delay_length_minus1=18
        220:cpb_removal_delay_length_minus1=6 225:dpb_output_delay_length_minus1=6
        230:time_offset_length=0 235:vcl_hrd_parameters_present_flag=0 236:low_delay_hrd_flag=0
        237:pic_struct_present_flag=1 238:bitstream_restriction_flag=1
        239:motion_vectors_over_pic_boundaries_flag=1 240:max_bytes_per_pic_denom=0
        241:max_bits_per_mb_denom=0 242:log2_max_mv_length_horizontal=10
        249:log2_max_mv_length_vertical=10 256:max_num_reorder_frames=2
        259:max_dec_frame_buffering=4 264:rbsp_stop_one_bit=1
        """),
    TraceVector(
      name: "x264, fields PPS",
      nalUnit: """
        68fbacb22c
        """,
      trace: """
        0:forbidden_zero_bit=0 1:nal_ref_idc=3 3:nal_unit_type=8 8:pic_parameter_set_id=0
        9:seq_parameter_set_id=0 10:entropy_coding_mode_flag=1
        11:bottom_field_pic_order_in_frame_present_flag=1 12:num_slice_groups_minus1=0
        13:num_ref_idx_l0_default_active_minus1=2 16:num_ref_idx_l1_default_active_minus1=0
        17:weighted_pred_flag=0 18:weighted_bipred_idc=2 20:pic_init_qp_minus26=0
        21:pic_init_qs_minus26=0 22:chroma_qp_index_offset=-2
        27:deblocking_filter_control_present_flag=1 28:constrained_intra_pred_flag=0
        29:redundant_pic_cnt_present_flag=0 30:transform_8x8_mode_flag=1
        31:pic_scaling_matrix_present_flag=0 32:second_chroma_qp_index_offset=-2
        37:rbsp_stop_one_bit=1
        """),
    TraceVector(
      name: "x264, 4:4:4, 10 bit, own matrices SPS",
      nalUnit: """
        67f4000c90d9b28202bc4c4e0220000003002000000641e28532c0
        """,
      trace: """
        0:forbidden_zero_bit=0 1:nal_ref_idc=3 3:nal_unit_type=7 8:profile_idc=244
        16:constraint_set0_flag=0 17:constraint_set1_flag=0 18:constraint_set2_flag=0
        19:constraint_set3_flag=0 20:constraint_set4_flag=0 21:constraint_set5_flag=0
        22:reserved_zero_2bits=0 24:level_idc=12 32:seq_parameter_set_id=0 33:chroma_format_idc=3
        38:separate_colour_plane_flag=0 39:bit_depth_luma_minus8=2 42:bit_depth_chroma_minus8=2
        45:qpprime_y_zero_transform_bypass_flag=0 46:seq_scaling_matrix_present_flag=0
        47:log2_max_frame_num_minus4=0 48:pic_order_cnt_type=0
        49:log2_max_pic_order_cnt_lsb_minus4=2 52:max_num_ref_frames=4
        57:gaps_in_frame_num_value_allowed_flag=0 58:pic_width_in_mbs_minus1=15
        67:pic_height_in_map_units_minus1=9 74:frame_mbs_only_flag=1 75:direct_8x8_inference_flag=1
        76:frame_cropping_flag=1 77:frame_crop_left_offset=0 78:frame_crop_right_offset=8
        85:frame_crop_top_offset=0 86:frame_crop_bottom_offset=8 93:vui_parameters_present_flag=1
        94:aspect_ratio_info_present_flag=1 95:aspect_ratio_idc=1 103:overscan_info_present_flag=0
        104:video_signal_type_present_flag=0 105:chroma_loc_info_present_flag=0
        106:timing_info_present_flag=1 107:num_units_in_tick=1 139:time_scale=50
        171:fixed_frame_rate_flag=0 172:nal_hrd_parameters_present_flag=0
        173:vcl_hrd_parameters_present_flag=0 174:pic_struct_present_flag=0
        175:bitstream_restriction_flag=1 176:motion_vectors_over_pic_boundaries_flag=1
        177:max_bytes_per_pic_denom=0 178:max_bits_per_mb_denom=0
        179:log2_max_mv_length_horizontal=9 186:log2_max_mv_length_vertical=9
        193:max_num_reorder_frames=2 196:max_dec_frame_buffering=4 201:rbsp_stop_one_bit=1
        """),
    TraceVector(
      name: "x264, 4:4:4, 10 bit, own matrices PPS",
      nalUnit: """
        68ebe3c44e12461073a318c8e7106442008484010d7ffffffffffffffe8044
        """,
      trace: """
        0:forbidden_zero_bit=0 1:nal_ref_idc=3 3:nal_unit_type=8 8:pic_parameter_set_id=0
        9:seq_parameter_set_id=0 10:entropy_coding_mode_flag=1
        11:bottom_field_pic_order_in_frame_present_flag=0 12:num_slice_groups_minus1=0
        13:num_ref_idx_l0_default_active_minus1=2 16:num_ref_idx_l1_default_active_minus1=0
        17:weighted_pred_flag=1 18:weighted_bipred_idc=2 20:pic_init_qp_minus26=-3
        25:pic_init_qs_minus26=0 26:chroma_qp_index_offset=4
        33:deblocking_filter_control_present_flag=1 34:constrained_intra_pred_flag=0
        35:redundant_pic_cnt_present_flag=0 36:transform_8x8_mode_flag=1
        37:pic_scaling_matrix_present_flag=1 38:pic_scaling_list_present_flag=1 39:delta_scale=9
        48:=1 51:=3 56:=4 63:=-3 68:=-3 73:=1 76:=3 81:=3 86:=3 91:=1 94:=-3 99:=-3 104:=4 111:=3
        116:=1 119:pic_scaling_list_present_flag=0 120:=0 121:=1 122:delta_scale=8 131:=-16
        142:pic_scaling_list_present_flag=0 143:=0 144:=1 145:delta_scale=8 154:=-16
        165:pic_scaling_list_present_flag=1 166:delta_scale=1 169:=0 170:=0 171:=0 172:=0 173:=0
        174:=0 175:=0 176:=0 177:=0 178:=0 179:=0 180:=0 181:=0 182:=0 183:=0 184:=0 185:=0 186:=0
        187:=0 188:=0 189:=0 190:=0 191:=0 192:=0 193:=0 194:=0 195:=0 196:=0 197:=0 198:=0 199:=0
        200:=0 201:=0 202:=0 203:=0 204:=0 205:=0 206:=0 207:=0 208:=0 209:=0 210:=0 211:=0 212:=0
        213:=0 214:=0 215:=0 216:=0 217:=0 218:=0 219:=0 220:=0 221:=0 222:=0 223:=0 224:=0 225:=0
        226:=0 227:=0 228:=0 229:=0 230:=0 231:=1 234:pic_scaling_list_present_flag=0 235:=0 236:=0
        237:=0 238:second_chroma_qp_index_offset=4 245:rbsp_stop_one_bit=1
        """),
    TraceVector(
      name: "x264, gray, lossless SPS",
      nalUnit: """
        67f4000cfac8080af131380b64000003000400000300c83c50a920
        """,
      trace: """
        0:forbidden_zero_bit=0 1:nal_ref_idc=3 3:nal_unit_type=7 8:profile_idc=244
        16:constraint_set0_flag=0 17:constraint_set1_flag=0 18:constraint_set2_flag=0
        19:constraint_set3_flag=0 20:constraint_set4_flag=0 21:constraint_set5_flag=0
        22:reserved_zero_2bits=0 24:level_idc=12 32:seq_parameter_set_id=0 33:chroma_format_idc=0
        34:bit_depth_luma_minus8=0 35:bit_depth_chroma_minus8=0
        36:qpprime_y_zero_transform_bypass_flag=1 37:seq_scaling_matrix_present_flag=0
        38:log2_max_frame_num_minus4=0 39:pic_order_cnt_type=2 42:max_num_ref_frames=3
        47:gaps_in_frame_num_value_allowed_flag=0 48:pic_width_in_mbs_minus1=15
        57:pic_height_in_map_units_minus1=9 64:frame_mbs_only_flag=1 65:direct_8x8_inference_flag=1
        66:frame_cropping_flag=1 67:frame_crop_left_offset=0 68:frame_crop_right_offset=8
        75:frame_crop_top_offset=0 76:frame_crop_bottom_offset=8 83:vui_parameters_present_flag=1
        84:aspect_ratio_info_present_flag=1 85:aspect_ratio_idc=1 93:overscan_info_present_flag=0
        94:video_signal_type_present_flag=1 95:video_format=5 98:video_full_range_flag=1
        99:colour_description_present_flag=0 100:chroma_loc_info_present_flag=0
        101:timing_info_present_flag=1 102:num_units_in_tick=1 134:time_scale=50
        166:fixed_frame_rate_flag=0 167:nal_hrd_parameters_present_flag=0
        168:vcl_hrd_parameters_present_flag=0 169:pic_struct_present_flag=0
        170:bitstream_restriction_flag=1 171:motion_vectors_over_pic_boundaries_flag=1
        172:max_bytes_per_pic_denom=0 173:max_bits_per_mb_denom=0
        174:log2_max_mv_length_horizontal=9 181:log2_max_mv_length_vertical=9
        188:max_num_reorder_frames=0 189:max_dec_frame_buffering=3 194:rbsp_stop_one_bit=1
        """),
    TraceVector(
      name: "x264, gray, lossless PPS",
      nalUnit: """
        68ebc06bcb
        """,
      trace: """
        0:forbidden_zero_bit=0 1:nal_ref_idc=3 3:nal_unit_type=8 8:pic_parameter_set_id=0
        9:seq_parameter_set_id=0 10:entropy_coding_mode_flag=1
        11:bottom_field_pic_order_in_frame_present_flag=0 12:num_slice_groups_minus1=0
        13:num_ref_idx_l0_default_active_minus1=2 16:num_ref_idx_l1_default_active_minus1=0
        17:weighted_pred_flag=1 18:weighted_bipred_idc=0 20:pic_init_qp_minus26=-26
        31:pic_init_qs_minus26=0 32:chroma_qp_index_offset=0
        33:deblocking_filter_control_present_flag=1 34:constrained_intra_pred_flag=0
        35:redundant_pic_cnt_present_flag=0 36:transform_8x8_mode_flag=1
        37:pic_scaling_matrix_present_flag=0 38:second_chroma_qp_index_offset=0
        39:rbsp_stop_one_bit=1
        """),
    TraceVector(
      name: "x264, baseline SPS",
      nalUnit: """
        6742c00cda04057965c044000003000400000300c83c50aa80
        """,
      trace: """
        0:forbidden_zero_bit=0 1:nal_ref_idc=3 3:nal_unit_type=7 8:profile_idc=66
        16:constraint_set0_flag=1 17:constraint_set1_flag=1 18:constraint_set2_flag=0
        19:constraint_set3_flag=0 20:constraint_set4_flag=0 21:constraint_set5_flag=0
        22:reserved_zero_2bits=0 24:level_idc=12 32:seq_parameter_set_id=0
        33:log2_max_frame_num_minus4=0 34:pic_order_cnt_type=2 37:max_num_ref_frames=1
        40:gaps_in_frame_num_value_allowed_flag=0 41:pic_width_in_mbs_minus1=15
        50:pic_height_in_map_units_minus1=9 57:frame_mbs_only_flag=1 58:direct_8x8_inference_flag=1
        59:frame_cropping_flag=1 60:frame_crop_left_offset=0 61:frame_crop_right_offset=4
        66:frame_crop_top_offset=0 67:frame_crop_bottom_offset=4 72:vui_parameters_present_flag=1
        73:aspect_ratio_info_present_flag=1 74:aspect_ratio_idc=1 82:overscan_info_present_flag=0
        83:video_signal_type_present_flag=0 84:chroma_loc_info_present_flag=0
        85:timing_info_present_flag=1 86:num_units_in_tick=1 118:time_scale=50
        150:fixed_frame_rate_flag=0 151:nal_hrd_parameters_present_flag=0
        152:vcl_hrd_parameters_present_flag=0 153:pic_struct_present_flag=0
        154:bitstream_restriction_flag=1 155:motion_vectors_over_pic_boundaries_flag=1
        156:max_bytes_per_pic_denom=0 157:max_bits_per_mb_denom=0
        158:log2_max_mv_length_horizontal=9 165:log2_max_mv_length_vertical=9
        172:max_num_reorder_frames=0 173:max_dec_frame_buffering=1 176:rbsp_stop_one_bit=1
        """),
    TraceVector(
      name: "x264, baseline PPS",
      nalUnit: """
        68ce0f2c80
        """,
      trace: """
        0:forbidden_zero_bit=0 1:nal_ref_idc=3 3:nal_unit_type=8 8:pic_parameter_set_id=0
        9:seq_parameter_set_id=0 10:entropy_coding_mode_flag=0
        11:bottom_field_pic_order_in_frame_present_flag=0 12:num_slice_groups_minus1=0
        13:num_ref_idx_l0_default_active_minus1=0 14:num_ref_idx_l1_default_active_minus1=0
        15:weighted_pred_flag=0 16:weighted_bipred_idc=0 18:pic_init_qp_minus26=-3
        23:pic_init_qs_minus26=0 24:chroma_qp_index_offset=-2
        29:deblocking_filter_control_present_flag=1 30:constrained_intra_pred_flag=0
        31:redundant_pic_cnt_present_flag=0 32:rbsp_stop_one_bit=1
        """),
  ]
}
