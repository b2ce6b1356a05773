import HEIF
import ISOBMFF
import TestSupport
import Testing

/// A picture in the minimised form is planned like the items that it represents.
@Suite struct MinimizedTests {
  /// heif-info 1.23.6: 64 × 64, HEVC.
  @Test(.needsMedia) func aPictureOfAnotherProgram() throws {
    let path = try #require(MediaFolder.files.first { $0.hasSuffix("/hevc32-mini.heif") })
    let boxes = BoxFile(try ByteSource(mapping: path).bytes)
    let file = try #require(HEIFFile(minimized: boxes))
    let plan = try file.plan(for: 1)
    #expect(plan.codec == .hevc)
    #expect(plan.canvas == ImagePlan.Size(width: 64, height: 64))
    #expect(plan.configurations[0].parameterSets.count >= 3)
    #expect(file.pictures.map(\.id) == [1] && file.primaryItemID == 1)
  }

  /// 8 orientations of Exif, as turns and mirrors (Exif 2.32 §4.6.4; ISO/IEC 23008-12 §6.5.10).
  private static let transforms: [[ImagePlan.Transform]] = [
    [], [.flipHorizontally], [.rotate(quarterTurns: 2)], [.flipVertically],
    [.rotate(quarterTurns: 1), .flipVertically], [.rotate(quarterTurns: 3)],
    [.rotate(quarterTurns: 3), .flipVertically], [.rotate(quarterTurns: 1)],
  ]

  @Test(arguments: transforms.indices) func orientations(orientation: Int) throws {
    let transforms = MinimizedTests.transforms[orientation]
    var mini = MinimizedImageBox()
    mini.widthMinusOne = 29
    mini.heightMinusOne = 19
    mini.orientationMinusOne = UInt8(orientation)
    mini.codecConfiguration = Bytes([0x81, 0x20, 0x0C, 0x00])
    mini.imageData = Bytes([0x12, 0x00, 0x55])
    mini.isAlphaPremultiplied = false
    mini.alphaData = Bytes([0x12, 0x00, 0x66, 0x66])
    mini.hasExif = true
    mini.exif = Bytes(Array("MM\0*\0\0\0\u{8}\0\0\0\0\0\0".utf8))
    let ftyp = box("ftyp", Array("mif3".utf8) + Array("avif".utf8) + Array("mif3".utf8))
    let bytes = ftyp + box("mini", try mini.encoded())
    let file = try #require(HEIFFile(minimized: BoxFile(Bytes(bytes))))
    let plan = try file.plan(for: 1)
    #expect(plan.codec == .av1)
    #expect(plan.transforms == transforms)
    #expect(plan.canvas == ImagePlan.Size(width: 30, height: 20))
    // The defaults: sRGB, and the matrix of BT.601.
    #expect(plan.colour?.colourPrimaries == 1 && plan.colour?.transferCharacteristics == 13)
    #expect(plan.colour?.matrixCoefficients == 6 && plan.colour?.isFullRange == true)
    #expect(plan.tiles[0].extents.map { Array(bytes[$0]) } == [[0x12, 0x00, 0x55]])
    let companions = file.companions(of: 1)
    #expect(companions.map(\.kind) == [.alpha])
    let alpha = try file.plan(for: try #require(companions.first).item.id)
    #expect(alpha.tiles[0].extents.map { Array(bytes[$0]) } == [[0x12, 0x00, 0x66, 0x66]])
    #expect(alpha.transforms == transforms)
    #expect(try file.data(of: #require(file.exifItem(of: 1)).id).count == 14)
  }
}
