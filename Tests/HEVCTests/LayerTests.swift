import FieldCoding
import HEVC
import NALUnits
import TestSupport
import Testing

/// Streams with layers (ITU-T H.265 Annex F).
struct LayerTests {
  /// A base layer, a second view that depends on it, and an auxiliary picture.
  private let video = bits(
    """
    0 100000 000000 001         // VPS_NUT
    0011 1 1 000010 001 0       // vps_video_parameter_set_id 3, three layers, two sub-layers
    1111111111111111
    00 0 00001 01100000000000000000000000000000
    100100000000000000000000000000000000000000000000 01011101
    0 0 00000000000000
    0 1 1 1                     // sub_layer_ordering_info
    000010 010 110              // vps_max_layer_id 2, two layer sets, the second of layers 0 and 1
    0                           // vps_timing_info_present_flag
    1 111111                    // vps_extension_flag, vps_extension_alignment_bit_equal_to_one

    01011101 0 1 00000000000000 00111111        // levels 93 and 63
    0 0101000000000000          // splitting_flag; scalability_mask_flag of views and auxiliaries
    000 001                     // dimension_id_len_minus1
    1 000001 1 00   000010 0 01 // layer_id_in_nuh and dimension_id of layers 1 and 2
    0011 001 100                // view_id_len 3, view_id_val 1 and 4
    1  0 0                      // direct_dependency_flag
    010 1                       // num_add_layer_sets 1: layer 2 (highest_layer_idx_plus1 1)
    1 001 000 001               // sub_layers_vps_max_minus1
    1 010                       // max_tid_il_ref_pics_plus1 of layer 1 on layer 0
    1                           // default_ref_layers_active_flag
    011 0 01111000 0 0 00000000000000           // vps_num_profile_tier_level_minus1 2; level 120
    010 01                      // num_add_olss 1, default_output_layer_idc 1
    01 10 1                     // set 1: profile_tier_level_idx 1 and 2, alt_output_layer_flag
    1 00                        // set 2: output_layer_flag, profile_tier_level_idx 0
    0 1 1 10 01                 // set 3: layer_set_idx_for_ols_minus1 0, both put out
    010                         // vps_num_rep_formats_minus1 1
    0000011110000000 0000010000111000 1 11 1 0010 0011 1 010 011 00100 00101
    0000001111000000 0000001000011100 0 0
    1 0 0 1                     // vps_rep_format_idx
    0 1                         // max_one_active_ref_layer_flag, vps_poc_lsb_aligned_flag
    1                           // poc_lsb_not_present_flag of layer 2
    1 00100 00101 010 1   1 00110 00111 011 010 // dpb_size of set 1
    0 1 1 1                     // of set 2
    1 010 011 1 1   0           // of set 3
    010 0 101                   // direct_dep_type_len_minus2 1, direct_dependency_type 5
    011 10101011 11001101       // vps_non_vui_extension_length 2
    1 1111                      // vps_vui_present_flag, vps_vui_alignment_bit_equal_to_one

    0 1 0                       // cross_layer_irap_aligned_flag
    1 1                         // bit rates and picture rates
    1 1 0000000000000001 0000000000000010 10 0000000000000011   0 0
    0 1 01 0000000000000100   1 0 0000000000000101 0000000000000110
    0 0  0 0
    1 0001                      // two of video_signal_info
    101 0 00001001 00010000 00001001
    001 1 00000001 00000110 00000101
    0000 0001 0001              // vps_video_signal_info_idx
    0 1 0  1 1  0  1            // tiles_in_use_flag of layers 0 and 1, tile_boundaries_aligned_flag
    0 1 0 1                     // wpp_in_use_flag
    1 0                         // single_layer_for_non_irap_flag
    1 00100 1 011               // min_spatial_segment_offset_plus1 3, min_horizontal_... 2
    0                           // vps_vui_bsp_hrd_present_flag
    1                           // base_layer_parameter_set_compatibility_flag of layer 2
    0 1                         // vps_extension2_flag, rbsp_stop_one_bit
    """)

