import FieldCoding
import HEIF
import ISOBMFF
import TestSupport
import Testing

@testable import Codecs

#if canImport(CDe265)
  /// Uncompressed images (ISO/IEC 23001-17), whose bytes are written here by hand.
  @Suite struct UncompressedTests {
    private static let rgb: [(UInt16, UInt8)] = [(4, 8), (5, 8), (6, 8)]

    typealias Order = (interleave: UInt8, data: [UInt8])

    /// Green, blue and red of two rows of two pixels, for any order of the samples.
    @Test(
      arguments: [
        (0, [1, 4, 7, 10, 2, 5, 8, 11, 3, 6, 9, 12]),
        (1, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]),
        (3, [1, 4, 2, 5, 3, 6, 7, 10, 8, 11, 9, 12]),
      ] as [Order])
    func orders(interleave: UInt8, data: [UInt8]) throws {
      let image = Uncompressed(2, 2, UncompressedTests.rgb, interleave: interleave)
      let picture = try image.decoded(data)
      #expect(picture.rawBytes == [2, 5, 8, 11, 3, 6, 9, 12, 1, 4, 7, 10])
      #expect(throws: CodecError.self) { try image.decoded(data.dropLast()) }
    }

    /// Two tiles side by side; the padding of rows, components and tiles is 0xEE.
    @Test(
      arguments: [
        (
          UInt8(0),
          [1, 0xEE, 3, 0xEE, 5, 0xEE, 7, 0xEE, 2, 0xEE, 4, 0xEE, 6, 0xEE, 8, 0xEE] as [UInt8]
        ),
        (3, [1, 0xEE, 5, 0xEE, 3, 0xEE, 7, 0xEE, 2, 0xEE, 6, 0xEE, 4, 0xEE, 8, 0xEE]),
        (
          4,
          [
            1, 0xEE, 3, 0xEE, 0xEE, 2, 0xEE, 4, 0xEE, 0xEE,
            5, 0xEE, 7, 0xEE, 0xEE, 6, 0xEE, 8, 0xEE,
          ]
        ),
      ] as [Order])
    func tilesAndAlignment(interleave: UInt8, data: [UInt8]) throws {
      let image = Uncompressed(2, 2, [(0, 8), (7, 8)], interleave: interleave).with {
        $0.rowAlignSize = 2
        $0.tileAlignSize = interleave == 4 ? 5 : 2
        $0.tileColumnsMinusOne = 1
      }
      #expect(try image.decoded(data).rawBytes == [1, 2, 3, 4])
      #expect(try image.decoded(data, isAlpha: true).rawBytes == [5, 6, 7, 8])
      #expect(throws: CodecError.self) { try image.decoded(data.dropLast(), isAlpha: true) }
    }

    /// Red of 5, green of 6, and blue of 5 bits: the highest number is the brightest.
    @Test func samplesOfFewBits() throws {
      let image = Uncompressed(2, 1, [(4, 5), (5, 6), (6, 5)])
      // 31, 0, 3; and 0, 63, 31.
      let picture = try image.decoded([0b1111_1000, 0b0000_0011, 0b0000_0111, 0b1111_1111])
      #expect(picture.rawBytes == [0, 255, 25, 255, 255, 0])
      #expect(picture.bitDepth == 8)
      // One number of 16 bits, whose low byte is first, with red in its lowest bits.
      let little = image.with {
        $0.blockSize = 2
        $0.isBlockLittleEndian = true
      }
      #expect(
        try little.decoded([0b0000_0011, 0b1111_1000, 0b1111_1111, 0b0000_0111]).rawBytes
          == picture.rawBytes)
      let reversed = little.with { $0.isBlockReversed = true }
      #expect(
        try reversed.decoded([0b0001_1111, 0b0001_1000, 0b1110_0000, 0b1111_1111]).rawBytes
          == picture.rawBytes)
    }

    /// One bit for each pixel; each row starts with a byte.
    @Test func bits() throws {
      let image = Uncompressed(3, 2, [(0, 1)])
      #expect(
        try image.decoded([0b1010_0000, 0b0110_0000]).rawBytes == [255, 0, 255, 0, 255, 255])
    }

    /// Two samples of 5 bits in a block of 16: the other bits are its high ones, or its low ones.
    @Test func blocksWithPadding() throws {
      let image = Uncompressed(3, 1, [(0, 10)], interleave: 0).with { $0.blockSize = 3 }
      // 1 and 2, after four bits; 3 after 14.
      #expect(
        try image.decoded([0, 0x04, 0x02, 0, 0, 3]).samples == [1, 2, 3])
      let low = image.with { $0.isBlockPaddingLeastSignificant = true }
      #expect(
        try low.decoded([0, 0x40, 0x20, 0, 0xC0, 0]).samples == [1, 2, 3])
    }

    /// Samples with more than 16 bits, with a sign, or in floating point are shown with 16 bits.
    @Test func numbers() throws {
      func gray(_ bits: UInt8, _ format: UInt8, _ data: [UInt8]) throws -> [UInt16] {
        let width = data.count * 8 / Int(bits)
        return try Uncompressed(width, 1, [(0, bits)]).with { $0.components[0].format = format }
          .decoded(data).samples
      }
      #expect(try gray(32, 0, [0x12, 0x34, 0x56, 0x78]) == [0x1234])
      // -32768, 0, 32767
      #expect(try gray(16, 3, [0x80, 0, 0, 0, 0x7F, 0xFF]) == [0, 0x8000, 0xFFFF])
      // 0.5, 1, 2, -1, and NaN (IEEE 754)
      let floats: [UInt8] = [
        0x3F, 0, 0, 0, 0x3F, 0x80, 0, 0, 0x40, 0, 0, 0, 0xBF, 0x80, 0, 0, 0x7F, 0xC0, 0, 0,
      ]
      #expect(try gray(32, 1, floats) == [32768, 65535, 65535, 0, 0])
      let halves: [UInt8] = [0x38, 0, 0x3C, 0, 0x7C, 0, 0, 1, 0xBC, 0, 0x7E, 0]
      #expect(try gray(16, 1, halves) == [32768, 65535, 65535, 0, 0, 0])
      #expect(try gray(64, 1, [0x3F, 0xE0, 0, 0, 0, 0, 0, 0]) == [32768])
      #expect(throws: CodecError.self) { try gray(64, 2, [UInt8](repeating: 0, count: 8)) }
      #expect(throws: CodecError.self) { try gray(40, 0, [UInt8](repeating: 0, count: 5)) }
    }

    /// Four pixels of two colours, of four bits each.
    @Test func palettes() throws {
      var palette = ComponentPaletteBox()
      palette.components = (1...3).map { (index: UInt32) in
        var component = ComponentPaletteBox.Component()
        component.index = index
        return component
      }
      palette.valuesCount = 2
      palette.values = Bytes([10, 20, 30, 40, 50, 60])
      var image = Uncompressed(4, 1, [(10, 4)])
      image.meanings += [4, 5, 6]
      #expect(throws: CodecError.self) { try image.decoded([0x01, 0x10]) }
      image.properties = [Box(palette)]
      var excess = palette
      excess.valuesCount = 65_537
      excess.values = Bytes([UInt8](repeating: 0, count: 3 * 65_537))
      var unlimited = image
      unlimited.properties = [Box(excess)]
      #expect(throws: CodecError.self) { try unlimited.decoded([0x01, 0x10]) }
      let picture = try image.decoded([0x01, 0x10])
      #expect(picture.rawBytes == [20, 50, 50, 20, 30, 60, 60, 30, 10, 40, 40, 10])
      let error = #expect(throws: CodecError.self) { try image.decoded([0x01, 0x12]) }
      #expect(error?.message.contains("palette") == true)
    }

    /// The profiles that need no components.
    @Test func profiles() throws {
      var image = Uncompressed(1, 1, [])
      image.configuration.header.version = 1
      image.configuration.profile = "rgb3"
      #expect(try image.decoded([1, 2, 3]).rawBytes == [2, 3, 1])
      image.configuration.profile = "abgr"
      #expect(try image.decoded([1, 2, 3, 4]).rawBytes == [3, 2, 4])
      #expect(try image.decoded([1, 2, 3, 4], isAlpha: true).rawBytes == [1])
      image.configuration.profile = "i420"
      #expect(throws: CodecError.self) { try image.decoded([1, 2, 3, 4]) }
    }

    /// Images that no decoder should try.
    @Test func refusals() throws {
      let gray = Uncompressed(4, 4, [(0, 8)])
      let data = [UInt8](repeating: 9, count: 16)
      #expect(try gray.decoded(data).rawBytes == data)
      let changes: [(inout UncompressedFrameConfigBox) -> Void] = [
        { $0.components = [] },
        { $0.components[0].index = 1 },
        { $0.components[0].format = 9 },
        { $0.components[0].alignSize = 9 },
        { $0.samplingType = 4 },
        { $0.samplingType = 2 },
        { $0.interleaveType = 6 },
        { $0.blockSize = 9 },
        { $0.tileColumnsMinusOne = 2 },
        { $0.tileRowsMinusOne = .max },
        { $0.rowAlignSize = .max },
        {
          $0.pixelSize = .max
          $0.tileAlignSize = .max
          $0.tileColumnsMinusOne = 3
          $0.tileRowsMinusOne = 3
        },
      ]
      for change in changes {
        #expect(throws: CodecError.self) { try gray.with(change).decoded(data) }
      }
      let error = #expect(throws: CodecError.self) {
        try Uncompressed(4, 4, [(11, 8)]).decoded(data)
      }
      #expect(error?.message.contains("Bayer") == true)
      // The positions of the samples of a row count, too.
      #expect(throws: CodecError.self) { try gray.decoded(data, budget: 4 * 16 * 3 + 15) }
      #expect(try gray.decoded(data, budget: 4 * 16 * 3 + 16).rawBytes == data)
      // Padding of any length is not read.
      let padded = Uncompressed(4, 4, [(0, 8), (12, 8)]).with {
        $0.components[1].bitDepthMinusOne = .max
        $0.components[1].alignSize = 1
      }
      #expect(try padded.decoded(data + data).rawBytes == [UInt8](repeating: 9, count: 16))
      #expect(throws: CodecError.self) {
        try Uncompressed(4, 4, [(4, 8), (5, 8)]).decoded(data + data)
      }
    }

    /// Samples as FFmpeg arranges those of planes: interleaved, in blocks, and with both byte orders.
    @Test(
      .needs("ffmpeg"),
      arguments: [
        Packed("yuv422p", "yuyv422", [1, 2, 1, 3], 8, interleave: 5, sampling: 1),
        Packed("yuv422p", "uyvy422", [2, 1, 3, 1], 8, interleave: 5, sampling: 1),
        Packed("yuv422p", "yvyu422", [1, 3, 1, 2], 8, interleave: 5, sampling: 1),
        Packed("yuv420p", "nv12", [1, 2, 3], 8, interleave: 2, sampling: 2),
        Packed("yuv420p", "nv21", [1, 3, 2], 8, interleave: 2, sampling: 2),
        Packed("yuv420p10le", "p010le", [1, 2, 3], 10, interleave: 2, sampling: 2) {
          $0.blockSize = 2
          $0.isBlockLittleEndian = true
          $0.isBlockPaddingLeastSignificant = true
        },
        Packed("yuv420p10le", "p010be", [1, 2, 3], 10, interleave: 2, sampling: 2) {
          $0.blockSize = 2
          $0.isBlockPaddingLeastSignificant = true
        },
        Packed("yuv422p10le", "yuv422p10be", [1, 2, 3], 10, interleave: 0, sampling: 1) {
          for index in 0..<3 { $0.components[index].alignSize = 2 }
        },
        Packed("yuv422p10le", "yuv422p10le", [1, 2, 3], 10, interleave: 0, sampling: 1) {
          for index in 0..<3 { $0.components[index].alignSize = 2 }
          $0.isComponentLittleEndian = true
        },
        Packed("yuv422p10le", "v210", [2, 1, 3, 1], 10, interleave: 5, sampling: 1) {
          $0.blockSize = 4
          $0.isBlockLittleEndian = true
          $0.isBlockReversed = true
        },
        Packed("yuv444p10le", "v410", [2, 1, 3], 10) {
          $0.blockSize = 4
          $0.isBlockLittleEndian = true
          $0.isBlockReversed = true
          $0.isBlockPaddingLeastSignificant = true
        },
        Packed("yuv444p", "v308", [3, 1, 2], 8),
        Packed("gbrp", "rgb24", [4, 5, 6], 8),
        Packed("gbrp", "bgr0", [6, 5, 4, 12], 8),
        Packed("gbrp16le", "rgb48be", [4, 5, 6], 16),
        Packed("gbrp16le", "rgb48le", [4, 5, 6], 16) { $0.isComponentLittleEndian = true },
        Packed("gray12le", "gray12be", [0], 12) { $0.components[0].alignSize = 2 },
        Packed("gray", "ya8", [0, 7], 8),
      ])
    func arrangementsOfFFmpeg(_ packed: Packed) throws {
      let planes = packed.noise
      let data = packed.arranged(planes)
      try #require(!data.isEmpty)
      let picture = try packed.image.decoded(data)
      let isEqual = picture.rawBytes == planes
      #expect(isEqual)
      #expect(picture.bitDepth == Int(packed.bits))
    }

    /// Chroma for four columns becomes chroma for two: the mean is between two that are coded.
    @Test func chromaOfFourColumns() throws {
      let image = Uncompressed(
        8, 1, [(2, 8), (1, 8), (1, 8), (3, 8), (1, 8), (1, 8)], interleave: 5, sampling: 3)
      let picture = try image.decoded([10, 1, 2, 90, 3, 4, 20, 5, 6, 80, 7, 8])
      #expect(picture.chroma == .yuv422)
      #expect(picture.rawBytes == [1, 2, 3, 4, 5, 6, 7, 8, 10, 15, 20, 20, 90, 85, 80, 80])
    }
  }

  extension PlanarImage {
    /// The samples of a picture of one row.
    fileprivate var samples: [UInt16] { (0..<width).map { planes[0][$0, 0] } }
  }

  /// An arrangement that FFmpeg knows.
  struct Packed: Sendable, CustomTestStringConvertible {
    static let (width, height) = (48, 16)
    let planar: String
    let name: String
    let bits: UInt8
    let image: Uncompressed

    init(
      _ planar: String, _ name: String, _ meanings: [UInt16], _ bits: UInt8, interleave: UInt8 = 1,
      sampling: UInt8 = 0, _ change: (inout UncompressedFrameConfigBox) -> Void = { _ in }
    ) {
      (self.planar, self.name, self.bits) = (planar, name, bits)
      image = Uncompressed(
        Packed.width, Packed.height, meanings.map { ($0, bits) }, interleave: interleave,
        sampling: sampling
      ).with(change)
    }

    var testDescription: String { name }

    /// Planes of noise, without the numbers at both ends that v210 reserves for timing signals.
    var noise: [UInt8] {
      let samples =
        switch image.configuration.samplingType {
        case 1: 2.0
        case 2: 1.5
        default: planar.hasPrefix("gray") ? 1.0 : 3.0
        }
      var generator = Noise(state: 7)
      let count = Int(Double(Packed.width * Packed.height) * samples)
      return (0..<count).flatMap { _ in
        let sample = UInt16.random(in: 4..<UInt16(1 << min(bits, 15)) - 4, using: &generator)
        return bits > 8 ? [UInt8(sample & 0xFF), UInt8(sample >> 8)] : [UInt8(sample)]
      }
    }

    /// The same samples as FFmpeg arranges them.
    func arranged(_ planes: [UInt8]) -> [UInt8] {
      let input =
        "ffmpeg -v error -f rawvideo -pix_fmt \(planar) -s \(Packed.width)x\(Packed.height) -i -"
      let isCodec = ["v210", "v410", "v308"].contains(name)
      let output =
        isCodec ? "-c:v \(name) -f data -map 0:v" : "-pix_fmt \(name) -f rawvideo"
      return Programs.output("\(input) -frames:v 1 \(output) -", planes)
    }
  }
#endif
