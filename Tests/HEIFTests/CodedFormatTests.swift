import HEIF
import ISOBMFF
import TestSupport
import Testing

/// The formats in decoder configurations, for pictures whose codec is known (`SampleMedia/README.md`).
@Suite struct CodedFormatTests {
  /// - Parameter matrix: nil where the configuration holds no parameter set of AV1.
  @Test(arguments: [
    ("portrait-single.heic", 8, "4:2:0", UInt16?(6), true), ("meadow.avci", 8, "4:2:0", 6, true),
    ("coast.avif", 8, "4:2:0", nil, true), ("shore-tiled.avif", 10, "4:4:4", 1, false),
  ])
  func formats(
    name: String, bitDepth: Int, chroma: String, matrix: UInt16?, isFullRange: Bool
  ) throws {
    let path = try #require(MediaFolder.samples.first { $0.hasSuffix("/" + name) })
    let file = try #require(HEIFFile(BoxFile(ByteSource(mapping: path).bytes)))
    let item = try #require(file.pictures.first.flatMap { file.codedItem(of: $0.id) })
    let format = try #require(item.codedFormat)
    #expect(format.bitDepth == bitDepth && "\(format.chroma)" == chroma && !format.isMonochrome)
    #expect(format.colour?.matrixCoefficients == matrix)
    #expect(format.colour.map { $0.isFullRange == isFullRange } ?? true)
  }

  @Test func otherItemsHaveNone() {
    #expect(CodedFormat([]) == nil)
  }
}
