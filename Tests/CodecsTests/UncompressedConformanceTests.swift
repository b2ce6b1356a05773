import FieldCoding
import Foundation
import HEIF
import ISOBMFF
import TestSupport
import Testing

@testable import Codecs

#if canImport(CDe265)
  /// The conformance files of uncompressed images, compared with libheif 1.23, which has a decoder of its
  /// own.
  @Suite(.needsMedia) struct UncompressedConformanceTests {
    /// The checksums of all samples in libheif: of the planes green, blue and red, or luma and chroma, or grey; and of
    /// alpha. Samples of less than 8 bits are first widened to 8. If the offsets of compressed units follow a draft
    /// (`icbr`), which libheif no longer reads, the checksums are those of the units as zlib decompresses them in
    /// Python.
    typealias Sums = (name: String, colours: UInt32, alpha: UInt32?)
    static let files: [Sums] = [
      ("deflate.heif", 0xD628_7454, 0x84F0_03A0),
      ("rgb_generic_compressed_brotli.heif", 0x7928_4215, nil),
      ("rgb_generic_compressed_tile_deflate.heic", 0x7928_4215, nil),
      ("rgb_generic_compressed_zlib.heic", 0x7928_4215, nil),
      ("rgb_generic_compressed_zlib_tiled.heic", 0x7928_4215, nil),
      ("unci32.heif", 0xDA92_94D8, nil),
      ("uncompressed_comp_M.heif", 0x95C3_9F30, nil),
      ("uncompressed_comp_RGB_tiled.heif", 0xE4B1_0629, nil),
      ("uncompressed_comp_VUY_420.heif", 0x1BD7_CA28, nil),
      ("uncompressed_comp_Y16U16V16_420.heif", 0x4E4D_FF30, nil),
      ("uncompressed_comp_YVU_420.heif", 0x1BD7_CA28, nil),
      ("uncompressed_mix_VUY_422.heif", 0x9D0C_AAB4, nil),
      ("uncompressed_mix_Y16U16V16_420.heif", 0x4E4D_FF30, nil),
      ("uncompressed_mix_YVU_420.heif", 0x1BD7_CA28, nil),
      ("uncompressed_mix_YVU_422.heif", 0x9D0C_AAB4, nil),
      ("uncompressed_pix_ABGR.heif", 0xE4B1_0629, 0xF0F5_EF4C),
      ("uncompressed_pix_B16R16G16.heif", 0x751B_494C, nil),
      ("uncompressed_pix_M.heif", 0x95C3_9F30, nil),
      ("uncompressed_pix_M_tiled.heif", 0x95C3_9F30, nil),
      ("uncompressed_pix_R7G7B7_tiled.heif", 0x1BBE_99BF, nil),
      ("uncompressed_pix_R8G8B8A8_bsz0_psz10_tiled.heif", 0xE4B1_0629, 0xF0F5_EF4C),
      ("uncompressed_pix_RGB.heif", 0xE4B1_0629, nil),
      ("uncompressed_pix_RGB_tiled.heif", 0xE4B1_0629, nil),
      ("uncompressed_pix_RGxB.heif", 0xE4B1_0629, nil),
      ("uncompressed_pix_YUV_tiled.heif", 0x8896_D348, nil),
      ("uncompressed_row_R5G6B5_tiled.heif", 0x1CED_127F, nil),
      ("uncompressed_row_R7+1G7+1B7+1_tiled.heif", 0x1BBE_99BF, nil),
      ("uncompressed_row_RGB.heif", 0xE4B1_0629, nil),
      ("uncompressed_row_RGB_tiled_row_tile_align.heif", 0xE4B1_0629, nil),
      ("uncompressed_tile_ABGR_tiled.heif", 0xE4B1_0629, 0xF0F5_EF4C),
      ("uncompressed_tile_M_tiled.heif", 0x95C3_9F30, nil),
      ("uncompressed_tile_R5G6B5_tiled.heif", 0x1CED_127F, nil),
      ("uncompressed_tile_R7+1G7+1B7+1_tiled.heif", 0x1BBE_99BF, nil),
      ("uncompressed_tile_R7G7+1B7_tiled.heif", 0x1BBE_99BF, nil),
      ("uncompressed_tile_RGB_tiled.heif", 0xE4B1_0629, nil),
      ("uncompressed_tile_RGB_tiled_row_tile_align.heif", 0xE4B1_0629, nil),
      ("zlib.heif", 0xF664_0203, 0x399C_32AA),
    ]

    @Test(arguments: files) func everySample(_ file: Sums) throws {
      let path = "\(MediaFolder.path ?? "")/heif-uncompressed/\(file.name)"
      let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
      let photo = try #require(HEIFFile(BoxFile(Bytes(bytes))))
      let id = try #require(photo.primaryItem?.id)
      #expect(try sum(photo.plan(for: id), bytes) == file.colours)
      #expect(try photo.opacityPlan(of: id).map { try sum($0.plan, bytes) } == file.alpha)
    }

    /// No file of the folder is left out.
    @Test func allFiles() throws {
      let folder = "\(MediaFolder.path ?? "")/heif-uncompressed"
      let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      #expect(Set(names) == Set(UncompressedConformanceTests.files.map(\.name)))
    }

    private func sum(_ plan: ImagePlan, _ file: [UInt8]) throws -> UInt32 {
      let reader = MemoryReader(bytes: file)
      let picture = try plan.decode(from: reader, threads: 1, budget: 1 << 24).image
      var sum = CRC32()
      sum.add(picture.rawBytes[...])
      return sum.value
    }
  }
#endif
