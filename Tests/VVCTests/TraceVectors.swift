// Written by hand, or those of a file of libheif's test corpus, and read by ffmpeg's `trace_headers` (of libavcodec 62;
// older versions do not support VVC).

import TestSupport

enum TraceVectors {
  static let all: [TraceVector] = [
    TraceVector(
      name: "written by hand, 4:4:4, SPS",
      nalUnit: """
        007930594353619000000300000300000300020000804302123456789abcdef0c014101934c85a134a13f9 \
        31bd640954cd1c8f4d2a6952df63a232b128842905a214a5fb323eaaba52bfb5bfed5e496891406518066f \
        d000003e90000ea60f4d56758a007d2007d10096806440044d00106a012c00c9401f9801f1c025c0190001 \
        15c00415804b4032345803e9003e8804b403220022680083500960064a00fcc00f8e012e00c80008ae0020 \
        ac025a0191800fa400fa2012d00c880089a0020d402580192803f3003e3804b803200022b80082b0096806 \
        478a6bfc48d159e28488055040
        """,
      trace: """
        0:forbidden_zero_bit=0 1:nuh_reserved_zero_bit=0 2:nuh_layer_id=0 8:nal_unit_type=15
        13:nuh_temporal_id_plus1=1 16:sps_seq_parameter_set_id=3 20:sps_video_parameter_set_id=0
        24:sps_max_sublayers_minus1=2 27:sps_chroma_format_idc=3 29:sps_log2_ctu_size_minus5=0
        31:sps_ptl_dpb_hrd_params_present_flag=1 32:general_profile_idc=33 39:general_tier_flag=1
        40:general_level_idc=83 48:ptl_frame_only_constraint_flag=0 49:ptl_multilayer_enabled_flag=1
        50:gci_present_flag=1 51:gci_intra_only_constraint_flag=0
        52:gci_all_layers_independent_constraint_flag=0 53:gci_one_au_only_constraint_flag=0
        54:gci_sixteen_minus_max_bitdepth_constraint_idc=6
        58:gci_three_minus_max_chroma_format_constraint_idc=1
        60:gci_no_mixed_nalu_types_in_pic_constraint_flag=0 61:gci_no_trail_constraint_flag=0
        62:gci_no_stsa_constraint_flag=0 63:gci_no_rasl_constraint_flag=0
        64:gci_no_radl_constraint_flag=0 65:gci_no_idr_constraint_flag=0
        66:gci_no_cra_constraint_flag=0 67:gci_no_gdr_constraint_flag=0
        68:gci_no_aps_constraint_flag=0 69:gci_no_idr_rpl_constraint_flag=0
        70:gci_one_tile_per_pic_constraint_flag=0
        71:gci_pic_header_in_slice_header_constraint_flag=0
        72:gci_one_slice_per_pic_constraint_flag=0 73:gci_no_rectangular_slice_constraint_flag=0
        74:gci_one_slice_per_subpic_constraint_flag=0 75:gci_no_subpic_info_constraint_flag=0
        76:gci_three_minus_max_log2_ctu_size_constraint_idc=0
        78:gci_no_partition_constraints_override_constraint_flag=0 79:gci_no_mtt_constraint_flag=0
        80:gci_no_qtbtt_dual_tree_intra_constraint_flag=0 81:gci_no_palette_constraint_flag=0
        82:gci_no_ibc_constraint_flag=0 83:gci_no_isp_constraint_flag=0
        84:gci_no_mrl_constraint_flag=0 85:gci_no_mip_constraint_flag=0
        86:gci_no_cclm_constraint_flag=0 87:gci_no_ref_pic_resampling_constraint_flag=0
        88:gci_no_res_change_in_clvs_constraint_flag=0
        89:gci_no_weighted_prediction_constraint_flag=0 90:gci_no_ref_wraparound_constraint_flag=0
        91:gci_no_temporal_mvp_constraint_flag=0 92:gci_no_sbtmvp_constraint_flag=0
        93:gci_no_amvr_constraint_flag=0 94:gci_no_bdof_constraint_flag=0
        95:gci_no_smvd_constraint_flag=0 96:gci_no_dmvr_constraint_flag=0
        97:gci_no_mmvd_constraint_flag=0 98:gci_no_affine_motion_constraint_flag=0
        99:gci_no_prof_constraint_flag=0 100:gci_no_bcw_constraint_flag=0
        101:gci_no_ciip_constraint_flag=0 102:gci_no_gpm_constraint_flag=0
        103:gci_no_luma_transform_size_64_constraint_flag=0
        104:gci_no_transform_skip_constraint_flag=0 105:gci_no_bdpcm_constraint_flag=0
        106:gci_no_mts_constraint_flag=0 107:gci_no_lfnst_constraint_flag=0
        108:gci_no_joint_cbcr_constraint_flag=0 109:gci_no_sbt_constraint_flag=0
        110:gci_no_act_constraint_flag=0 111:gci_no_explicit_scaling_list_constraint_flag=0
        112:gci_no_dep_quant_constraint_flag=0 113:gci_no_sign_data_hiding_constraint_flag=0
        114:gci_no_cu_qp_delta_constraint_flag=0 115:gci_no_chroma_qp_offset_constraint_flag=0
        116:gci_no_sao_constraint_flag=0 117:gci_no_alf_constraint_flag=0
        118:gci_no_ccalf_constraint_flag=0 119:gci_no_lmcs_constraint_flag=0
        120:gci_no_ladf_constraint_flag=0 121:gci_no_virtual_boundaries_constraint_flag=0
        122:gci_num_additional_bits=8 130:gci_all_rap_pictures_constraint_flag=0
        131:gci_no_extended_precision_processing_constraint_flag=0
        132:gci_no_ts_residual_coding_rice_constraint_flag=0
        133:gci_no_rrc_rice_extension_constraint_flag=0
        134:gci_no_persistent_rice_adaptation_constraint_flag=0
        135:gci_no_reverse_last_sig_coeff_constraint_flag=0 144:ptl_sublayer_level_present_flag=1
        145:=0 152:sublayer_level_idc=67 160:ptl_num_sub_profiles=2
        168:general_sub_profile_idc=305419896 200:=2596069104 232:sps_gdr_enabled_flag=1
        233:sps_ref_pic_resampling_enabled_flag=1 234:sps_res_change_in_clvs_allowed_flag=0
        235:sps_pic_width_max_in_luma_samples=320 252:sps_pic_height_max_in_luma_samples=200
        267:sps_conformance_window_flag=1 268:sps_conf_win_left_offset=1
        271:sps_conf_win_right_offset=2 274:sps_conf_win_top_offset=3
        279:sps_conf_win_bottom_offset=4 284:sps_subpic_info_present_flag=1
        285:sps_num_subpics_minus1=1 288:sps_independent_subpics_flag=0
        289:sps_subpic_same_size_flag=0 290:sps_subpic_width_minus1=4 294:sps_subpic_height_minus1=6
        297:sps_subpic_treated_as_pic_flag=1 298:sps_loop_filter_across_subpic_enabled_flag=0
        299:sps_subpic_ctu_top_left_x=5 303:sps_subpic_ctu_top_left_y=0
        306:sps_subpic_treated_as_pic_flag=0 307:sps_loop_filter_across_subpic_enabled_flag=1
        308:sps_subpic_id_len_minus1=6 313:sps_subpic_id_mapping_explicitly_signalled_flag=1
        314:sps_subpic_id_mapping_present_flag=1 315:sps_subpic_id=100 322:=99
        329:sps_bitdepth_minus8=2 332:sps_entropy_coding_sync_enabled_flag=1
        333:sps_entry_point_offsets_present_flag=1 334:sps_log2_max_pic_order_cnt_lsb_minus4=5
        338:sps_poc_msb_cycle_flag=1 339:sps_poc_msb_cycle_len_minus1=3 344:sps_num_extra_ph_bytes=0
        346:sps_num_extra_sh_bytes=0 348:sps_sublayer_dpb_params_flag=1
        349:dpb_max_dec_pic_buffering_minus1=4 354:dpb_max_num_reorder_pics=1
        357:dpb_max_latency_increase_plus1=0 358:dpb_max_dec_pic_buffering_minus1=5
        363:dpb_max_num_reorder_pics=2 366:dpb_max_latency_increase_plus1=1
        369:dpb_max_dec_pic_buffering_minus1=6 374:dpb_max_num_reorder_pics=3
        379:dpb_max_latency_increase_plus1=2 382:sps_log2_min_luma_coding_block_size_minus2=0
        383:sps_partition_constraints_override_enabled_flag=1
        384:sps_log2_diff_min_qt_min_cb_intra_slice_luma=1
        387:sps_max_mtt_hierarchy_depth_intra_slice_luma=2
        390:sps_log2_diff_max_bt_min_qt_intra_slice_luma=1
        393:sps_log2_diff_max_tt_min_qt_intra_slice_luma=1 396:sps_qtbtt_dual_tree_intra_flag=1
        397:sps_log2_diff_min_qt_min_cb_intra_slice_chroma=1
        400:sps_max_mtt_hierarchy_depth_intra_slice_chroma=2
        403:sps_log2_diff_max_bt_min_qt_intra_slice_chroma=1
        406:sps_log2_diff_max_tt_min_qt_intra_slice_chroma=1
        409:sps_log2_diff_min_qt_min_cb_inter_slice=0 410:sps_max_mtt_hierarchy_depth_inter_slice=1
        413:sps_log2_diff_max_bt_min_qt_inter_slice=1 416:sps_log2_diff_max_tt_min_qt_inter_slice=0
        417:sps_transform_skip_enabled_flag=1 418:sps_log2_transform_skip_max_size_minus2=2
        421:sps_bdpcm_enabled_flag=1 422:sps_mts_enabled_flag=1
        423:sps_explicit_mts_intra_enabled_flag=1 424:sps_explicit_mts_inter_enabled_flag=0
        425:sps_lfnst_enabled_flag=1 426:sps_joint_cbcr_enabled_flag=1
        427:sps_same_qp_table_for_chroma_flag=0 428:sps_qp_table_start_minus26=-3
        433:sps_num_points_in_qp_table_minus1=1 436:sps_delta_qp_in_val_minus1=3
        441:sps_delta_qp_diff_val=2 444:sps_delta_qp_in_val_minus1=4 449:sps_delta_qp_diff_val=2
        452:sps_qp_table_start_minus26=-4 459:sps_num_points_in_qp_table_minus1=1
        462:sps_delta_qp_in_val_minus1=3 467:sps_delta_qp_diff_val=3
        472:sps_delta_qp_in_val_minus1=4 477:sps_delta_qp_diff_val=3
        482:sps_qp_table_start_minus26=-5 489:sps_num_points_in_qp_table_minus1=1
        492:sps_delta_qp_in_val_minus1=3 497:sps_delta_qp_diff_val=4
        502:sps_delta_qp_in_val_minus1=4 507:sps_delta_qp_diff_val=4 512:sps_sao_enabled_flag=1
        513:sps_alf_enabled_flag=1 514:sps_ccalf_enabled_flag=1 515:sps_lmcs_enabled_flag=1
        516:sps_weighted_pred_flag=1 517:sps_weighted_bipred_flag=0
        518:sps_long_term_ref_pics_flag=1 519:sps_idr_rpl_present_flag=1
        520:sps_rpl1_same_as_rpl0_flag=0 521:sps_num_ref_pic_lists=2 524:num_ref_entries=3
        529:ltrp_in_header_flag=0 530:st_ref_pic_flag=1 531:abs_delta_poc_st=0
        532:strp_entry_sign_flag=1 533:st_ref_pic_flag=1 534:abs_delta_poc_st=0
        535:st_ref_pic_flag=0 536:rpls_poc_lsb_lt=341 545:num_ref_entries=2
        548:ltrp_in_header_flag=1 549:st_ref_pic_flag=0 550:=1 551:abs_delta_poc_st=4
        556:strp_entry_sign_flag=0 557:sps_num_ref_pic_lists=1 560:num_ref_entries=0
        561:sps_ref_wraparound_enabled_flag=0 562:sps_temporal_mvp_enabled_flag=1
        563:sps_sbtmvp_enabled_flag=1 564:sps_amvr_enabled_flag=1 565:sps_bdof_enabled_flag=1
        566:sps_bdof_control_present_in_ph_flag=1 567:sps_smvd_enabled_flag=1
        568:sps_dmvr_enabled_flag=1 569:sps_dmvr_control_present_in_ph_flag=0
        570:sps_mmvd_enabled_flag=1 571:sps_mmvd_fullpel_only_enabled_flag=1
        572:sps_six_minus_max_num_merge_cand=1 575:sps_sbt_enabled_flag=1
        576:sps_affine_enabled_flag=1 577:sps_five_minus_max_num_subblock_merge_cand=2
        580:sps_6param_affine_enabled_flag=1 581:sps_affine_amvr_enabled_flag=1
        582:sps_affine_prof_enabled_flag=1 583:sps_prof_control_present_in_ph_flag=1
        584:sps_bcw_enabled_flag=1 585:sps_ciip_enabled_flag=1 586:sps_gpm_enabled_flag=1
        587:sps_max_num_merge_cand_minus_max_num_gpm_cand=2
        590:sps_log2_parallel_merge_level_minus2=1 593:sps_isp_enabled_flag=1
        594:sps_mrl_enabled_flag=0 595:sps_mip_enabled_flag=1 596:sps_cclm_enabled_flag=1
        597:sps_palette_enabled_flag=1 598:sps_act_enabled_flag=1 599:sps_min_qp_prime_ts=3
        604:sps_ibc_enabled_flag=1 605:sps_six_minus_max_num_ibc_merge_cand=4
        610:sps_ladf_enabled_flag=1 611:sps_num_ladf_intervals_minus2=1
        613:sps_ladf_lowest_interval_qp_offset=-4 620:sps_ladf_qp_offset=5
        627:sps_ladf_delta_threshold_minus1=100 640:sps_ladf_qp_offset=6
        647:sps_ladf_delta_threshold_minus1=101 660:sps_explicit_scaling_list_enabled_flag=1
        661:sps_scaling_matrix_for_lfnst_disabled_flag=1
        662:sps_scaling_matrix_for_alternative_colour_space_disabled_flag=1
        663:sps_scaling_matrix_designated_colour_space_flag=1 664:sps_dep_quant_enabled_flag=1
        665:sps_sign_data_hiding_enabled_flag=1 666:sps_virtual_boundaries_enabled_flag=0
        667:sps_timing_hrd_params_present_flag=1 668:num_units_in_tick=1001 700:time_scale=60000
        732:general_nal_hrd_params_present_flag=1 733:general_vcl_hrd_params_present_flag=1
        734:general_same_pic_timing_in_all_ols_flag=1 735:general_du_hrd_params_present_flag=1
        736:tick_divisor_minus2=77 744:bit_rate_scale=5 748:cpb_size_scale=6 752:cpb_size_du_scale=7
        756:hrd_cpb_cnt_minus1=1 759:sps_sublayer_cpb_params_present_flag=1
        760:fixed_pic_rate_general_flag=1 761:elemental_duration_in_tc_minus1=9
        768:bit_rate_value_minus1=1000 787:cpb_size_value_minus1=2000
        808:cpb_size_du_value_minus1=300 825:bit_rate_du_value_minus1=400 842:cbr_flag=0
        843:bit_rate_value_minus1=1100 864:cpb_size_value_minus1=2100
        887:cpb_size_du_value_minus1=299 904:bit_rate_du_value_minus1=401 921:cbr_flag=1
        922:bit_rate_value_minus1=1010 941:cpb_size_value_minus1=1990
        962:cpb_size_du_value_minus1=301 979:bit_rate_du_value_minus1=399 996:cbr_flag=0
        997:bit_rate_value_minus1=1110 1018:cpb_size_value_minus1=2090
        1041:cpb_size_du_value_minus1=300 1058:bit_rate_du_value_minus1=400 1075:cbr_flag=1
        1076:fixed_pic_rate_general_flag=0 1077:fixed_pic_rate_within_cvs_flag=1
        1078:elemental_duration_in_tc_minus1=10 1085:bit_rate_value_minus1=1000
        1104:cpb_size_value_minus1=2000 1125:cpb_size_du_value_minus1=300
        1142:bit_rate_du_value_minus1=400 1159:cbr_flag=0 1160:bit_rate_value_minus1=1100
        1181:cpb_size_value_minus1=2100 1204:cpb_size_du_value_minus1=299
        1221:bit_rate_du_value_minus1=401 1238:cbr_flag=1 1239:bit_rate_value_minus1=1010
        1258:cpb_size_value_minus1=1990 1279:cpb_size_du_value_minus1=301
        1296:bit_rate_du_value_minus1=399 1313:cbr_flag=0 1314:bit_rate_value_minus1=1110
        1335:cpb_size_value_minus1=2090 1358:cpb_size_du_value_minus1=300
        1375:bit_rate_du_value_minus1=400 1392:cbr_flag=1 1393:fixed_pic_rate_general_flag=0
        1394:fixed_pic_rate_within_cvs_flag=0 1395:bit_rate_value_minus1=1000
        1414:cpb_size_value_minus1=2000 1435:cpb_size_du_value_minus1=300
        1452:bit_rate_du_value_minus1=400 1469:cbr_flag=0 1470:bit_rate_value_minus1=1100
        1491:cpb_size_value_minus1=2100 1514:cpb_size_du_value_minus1=299
        1531:bit_rate_du_value_minus1=401 1548:cbr_flag=1 1549:bit_rate_value_minus1=1010
        1568:cpb_size_value_minus1=1990 1589:cpb_size_du_value_minus1=301
        1606:bit_rate_du_value_minus1=399 1623:cbr_flag=0 1624:bit_rate_value_minus1=1110
        1645:cpb_size_value_minus1=2090 1668:cpb_size_du_value_minus1=300
        1685:bit_rate_du_value_minus1=400 1702:cbr_flag=1 1703:sps_field_seq_flag=1
        1704:sps_vui_parameters_present_flag=1 1705:sps_vui_payload_size_minus1=9
        1712:vui_progressive_source_flag=0 1713:vui_interlaced_source_flag=1
        1714:vui_non_packed_constraint_flag=1 1715:vui_non_projected_constraint_flag=0
        1716:vui_aspect_ratio_info_present_flag=1 1717:vui_aspect_ratio_constant_flag=0
        1718:vui_aspect_ratio_idc=255 1726:vui_sar_width=4660 1742:vui_sar_height=22136
        1758:vui_overscan_info_present_flag=1 1759:vui_overscan_appropriate_flag=0
        1760:vui_colour_description_present_flag=1 1761:vui_colour_primaries=9
        1769:vui_transfer_characteristics=16 1777:vui_matrix_coeffs=10 1785:vui_full_range_flag=1
        1786:vui_chroma_loc_info_present_flag=0 1792:sps_extension_flag=0 1793:rbsp_stop_one_bit=1
        """),
    TraceVector(
      name: "written by hand, 4:0:0, SPS",
      nalUnit: """
        00794003823380000014080784800e9f00300608036202a85400000300040000030064168c044040
        """,
      trace: """
        0:forbidden_zero_bit=0 1:nuh_reserved_zero_bit=0 2:nuh_layer_id=0 8:nal_unit_type=15
        13:nuh_temporal_id_plus1=1 16:sps_seq_parameter_set_id=4 20:sps_video_parameter_set_id=0
        24:sps_max_sublayers_minus1=0 27:sps_chroma_format_idc=0 29:sps_log2_ctu_size_minus5=1
        31:sps_ptl_dpb_hrd_params_present_flag=1 32:general_profile_idc=65 39:general_tier_flag=0
        40:general_level_idc=51 48:ptl_frame_only_constraint_flag=1 49:ptl_multilayer_enabled_flag=0
        50:gci_present_flag=0 56:ptl_num_sub_profiles=0 64:sps_gdr_enabled_flag=0
        65:sps_ref_pic_resampling_enabled_flag=0 66:sps_pic_width_max_in_luma_samples=640
        85:sps_pic_height_max_in_luma_samples=480 102:sps_conformance_window_flag=0
        103:sps_subpic_info_present_flag=0 104:sps_bitdepth_minus8=0
        105:sps_entropy_coding_sync_enabled_flag=0 106:sps_entry_point_offsets_present_flag=0
        107:sps_log2_max_pic_order_cnt_lsb_minus4=0 111:sps_poc_msb_cycle_flag=0
        112:sps_num_extra_ph_bytes=0 114:sps_num_extra_sh_bytes=0
        116:dpb_max_dec_pic_buffering_minus1=0 117:dpb_max_num_reorder_pics=0
        118:dpb_max_latency_increase_plus1=0 119:sps_log2_min_luma_coding_block_size_minus2=1
        122:sps_partition_constraints_override_enabled_flag=0
        123:sps_log2_diff_min_qt_min_cb_intra_slice_luma=0
        124:sps_max_mtt_hierarchy_depth_intra_slice_luma=0
        125:sps_log2_diff_min_qt_min_cb_inter_slice=0 126:sps_max_mtt_hierarchy_depth_inter_slice=0
        127:sps_max_luma_transform_size_64_flag=1 128:sps_transform_skip_enabled_flag=0
        129:sps_mts_enabled_flag=0 130:sps_lfnst_enabled_flag=0 131:sps_sao_enabled_flag=0
        132:sps_alf_enabled_flag=0 133:sps_lmcs_enabled_flag=0 134:sps_weighted_pred_flag=0
        135:sps_weighted_bipred_flag=0 136:sps_long_term_ref_pics_flag=0
        137:sps_idr_rpl_present_flag=0 138:sps_rpl1_same_as_rpl0_flag=1 139:sps_num_ref_pic_lists=0
        140:sps_ref_wraparound_enabled_flag=0 141:sps_temporal_mvp_enabled_flag=0
        142:sps_amvr_enabled_flag=0 143:sps_bdof_enabled_flag=0 144:sps_smvd_enabled_flag=0
        145:sps_dmvr_enabled_flag=0 146:sps_mmvd_enabled_flag=0
        147:sps_six_minus_max_num_merge_cand=5 152:sps_sbt_enabled_flag=0
        153:sps_affine_enabled_flag=0 154:sps_bcw_enabled_flag=0 155:sps_ciip_enabled_flag=0
        156:sps_log2_parallel_merge_level_minus2=0 157:sps_isp_enabled_flag=0
        158:sps_mrl_enabled_flag=0 159:sps_mip_enabled_flag=0 160:sps_palette_enabled_flag=0
        161:sps_ibc_enabled_flag=0 162:sps_ladf_enabled_flag=0
        163:sps_explicit_scaling_list_enabled_flag=0 164:sps_dep_quant_enabled_flag=0
        165:sps_sign_data_hiding_enabled_flag=0 166:sps_virtual_boundaries_enabled_flag=1
        167:sps_virtual_boundaries_present_flag=1 168:sps_num_ver_virtual_boundaries=2
        171:sps_virtual_boundary_pos_x_minus1=7 178:=20 187:sps_num_hor_virtual_boundaries=1
        190:sps_virtual_boundary_pos_y_minus1=9 197:sps_timing_hrd_params_present_flag=1
        198:num_units_in_tick=1 230:time_scale=25 262:general_nal_hrd_params_present_flag=0
        263:general_vcl_hrd_params_present_flag=0 264:fixed_pic_rate_general_flag=0
        265:fixed_pic_rate_within_cvs_flag=0 266:sps_field_seq_flag=0
        267:sps_vui_parameters_present_flag=1 268:sps_vui_payload_size_minus1=2
        272:vui_progressive_source_flag=1 273:vui_interlaced_source_flag=0
        274:vui_non_packed_constraint_flag=0 275:vui_non_projected_constraint_flag=0
        276:vui_aspect_ratio_info_present_flag=1 277:vui_aspect_ratio_constant_flag=1
        278:vui_aspect_ratio_idc=1 286:vui_overscan_info_present_flag=0
        287:vui_colour_description_present_flag=0 288:vui_chroma_loc_info_present_flag=0
        296:sps_extension_flag=0 297:rbsp_stop_one_bit=1
        """),
    TraceVector(
      name: "written by hand, 4:2:0, SPS",
      nalUnit: """
        0079500b823380000014080784800e9b8426990a601803045036202a8540000003004000000641608c049e \
        40
        """,
      trace: """
        0:forbidden_zero_bit=0 1:nuh_reserved_zero_bit=0 2:nuh_layer_id=0 8:nal_unit_type=15
        13:nuh_temporal_id_plus1=1 16:sps_seq_parameter_set_id=5 20:sps_video_parameter_set_id=0
        24:sps_max_sublayers_minus1=0 27:sps_chroma_format_idc=1 29:sps_log2_ctu_size_minus5=1
        31:sps_ptl_dpb_hrd_params_present_flag=1 32:general_profile_idc=65 39:general_tier_flag=0
        40:general_level_idc=51 48:ptl_frame_only_constraint_flag=1 49:ptl_multilayer_enabled_flag=0
        50:gci_present_flag=0 56:ptl_num_sub_profiles=0 64:sps_gdr_enabled_flag=0
        65:sps_ref_pic_resampling_enabled_flag=0 66:sps_pic_width_max_in_luma_samples=640
        85:sps_pic_height_max_in_luma_samples=480 102:sps_conformance_window_flag=0
        103:sps_subpic_info_present_flag=0 104:sps_bitdepth_minus8=0
        105:sps_entropy_coding_sync_enabled_flag=0 106:sps_entry_point_offsets_present_flag=0
        107:sps_log2_max_pic_order_cnt_lsb_minus4=0 111:sps_poc_msb_cycle_flag=0
        112:sps_num_extra_ph_bytes=0 114:sps_num_extra_sh_bytes=0
        116:dpb_max_dec_pic_buffering_minus1=0 117:dpb_max_num_reorder_pics=0
        118:dpb_max_latency_increase_plus1=0 119:sps_log2_min_luma_coding_block_size_minus2=1
        122:sps_partition_constraints_override_enabled_flag=0
        123:sps_log2_diff_min_qt_min_cb_intra_slice_luma=0
        124:sps_max_mtt_hierarchy_depth_intra_slice_luma=0 125:sps_qtbtt_dual_tree_intra_flag=0
        126:sps_log2_diff_min_qt_min_cb_inter_slice=0 127:sps_max_mtt_hierarchy_depth_inter_slice=0
        128:sps_max_luma_transform_size_64_flag=1 129:sps_transform_skip_enabled_flag=0
        130:sps_mts_enabled_flag=0 131:sps_lfnst_enabled_flag=0 132:sps_joint_cbcr_enabled_flag=0
        133:sps_same_qp_table_for_chroma_flag=1 134:sps_qp_table_start_minus26=-9
        143:sps_num_points_in_qp_table_minus1=1 146:sps_delta_qp_in_val_minus1=2
        149:sps_delta_qp_diff_val=3 154:sps_delta_qp_in_val_minus1=4 159:sps_delta_qp_diff_val=5
        164:sps_sao_enabled_flag=0 165:sps_alf_enabled_flag=0 166:sps_lmcs_enabled_flag=0
        167:sps_weighted_pred_flag=0 168:sps_weighted_bipred_flag=0
        169:sps_long_term_ref_pics_flag=0 170:sps_idr_rpl_present_flag=0
        171:sps_rpl1_same_as_rpl0_flag=1 172:sps_num_ref_pic_lists=0
        173:sps_ref_wraparound_enabled_flag=0 174:sps_temporal_mvp_enabled_flag=0
        175:sps_amvr_enabled_flag=0 176:sps_bdof_enabled_flag=0 177:sps_smvd_enabled_flag=0
        178:sps_dmvr_enabled_flag=0 179:sps_mmvd_enabled_flag=0
        180:sps_six_minus_max_num_merge_cand=5 185:sps_sbt_enabled_flag=0
        186:sps_affine_enabled_flag=0 187:sps_bcw_enabled_flag=0 188:sps_ciip_enabled_flag=0
        189:sps_log2_parallel_merge_level_minus2=0 190:sps_isp_enabled_flag=0
        191:sps_mrl_enabled_flag=0 192:sps_mip_enabled_flag=0 193:sps_cclm_enabled_flag=1
        194:sps_chroma_horizontal_collocated_flag=0 195:sps_chroma_vertical_collocated_flag=1
        196:sps_palette_enabled_flag=0 197:sps_ibc_enabled_flag=0 198:sps_ladf_enabled_flag=0
        199:sps_explicit_scaling_list_enabled_flag=0 200:sps_dep_quant_enabled_flag=0
        201:sps_sign_data_hiding_enabled_flag=0 202:sps_virtual_boundaries_enabled_flag=1
        203:sps_virtual_boundaries_present_flag=1 204:sps_num_ver_virtual_boundaries=2
        207:sps_virtual_boundary_pos_x_minus1=7 214:=20 223:sps_num_hor_virtual_boundaries=1
        226:sps_virtual_boundary_pos_y_minus1=9 233:sps_timing_hrd_params_present_flag=1
        234:num_units_in_tick=1 266:time_scale=25 298:general_nal_hrd_params_present_flag=0
        299:general_vcl_hrd_params_present_flag=0 300:fixed_pic_rate_general_flag=0
        301:fixed_pic_rate_within_cvs_flag=0 302:sps_field_seq_flag=0
        303:sps_vui_parameters_present_flag=1 304:sps_vui_payload_size_minus1=2
        312:vui_progressive_source_flag=1 313:vui_interlaced_source_flag=0
        314:vui_non_packed_constraint_flag=0 315:vui_non_projected_constraint_flag=0
        316:vui_aspect_ratio_info_present_flag=1 317:vui_aspect_ratio_constant_flag=1
        318:vui_aspect_ratio_idc=1 326:vui_overscan_info_present_flag=0
        327:vui_colour_description_present_flag=0 328:vui_chroma_loc_info_present_flag=1
        329:vui_chroma_sample_loc_type_frame=6 336:sps_extension_flag=0 337:rbsp_stop_one_bit=1
        """),
    TraceVector(
      name: "vvc32.heif, SPS",
      nalUnit: """
        007900ad02108000008108212a007374dba6469149bce1365630408278032831610860c442064883521e8f \
        56a4bc926a4b2445a88bc449a88914911264889351964842d4217842f56a4bc97a865062c4031620204204 \
        040a8408081a4204040b1020204410102c820204840419020442040b2102048810682049041c20c8116841 \
        2421c43425c8e57ff7657e724000000300400000064620
        """,
      trace: """
        0:forbidden_zero_bit=0 1:nuh_reserved_zero_bit=0 2:nuh_layer_id=0 8:nal_unit_type=15
        13:nuh_temporal_id_plus1=1 16:sps_seq_parameter_set_id=0 20:sps_video_parameter_set_id=0
        24:sps_max_sublayers_minus1=5 27:sps_chroma_format_idc=1 29:sps_log2_ctu_size_minus5=2
        31:sps_ptl_dpb_hrd_params_present_flag=1 32:general_profile_idc=1 39:general_tier_flag=0
        40:general_level_idc=16 48:ptl_frame_only_constraint_flag=1 49:ptl_multilayer_enabled_flag=0
        50:gci_present_flag=0 56:ptl_sublayer_level_present_flag=0 57:=0 58:=0 59:=0 60:=0
        64:ptl_num_sub_profiles=0 72:sps_gdr_enabled_flag=1 73:sps_ref_pic_resampling_enabled_flag=0
        74:sps_pic_width_max_in_luma_samples=32 85:sps_pic_height_max_in_luma_samples=32
        96:sps_conformance_window_flag=0 97:sps_subpic_info_present_flag=0 98:sps_bitdepth_minus8=0
        99:sps_entropy_coding_sync_enabled_flag=0 100:sps_entry_point_offsets_present_flag=1
        101:sps_log2_max_pic_order_cnt_lsb_minus4=4 105:sps_poc_msb_cycle_flag=0
        106:sps_num_extra_ph_bytes=0 108:sps_num_extra_sh_bytes=0 110:sps_sublayer_dpb_params_flag=0
        111:dpb_max_dec_pic_buffering_minus1=6 116:dpb_max_num_reorder_pics=5
        121:dpb_max_latency_increase_plus1=0 122:sps_log2_min_luma_coding_block_size_minus2=0
        123:sps_partition_constraints_override_enabled_flag=1
        124:sps_log2_diff_min_qt_min_cb_intra_slice_luma=1
        127:sps_max_mtt_hierarchy_depth_intra_slice_luma=2
        130:sps_log2_diff_max_bt_min_qt_intra_slice_luma=2
        133:sps_log2_diff_max_tt_min_qt_intra_slice_luma=2 136:sps_qtbtt_dual_tree_intra_flag=1
        137:sps_log2_diff_min_qt_min_cb_intra_slice_chroma=1
        140:sps_max_mtt_hierarchy_depth_intra_slice_chroma=2
        143:sps_log2_diff_max_bt_min_qt_intra_slice_chroma=3
        148:sps_log2_diff_max_tt_min_qt_intra_slice_chroma=2
        151:sps_log2_diff_min_qt_min_cb_inter_slice=1 154:sps_max_mtt_hierarchy_depth_inter_slice=1
        157:sps_log2_diff_max_bt_min_qt_inter_slice=4 162:sps_log2_diff_max_tt_min_qt_inter_slice=3
        167:sps_max_luma_transform_size_64_flag=1 168:sps_transform_skip_enabled_flag=1
        169:sps_log2_transform_skip_max_size_minus2=2 172:sps_bdpcm_enabled_flag=1
        173:sps_mts_enabled_flag=1 174:sps_explicit_mts_intra_enabled_flag=0
        175:sps_explicit_mts_inter_enabled_flag=0 176:sps_lfnst_enabled_flag=1
        177:sps_joint_cbcr_enabled_flag=1 178:sps_same_qp_table_for_chroma_flag=1
        179:sps_qp_table_start_minus26=-9 188:sps_num_points_in_qp_table_minus1=2
        191:sps_delta_qp_in_val_minus1=4 196:sps_delta_qp_diff_val=2
        199:sps_delta_qp_in_val_minus1=11 206:sps_delta_qp_diff_val=7
        213:sps_delta_qp_in_val_minus1=7 220:sps_delta_qp_diff_val=3 225:sps_sao_enabled_flag=1
        226:sps_alf_enabled_flag=1 227:sps_ccalf_enabled_flag=1 228:sps_lmcs_enabled_flag=1
        229:sps_weighted_pred_flag=0 230:sps_weighted_bipred_flag=0
        231:sps_long_term_ref_pics_flag=0 232:sps_idr_rpl_present_flag=0
        233:sps_rpl1_same_as_rpl0_flag=0 234:sps_num_ref_pic_lists=24 243:num_ref_entries=1
        246:abs_delta_poc_st=23 255:strp_entry_sign_flag=1 256:num_ref_entries=2
        259:abs_delta_poc_st=15 268:strp_entry_sign_flag=1 269:abs_delta_poc_st=23
        278:strp_entry_sign_flag=0 279:num_ref_entries=2 282:abs_delta_poc_st=7
        289:strp_entry_sign_flag=1 290:abs_delta_poc_st=15 299:strp_entry_sign_flag=0
        300:num_ref_entries=2 303:abs_delta_poc_st=3 308:strp_entry_sign_flag=1
        309:abs_delta_poc_st=7 316:strp_entry_sign_flag=0 317:num_ref_entries=2
        320:abs_delta_poc_st=1 323:strp_entry_sign_flag=1 324:abs_delta_poc_st=3
        329:strp_entry_sign_flag=0 330:num_ref_entries=2 333:abs_delta_poc_st=0
        334:strp_entry_sign_flag=1 335:abs_delta_poc_st=1 338:strp_entry_sign_flag=0
        339:num_ref_entries=2 342:abs_delta_poc_st=0 343:strp_entry_sign_flag=1
        344:abs_delta_poc_st=1 347:strp_entry_sign_flag=1 348:num_ref_entries=2
        351:abs_delta_poc_st=1 354:strp_entry_sign_flag=1 355:abs_delta_poc_st=3
        360:strp_entry_sign_flag=1 361:num_ref_entries=2 364:abs_delta_poc_st=0
        365:strp_entry_sign_flag=1 366:abs_delta_poc_st=3 371:strp_entry_sign_flag=1
        372:num_ref_entries=3 377:abs_delta_poc_st=0 378:strp_entry_sign_flag=1
        379:abs_delta_poc_st=1 382:strp_entry_sign_flag=1 383:abs_delta_poc_st=3
        388:strp_entry_sign_flag=1 389:num_ref_entries=2 392:abs_delta_poc_st=3
        397:strp_entry_sign_flag=1 398:abs_delta_poc_st=7 405:strp_entry_sign_flag=1
        406:num_ref_entries=2 409:abs_delta_poc_st=1 412:strp_entry_sign_flag=1
        413:abs_delta_poc_st=7 420:strp_entry_sign_flag=1 421:num_ref_entries=2
        424:abs_delta_poc_st=0 425:strp_entry_sign_flag=1 426:abs_delta_poc_st=7
        433:strp_entry_sign_flag=1 434:num_ref_entries=3 439:abs_delta_poc_st=0
        440:strp_entry_sign_flag=1 441:abs_delta_poc_st=1 444:strp_entry_sign_flag=1
        445:abs_delta_poc_st=7 452:strp_entry_sign_flag=1 453:num_ref_entries=3
        458:abs_delta_poc_st=1 461:strp_entry_sign_flag=1 462:abs_delta_poc_st=3
        467:strp_entry_sign_flag=1 468:abs_delta_poc_st=7 475:strp_entry_sign_flag=1
        476:num_ref_entries=3 481:abs_delta_poc_st=0 482:strp_entry_sign_flag=1
        483:abs_delta_poc_st=3 488:strp_entry_sign_flag=1 489:abs_delta_poc_st=7
        496:strp_entry_sign_flag=1 497:num_ref_entries=3 502:abs_delta_poc_st=0
        503:strp_entry_sign_flag=1 504:abs_delta_poc_st=1 507:strp_entry_sign_flag=1
        508:abs_delta_poc_st=11 515:strp_entry_sign_flag=1 516:num_ref_entries=2
        519:abs_delta_poc_st=3 524:strp_entry_sign_flag=1 525:abs_delta_poc_st=15
        534:strp_entry_sign_flag=1 535:num_ref_entries=2 538:abs_delta_poc_st=1
        541:strp_entry_sign_flag=1 542:abs_delta_poc_st=15 551:strp_entry_sign_flag=1
        552:num_ref_entries=2 555:abs_delta_poc_st=0 556:strp_entry_sign_flag=1
        557:abs_delta_poc_st=15 566:strp_entry_sign_flag=1 567:num_ref_entries=2
        570:abs_delta_poc_st=0 571:strp_entry_sign_flag=1 572:abs_delta_poc_st=1
        575:strp_entry_sign_flag=1 576:num_ref_entries=2 579:abs_delta_poc_st=1
        582:strp_entry_sign_flag=1 583:abs_delta_poc_st=3 588:strp_entry_sign_flag=1
        589:num_ref_entries=2 592:abs_delta_poc_st=0 593:strp_entry_sign_flag=1
        594:abs_delta_poc_st=3 599:strp_entry_sign_flag=1 600:num_ref_entries=2
        603:abs_delta_poc_st=0 604:strp_entry_sign_flag=1 605:abs_delta_poc_st=1
        608:strp_entry_sign_flag=1 609:sps_num_ref_pic_lists=24 618:num_ref_entries=1
        621:abs_delta_poc_st=23 630:strp_entry_sign_flag=1 631:num_ref_entries=2
        634:abs_delta_poc_st=7 641:strp_entry_sign_flag=0 642:abs_delta_poc_st=23
        651:strp_entry_sign_flag=1 652:num_ref_entries=2 655:abs_delta_poc_st=7
        662:strp_entry_sign_flag=0 663:abs_delta_poc_st=7 670:strp_entry_sign_flag=0
        671:num_ref_entries=3 676:abs_delta_poc_st=3 681:strp_entry_sign_flag=0
        682:abs_delta_poc_st=7 689:strp_entry_sign_flag=0 690:abs_delta_poc_st=7
        697:strp_entry_sign_flag=0 698:num_ref_entries=4 703:abs_delta_poc_st=1
        706:strp_entry_sign_flag=0 707:abs_delta_poc_st=3 712:strp_entry_sign_flag=0
        713:abs_delta_poc_st=7 720:strp_entry_sign_flag=0 721:abs_delta_poc_st=7
        728:strp_entry_sign_flag=0 729:num_ref_entries=5 734:abs_delta_poc_st=0
        735:strp_entry_sign_flag=0 736:abs_delta_poc_st=1 739:strp_entry_sign_flag=0
        740:abs_delta_poc_st=3 745:strp_entry_sign_flag=0 746:abs_delta_poc_st=7
        753:strp_entry_sign_flag=0 754:abs_delta_poc_st=7 761:strp_entry_sign_flag=0
        762:num_ref_entries=4 767:abs_delta_poc_st=0 768:strp_entry_sign_flag=0
        769:abs_delta_poc_st=3 774:strp_entry_sign_flag=0 775:abs_delta_poc_st=7
        782:strp_entry_sign_flag=0 783:abs_delta_poc_st=7 790:strp_entry_sign_flag=0
        791:num_ref_entries=3 796:abs_delta_poc_st=1 799:strp_entry_sign_flag=0
        800:abs_delta_poc_st=7 807:strp_entry_sign_flag=0 808:abs_delta_poc_st=7
        815:strp_entry_sign_flag=0 816:num_ref_entries=4 821:abs_delta_poc_st=0
        822:strp_entry_sign_flag=0 823:abs_delta_poc_st=1 826:strp_entry_sign_flag=0
        827:abs_delta_poc_st=7 834:strp_entry_sign_flag=0 835:abs_delta_poc_st=7
        842:strp_entry_sign_flag=0 843:num_ref_entries=3 848:abs_delta_poc_st=0
        849:strp_entry_sign_flag=0 850:abs_delta_poc_st=7 857:strp_entry_sign_flag=0
        858:abs_delta_poc_st=7 865:strp_entry_sign_flag=0 866:num_ref_entries=2
        869:abs_delta_poc_st=3 874:strp_entry_sign_flag=0 875:abs_delta_poc_st=7
        882:strp_entry_sign_flag=0 883:num_ref_entries=3 888:abs_delta_poc_st=1
        891:strp_entry_sign_flag=0 892:abs_delta_poc_st=3 897:strp_entry_sign_flag=0
        898:abs_delta_poc_st=7 905:strp_entry_sign_flag=0 906:num_ref_entries=4
        911:abs_delta_poc_st=0 912:strp_entry_sign_flag=0 913:abs_delta_poc_st=1
        916:strp_entry_sign_flag=0 917:abs_delta_poc_st=3 922:strp_entry_sign_flag=0
        923:abs_delta_poc_st=7 930:strp_entry_sign_flag=0 931:num_ref_entries=3
        936:abs_delta_poc_st=0 937:strp_entry_sign_flag=0 938:abs_delta_poc_st=3
        943:strp_entry_sign_flag=0 944:abs_delta_poc_st=7 951:strp_entry_sign_flag=0
        952:num_ref_entries=2 955:abs_delta_poc_st=1 958:strp_entry_sign_flag=0
        959:abs_delta_poc_st=7 966:strp_entry_sign_flag=0 967:num_ref_entries=3
        972:abs_delta_poc_st=0 973:strp_entry_sign_flag=0 974:abs_delta_poc_st=1
        977:strp_entry_sign_flag=0 978:abs_delta_poc_st=7 985:strp_entry_sign_flag=0
        986:num_ref_entries=2 989:abs_delta_poc_st=0 990:strp_entry_sign_flag=0
        991:abs_delta_poc_st=7 998:strp_entry_sign_flag=0 999:num_ref_entries=2
        1002:abs_delta_poc_st=3 1007:strp_entry_sign_flag=0 1008:abs_delta_poc_st=7
        1015:strp_entry_sign_flag=1 1016:num_ref_entries=2 1019:abs_delta_poc_st=1
        1022:strp_entry_sign_flag=0 1023:abs_delta_poc_st=3 1028:strp_entry_sign_flag=0
        1029:num_ref_entries=3 1034:abs_delta_poc_st=0 1035:strp_entry_sign_flag=0
        1036:abs_delta_poc_st=1 1039:strp_entry_sign_flag=0 1040:abs_delta_poc_st=3
        1045:strp_entry_sign_flag=0 1046:num_ref_entries=2 1049:abs_delta_poc_st=0
        1050:strp_entry_sign_flag=0 1051:abs_delta_poc_st=3 1056:strp_entry_sign_flag=0
        1057:num_ref_entries=2 1060:abs_delta_poc_st=1 1063:strp_entry_sign_flag=0
        1064:abs_delta_poc_st=3 1069:strp_entry_sign_flag=1 1070:num_ref_entries=2
        1073:abs_delta_poc_st=0 1074:strp_entry_sign_flag=0 1075:abs_delta_poc_st=1
        1078:strp_entry_sign_flag=0 1079:num_ref_entries=2 1082:abs_delta_poc_st=0
        1083:strp_entry_sign_flag=0 1084:abs_delta_poc_st=1 1087:strp_entry_sign_flag=1
        1088:sps_ref_wraparound_enabled_flag=0 1089:sps_temporal_mvp_enabled_flag=1
        1090:sps_sbtmvp_enabled_flag=1 1091:sps_amvr_enabled_flag=1 1092:sps_bdof_enabled_flag=1
        1093:sps_bdof_control_present_in_ph_flag=1 1094:sps_smvd_enabled_flag=1
        1095:sps_dmvr_enabled_flag=1 1096:sps_dmvr_control_present_in_ph_flag=1
        1097:sps_mmvd_enabled_flag=1 1098:sps_mmvd_fullpel_only_enabled_flag=1
        1099:sps_six_minus_max_num_merge_cand=0 1100:sps_sbt_enabled_flag=0
        1101:sps_affine_enabled_flag=1 1102:sps_five_minus_max_num_subblock_merge_cand=0
        1103:sps_6param_affine_enabled_flag=1 1104:sps_affine_amvr_enabled_flag=0
        1105:sps_affine_prof_enabled_flag=1 1106:sps_prof_control_present_in_ph_flag=1
        1107:sps_bcw_enabled_flag=0 1108:sps_ciip_enabled_flag=0 1109:sps_gpm_enabled_flag=1
        1110:sps_max_num_merge_cand_minus_max_num_gpm_cand=1
        1113:sps_log2_parallel_merge_level_minus2=0 1114:sps_isp_enabled_flag=1
        1115:sps_mrl_enabled_flag=1 1116:sps_mip_enabled_flag=1 1117:sps_cclm_enabled_flag=1
        1118:sps_chroma_horizontal_collocated_flag=1 1119:sps_chroma_vertical_collocated_flag=0
        1120:sps_palette_enabled_flag=0 1121:sps_min_qp_prime_ts=0 1122:sps_ibc_enabled_flag=1
        1123:sps_six_minus_max_num_ibc_merge_cand=0 1124:sps_ladf_enabled_flag=0
        1125:sps_explicit_scaling_list_enabled_flag=0 1126:sps_dep_quant_enabled_flag=1
        1127:sps_sign_data_hiding_enabled_flag=0 1128:sps_virtual_boundaries_enabled_flag=0
        1129:sps_timing_hrd_params_present_flag=1 1130:num_units_in_tick=1 1162:time_scale=25
        1194:general_nal_hrd_params_present_flag=0 1195:general_vcl_hrd_params_present_flag=0
        1196:sps_sublayer_cpb_params_present_flag=0 1197:fixed_pic_rate_general_flag=1
        1198:elemental_duration_in_tc_minus1=0 1199:sps_field_seq_flag=0
        1200:sps_vui_parameters_present_flag=0 1201:sps_extension_flag=0 1202:rbsp_stop_one_bit=1
        """),
    TraceVector(
      name: "vvc32.heif, PPS",
      nalUnit: """
        00810000841088900cfb82
        """,
      trace: """
        0:forbidden_zero_bit=0 1:nuh_reserved_zero_bit=0 2:nuh_layer_id=0 8:nal_unit_type=16
        13:nuh_temporal_id_plus1=1 16:pps_pic_parameter_set_id=0 22:pps_seq_parameter_set_id=0
        26:pps_mixed_nalu_types_in_pic_flag=0 27:pps_pic_width_in_luma_samples=32
        38:pps_pic_height_in_luma_samples=32 49:pps_conformance_window_flag=0
        50:pps_scaling_window_explicit_signalling_flag=0 51:pps_output_flag_present_flag=0
        52:pps_no_pic_partition_flag=1 53:pps_subpic_id_mapping_present_flag=0
        """),
  ]
}
