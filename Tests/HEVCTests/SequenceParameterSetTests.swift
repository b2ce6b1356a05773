import FieldCoding
import HEVC
import Testing

/// Compares SPSs with the output of ffprobe about the same streams.
struct SequenceParameterSetTests {
  private func set(_ prefix: String) throws -> SequenceParameterSet {
    let vector = try #require(
      TraceVectors.all.first { $0.name.hasPrefix(prefix) && $0.name.hasSuffix("SPS") })
    return try SequenceParameterSet(nalUnit: vector.bytes)
  }

  @Test func main() throws {
    let set = try set("x265 'hrd")
    #expect(set.codedSize == PictureSize(width: 232, height: 152))
    #expect(set.displaySize == PictureSize(width: 226, height: 146))
    #expect(set.chromaFormat == .yuv420)
    #expect(set.bitDepthLuma == 8 && set.bitDepthChroma == 8)
    #expect(set.profile.name == "Main")
    #expect(set.level.description == "2")
    #expect(set.profile.tier == .main)
    #expect(set.codecString().description == "hvc1.1.6.L60.90")
    let vui = try #require(set.vui)
    #expect(
      VideoUsabilityInformation.aspectRatioNames[UInt64(vui.aspectRatio?.idc ?? 0)] == "40:33")
    #expect(vui.videoSignal?.isFullRange == true)
    #expect(vui.videoSignal?.format == 1)
    #expect(vui.videoSignal?.colour?.colourPrimaries == 1)
    #expect(vui.chromaLocation?.topField == 1)
    #expect(vui.timing?.timeScale == 25 && vui.timing?.unitsInTick == 1)
    #expect(vui.hrd?.common.hasNAL == true)
  }

  @Test func rangeExtensions() throws {
    let set = try set("x265 yuv422p10le")
    #expect(set.displaySize == PictureSize(width: 226, height: 146))
    #expect(set.chromaFormat == .yuv422)
    #expect(set.bitDepthLuma == 10 && set.bitDepthChroma == 10)
    #expect(set.profile.name == "Main 4:2:2 10")
    #expect(set.codecString("hev1").description == "hev1.4.10.L60.9D.8")
    let colour = try #require(set.vui?.videoSignal?.colour)
    #expect(CodePoints.colourPrimaries[UInt64(colour.colourPrimaries)] == "BT.2020, BT.2100")
    #expect(
      CodePoints.transferCharacteristics[UInt64(colour.transferCharacteristics)]
        == "SMPTE ST 2084 (PQ)")
    #expect(
      CodePoints.matrixCoefficients[UInt64(colour.matrixCoefficients)]
        == "BT.2020 non-constant luminance")
  }

  @Test func others() throws {
    let gray = try set("x265 gray")
    #expect(gray.displaySize == PictureSize(width: 640, height: 480))
    #expect(gray.chromaFormat == .monochrome)
    #expect(gray.profile.name == "Monochrome")
    #expect(gray.level.description == "3")
    let full = try set("x265 yuv444p12le")
    #expect(full.chromaFormat == .yuv444 && full.bitDepthLuma == 12)
    #expect(full.profile.name == "Main 4:4:4 12")
    #expect(full.level.description == "8.5")
    let ten = try set("x265 yuv420p10le")
    #expect(ten.profile.name == "Main 10" && ten.profile.tier == .high)
    #expect(ten.codecString().description == "hvc1.2.4.H153.90")
  }

  /// In another layer, most of an SPS can be left to the VPS (§F.7.3.2.2). By hand, after the
  /// syntax tables.
  @Test func multiLayerExtension() throws {
    let unit = bits(
      """
      0 100001 000001 001         // SPS_NUT, nuh_layer_id 1, nuh_temporal_id_plus1 1
      0101 111                    // sps_video_parameter_set_id 5, sps_ext_or_max_sub_layers_minus1 7
      010                         // sps_seq_parameter_set_id 1
      1 00000010                  // update_rep_format_flag, sps_rep_format_idx 2
      011                         // log2_max_pic_order_cnt_lsb_minus4 2
      1 00100 1 1 1 1             // log2_diff_max_min_luma_coding_block_size 3
      1 1 100001                  // sps_infer_scaling_list_flag, sps_scaling_list_ref_layer_id 33
      0 0 0 1 0 0 0               // no reference picture sets
      1 0000 1 00000              // vui_parameters with neutral_chroma_indication_flag
      1 0110 0000                 // sps_multilayer_extension_flag, sps_3d_extension_flag
      1                           // inter_view_mv_vert_constraint_flag
      0 0 011 0 1 0 0             // log2_ivmc_sub_pb_size_minus3 2, depth_ref_enabled_flag
      0 1 0 010 0 0 0 0 1         // iv_mv_scal_enabled_flag, log2_texmc_sub_pb_size_minus3 1,
                                  // skip_intra_enabled_flag
      1                           // rbsp_stop_one_bit
      """)
    let set = make(SequenceParameterSet()) { set in
      set.header.layerID = 1
      set.videoParameterSetID = 5
      set.maxSubLayersMinus1 = 7
      set.id = 1
      set.repFormatIndex = 2
      set.log2MaxPictureOrderCountLSBMinus4 = 2
      set.log2DiffMaxMinLumaCodingBlockSize = 3
      set.scalingLists = make(.init()) { $0.referenceLayerID = 33 }
      set.vui = make(.init()) { $0.isNeutralChroma = true }
      set.extensions = make(.init()) {
        $0.multilayer = make(.init()) { $0.hasInterViewVerticalConstraint = true }
        $0.threeD = make(.init()) {
          $0.texture.log2SubBlockSizeMinus3 = 2
          $0.texture.refersToDepth = true
          $0.depth.usesMotionVectorScaling = true
          $0.depth.usesSkipIntra = true
          $0.depth.log2TextureSubBlockSizeMinus3 = 1
        }
      }
    }
    #expect(set.isMultiLayerExtension)
    #expect(try SequenceParameterSet(nalUnit: unit) == set)
    #expect(try set.nalUnit() == unit)
  }

  /// Every extension of a PPS, the last of them of a later standard.
  @Test func pictureExtensions() throws {
    let unit = bits(
      """
      0 100010 000001 001         // PPS_NUT, nuh_layer_id 1, nuh_temporal_id_plus1 1
      1 1 0 0 000 0 0 1 1 1       // all ue(v) and se(v) are 0
      0 0 0 1 1 0 0 0 0 0 0 0 0 0 0 1 0
      1 0111 1001                 // multilayer, 3D and SCC; pps_extension_4bits 9
      1 1 100010 010              // pps_scaling_list_ref_layer_id 34, num_ref_loc_offsets 1
      000111                      // ref_loc_offset_layer_id 7
      1 010 011 00100 00101       // scaled_ref_layer offsets 1, -1, 2, -2
      0
      1 010 011 00100 00101       // phases 1, 2, 3, 4
      1                           // colour_mapping_enabled_flag
      010 000101 000110           // cm_ref_layer_id 5, 6
      01 01                       // cm_octant_depth 1, cm_y_part_num_log2 1
      1 010 011 00100             // bit depths of input 8, 9, of output 10, 11
      01 10                       // cm_res_quant_bits 1, cm_delta_flc_bits_minus1 2
      010 011                     // thresholds 1, -1
      0                           // not split; CMResLSBits = 10 + 8 - 10 - 1 - 3 = 4
      0 1                         // vertex 1 of part 0
      011 0101 1                  // -(2, 5)
      1 0000                      // 0
      010 0000 0                  // (1, 0)
      0 0   0 0 0 0
      1 000011 0000               // dlts_present_flag, 4 depth layers of 8 bits
      0
      1 1                         // dlt_pred_flag
      00000100 00000101 001       // num_val_delta_dlt 4, max_diff 5, min_diff_minus1 1
      00001010 00 11 10           // delta_dlt_val0 10, delta_val_diff_minus_min 0, 3, 2
      1 0 0 00000001 01100100     // num_val_delta_dlt 1, delta_dlt_val0 100
      1 0 1 1\(String(repeating: "01", count: 127))1
      1 0 0                       // pps_curr_pic_ref_enabled_flag
      110100011010111100001       // what pps_extension_4bits says
      1
      """)
    let set = try PictureParameterSet(nalUnit: unit)
    let extensions = try #require(set.extensions)
    #expect(extensions.multilayer?.scalingListReferenceLayerID == 34)
    let offset = try #require(extensions.multilayer?.locationOffsets.first)
    #expect(offset.layerID == 7)
    #expect(offset.scaledReferenceLayer?.left == 1 && offset.scaledReferenceLayer?.bottom == -2)
    #expect(offset.referenceRegion == nil)
    #expect(offset.resamplePhases?.verticalChromaPlus8 == 4)
    let mapping = try #require(extensions.multilayer?.colourMapping)
    #expect(mapping.referenceLayerIDs == [5, 6])
    #expect(mapping.inputBitDepthChromaMinus8 == 1 && mapping.outputBitDepthChromaMinus8 == 3)
    #expect(mapping.thresholdDeltaU == 1 && mapping.thresholdDeltaV == -1)
    #expect(mapping.octant.parts.map(\.count) == [4, 4])
    let residuals = try #require(mapping.octant.parts[0][1].residuals)
    #expect(residuals.map(\.quotient) == [2, 0, 1])
    #expect(residuals.map(\.remainder) == [5, 0, 0])
    #expect(residuals.map(\.isNegative) == [true, false, false])
    let depths = try #require(extensions.threeD?.tables?.tables)
    #expect(depths.map { $0 == nil } == [true, false, false, false])
    #expect(depths[1]?.isPredicted == true)
    #expect(depths[1]?.delta.minDifferenceMinus1 == 1)
    #expect(depths[1]?.delta.differences == [0, 3, 2])
    #expect(depths[2]?.delta.firstValue == 100)
    #expect(depths[3]?.valueFlags?.count == 256)
    #expect(depths[3]?.valueFlags?.reduce(0) { $0 + Int($1) } == 129)
    #expect(extensions.screenContent?.refersToCurrentPicture == true)
    #expect(extensions.data.count == 21 && extensions.data.words == [0b11010_00110101_11100001])
    #expect(try set.nalUnit() == unit)
    for count in 0..<unit.count {
      let prefix = try #require(unit.part(0..<count))
      #expect((try? PictureParameterSet(nalUnit: prefix)) != set)
    }
  }

  @Test func octantsAreSplit() throws {
    let table = bits(
      """
      1 000001 01 00 1 1 1 1 00 00 1 1
      1                           // split_octant_flag
      0000 0000 0000 0000 0000
      0001 1 000000000 1 000000000 010 000000001 0
      0000 0000
      """)
    let mapping = try ColourMappingTable(decoding: table)
    #expect(mapping.octant.children.count == 8 && mapping.octant.parts.isEmpty)
    let residuals = mapping.octant.children[5].parts.first?.last?.residuals
    #expect(residuals?.last?.quotient == 1 && residuals?.last?.remainder == 1)
    #expect(try mapping.encoded() == Array(table))
  }
}