  @Test func extensionOfTheVideoParameterSet() throws {
    let set = try VideoParameterSet(decoding: video)
    #expect(set.trailing.unknown.isEmpty)
    #expect(try set.encoded() == Array(video))
    let part = try #require(set.extensions?.layers)
    #expect(part.baseProfileTierLevel.subLayers.first?.level == Level(idc: 63))
    #expect(part.layers.map(\.id) == [1, 2])
    #expect(part.layers.map(\.dimensionIDs) == [[1, 0], [0, 1]])
    #expect(part.viewIDs == [1, 4])
    #expect(part.directDependencies == [[1], [0, 0]])
    #expect(part.additionalLayerSets == [[1]])
    #expect(part.maxSubLayersMinus1 == [1, 0, 1])
    #expect(part.maxTemporalIDsPlus1 == [[2], []])
    #expect(part.profileTierLevels.first?.profileTierLevel.generalLevel == Level(idc: 120))
    #expect(part.outputLayerSets.map(\.outputFlags) == [[], [1], [1, 1]])
    #expect(part.outputLayerSets.map(\.profileTierLevelIndices) == [[1, 2], [0], [2, 1]])
    #expect(part.outputLayerSets.map(\.hasAlternativeOutput) == [true, false, false])
    #expect(part.formats.map(\.width) == [1920, 960])
    #expect(part.formats[0].samples?.chromaFormat == .yuv444)
    #expect(part.formats[0].samples?.bitDepthChromaMinus8 == 3)
    #expect(part.formats[0].conformanceWindow?.bottom == 4)
    #expect(part.formatIndices == [0, 0, 1])
    #expect(part.pocLSBNotPresent == [1])
    #expect(part.decodedPictureBuffers.map { $0.subLayers.count } == [2, 2, 2])
    let second = part.decodedPictureBuffers[0].subLayers[1]
    #expect(second?.maxDecodedPictureBufferingMinus1 == [5, 6])
    #expect(second?.maxReorderedPictures == 2 && second?.maxLatencyIncreasePlus1 == 1)
    #expect(part.decodedPictureBuffers[2].subLayers[1] == nil)
    #expect(part.dependencyTypes == [[5], []])
    #expect(part.nonVUIExtension == [0xAB, 0xCD])
    let vui = try #require(part.vui)
    #expect(vui.alignsRandomAccess && !vui.alignsInstantaneousRefresh)
    #expect(vui.rates.map { $0.map { $0.bits?.maximum } } == [[2, nil], [nil, 6], [nil, nil]])
    #expect(vui.rates[1][0].pictures?.average == 4)
    #expect(vui.signals.map(\.matrixCoefficients) == [9, 5])
    #expect(vui.signalIndices == [0, 1, 1])
    #expect(vui.tiles?.map(\.areInUse) == [true, true, false])
    #expect(vui.alignedTiles == [[1], []])
    #expect(vui.wavefronts == [1, 0, 1])
    #expect(vui.restrictions?[0].first?.minHorizontalOffsetPlus1 == 2)
    #expect(vui.sharesBaseLayerSets == [1])
  }

  @Test func prefixesAndDamageDoNoHarm() throws {
    for count in 0..<video.count {
      let prefix = try #require(video.part(0..<count))
      // A part of an extension is kept as bits.
      if let set = try? VideoParameterSet(decoding: prefix) {
        #expect(set.extensions?.layers == nil)
        #expect(try set.encoded() == Array(prefix))
      }
    }
    let original = Array(video)
    for bit in 16..<original.count * 8 {
      var bytes = original
      bytes[bit / 8] ^= 0x80 >> UInt8(bit % 8)
      guard let set = try? VideoParameterSet(decoding: Bytes(bytes)) else { continue }
      #expect(try set.encoded() == bytes, "bit \(bit)")
    }
  }

  /// An extension of a draft, or an unknown one: nothing is lost.
  @Test func unknownExtensionsAreKept() throws {
    var set = try VideoParameterSet(nalUnit: hex(StreamVectors.parameterSets[0]))
    set.extensions = VideoParameterSetExtensions()
    set.extensions?.layers = nil
    var unit = Array(try set.encoded())
    // vps_extension_flag, then bits that cannot be an extension, then the stop bit
    unit += [0x12, 0x34, 0x80]
    let read = try VideoParameterSet(decoding: Bytes(unit))
    #expect(read.extensions != nil && read.extensions?.layers == nil)
    #expect(read.extensions?.data.isEmpty == false)
    #expect(try read.encoded() == unit)
  }

  /// The base layer of B023 is in another stream; B020 has two, of different sizes B025.
  @Test(
    .needsMedia,
    arguments: ["B020.265", "B023.265", "B025.265"])
  func streamsWithLayers(_ name: String) throws {
    let path = try #require(MediaFolder.files.first { $0.hasSuffix("/hevc-bitstream/\(name)") })
    let units = try AnnexB.nalUnits(in: ByteSource(mapping: path).bytes)
    let sets = ParameterSets(nalUnits: units)
    let video = try #require(sets.videos[0])
    #expect(video.trailing.unknown.isEmpty)
    let part = try #require(video.extensions?.layers)
    #expect(part.layers.count == 1 && part.directDependencies == [[1]])
    let slice = try #require(
      units.first {
        (try? NALUnitHeader(decoding: $0))?.layerID == 1
          && PictureType(nalUnit: $0, sets: sets) != nil
      })
    // An IDR picture too states its position in output order, if it is of another layer.
    let header = try SliceSegment.header(ofNALUnit: slice, sets: sets)
    #expect(header.type == .predicted && header.pictureOrderCountLSB == 0)
    #expect(
      try SliceSegment.header(ofNALUnit: slice, sets: withoutVideo(sets)).pictureOrderCountLSB
        == nil)
  }

  private func withoutVideo(_ sets: ParameterSets) -> ParameterSets {
    var rest = ParameterSets()
    for set in sets.sequences.values { rest.insert(set) }
    for set in sets.pictures.values { rest.insert(set) }
    return rest
  }
}
