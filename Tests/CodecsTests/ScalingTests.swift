import HEIF
import TestSupport
import Testing

@testable import Codecs

@Suite struct ScalingTests {
  private typealias Size = ImagePlan.Size

  private func placement(
    _ width: Int, _ height: Int, _ transforms: [ImagePlan.Transform] = []
  ) -> PixelPlacement {
    var plan = ImagePlan()
    plan.canvas = Size(width: width, height: height)
    plan.transforms = transforms
    return PixelPlacement(plan)
  }

  /// The whole result, made in bands.
  private func scaled(
    _ shown: PlanarImage, _ placement: PixelPlacement, to size: Size, keepsChroma: Bool,
    bandHeight: Int? = nil
  ) throws -> PlanarImage {
    let scaling = try #require(Scaling(placement, size, .left, keepsChroma: keepsChroma))
    let step = bandHeight ?? scaling.bandHeight
    var result: PlanarImage?
    for top in stride(from: 0, to: size.height, by: step) {
      let rows = top..<min(top + step, size.height)
      let reach = scaling.reach(of: rows)
      let band = scaling.band(rows, from: shown.part(x: 0..<shown.width, y: reach))
      #expect(band.codedChroma == shown.chroma)
      let image =
        result
        ?? PlanarImage(
          width: size.width, height: size.height, chroma: band.image.chroma,
          bitDepth: band.image.bitDepth)
      image.take(band)
      result = image
    }
    return try #require(result)
  }

  @Test func sizesKeepTheirShape() {
    func fitted(_ width: Int, _ height: Int, _ side: Int?) -> [Int] {
      let size = Size(width: width, height: height).fitting(longerSide: side)
      return [size.width, size.height]
    }
    #expect(fitted(4032, 3024, 1000) == [1000, 750])
    #expect(fitted(3024, 4032, 321) == [241, 321])
    #expect(fitted(3024, 4032, 4032) == [3024, 4032])
    #expect(fitted(3024, 4032, 5000) == [3024, 4032])
    #expect(fitted(3024, 4032, nil) == [3024, 4032])
    #expect(fitted(10_000, 3, 100) == [100, 1])
    #expect(fitted(1, 1, 1) == [1, 1])
  }

  /// The result of Pillow 13 for the same samples with Lanczos' filter. It rounds between rows and columns.
  @Test(
    arguments: [
      (
        5, 4,
        [
          110, 138, 129, 90, 112, 122, 117, 133, 147, 92, 135, 133, 131, 116, 148, 147, 145, 135,
          141, 130,
        ]
      ),
      (
        13, 4,
        [
          74, 128, 120, 163, 98, 157, 133, 95, 126, 88, 65, 98, 168, 107, 148, 83, 165, 104, 100,
          121, 176, 166, 111, 125, 111, 63, 118, 124, 158, 149, 127, 85, 152, 155, 116, 90, 120,
          171, 152, 129, 165, 140, 151, 133, 153, 119, 155, 112, 157, 180, 40, 192,
        ]
      ),
      (
        6, 10,
        [
          22, 98, 195, 65, 74, 169, 130, 179, 65, 181, 67, 116, 185, 107, 151, 94, 120, 66, 69, 162,
          116, 181, 131, 81, 123, 96, 70, 155, 154, 144, 118, 132, 150, 144, 74, 107, 112, 171, 101,
          179, 109, 168, 171, 153, 123, 76, 138, 179, 160, 142, 138, 131, 122, 128, 110, 139, 153,
          177, 169, 79,
        ]
      ),
    ] as [(Int, Int, [Int])])
  func samplesAreThoseOfPillow(width: Int, height: Int, expected: [Int]) throws {
    let image = PlanarImage(width: 13, height: 10, chroma: .monochrome, bitDepth: 8)
    image.fill { _, x, y in UInt16((x * 37 + y * 91 + x * y * 11) % 256) }
    let result = try scaled(
      image, placement(13, 10), to: Size(width: width, height: height), keepsChroma: true)
    let found = result.rawBytes.map(Int.init)
    #expect(found.count == expected.count)
    #expect(zip(found, expected).allSatisfy { abs($0 - $1) <= 1 }, "\(found)")
  }

  /// However rows are cut into bands, the result is the same.
  @Test(arguments: Pictures.formats, [8, 10])
  func bandsFitTogether(format: ChromaSampling, bitDepth: Int) throws {
    let image = Pictures.noise(101, 230, format, bitDepth: bitDepth)
    for (width, height) in [(50, 114), (7, 16), (99, 225), (3, 7)] {
      for keepsChroma in [true, false] {
        let size = Size(width: width, height: height)
        let whole = try scaled(
          image, placement(101, 230), to: size, keepsChroma: keepsChroma, bandHeight: 1 << 16)
        let banded = try scaled(
          image, placement(101, 230), to: size, keepsChroma: keepsChroma, bandHeight: 16)
        #expect(whole.rawBytes == banded.rawBytes)
        #expect(
          whole.chroma == (keepsChroma || format == .monochrome ? format : .yuv444))
      }
    }
  }

  /// No value is added or lost: one colour stays the same, up to the edges and in all formats.
  @Test(arguments: Pictures.formats, [8, 10, 12])
  func oneColourStaysItself(format: ChromaSampling, bitDepth: Int) throws {
    let image = PlanarImage(width: 67, height: 45, chroma: format, bitDepth: bitDepth)
    let top = UInt16(1 << bitDepth - 1)
    image.fill { plane, _, _ in [top, 3, top / 2][plane] }
    for (width, height) in [(20, 13), (1, 1), (66, 44), (100, 67)] {
      let result = try scaled(
        image, placement(67, 45), to: Size(width: width, height: height), keepsChroma: true)
      for (plane, value) in zip(result.planes, [top, 3, top / 2]) {
        for y in 0..<plane.height {
          for x in 0..<plane.width { #expect(plane[x, y] == value) }
        }
      }
    }
  }

  /// Luma and chroma are samples of one gradient, each at its own position. They are the same again in the result, in
  /// every orientation of the picture.
  @Test(
    arguments: [
      [], [.rotate(quarterTurns: 1)], [.rotate(quarterTurns: 2)], [.rotate(quarterTurns: 3)],
      [.flipHorizontally], [.flipVertically], [.rotate(quarterTurns: 1), .flipHorizontally],
      [.rotate(quarterTurns: 3), .flipHorizontally],
    ] as [[ImagePlan.Transform]], [ChromaSampling.yuv420, .yuv422])
  func chromaStaysWhereItWas(transforms: [ImagePlan.Transform], format: ChromaSampling) throws {
    let image = PlanarImage(width: 240, height: 160, chroma: format, bitDepth: 12)
    let vertical = format.subsampling.vertical
    image.fill { plane, x, y in
      // In luma samples: chroma is on the first of two in a row, and between two in a column.
      let column = plane == 0 ? Double(x) : Double(2 * x)
      let row = plane == 0 || vertical == 1 ? Double(y) : Double(2 * y) + 0.5
      return UInt16(300 + 10 * column + 7 * row)
    }
    let shown = try image.shown(transforms)
    let placement = placement(240, 160, transforms)
    let (width, height) = (shown.width * 2 / 5, shown.height * 2 / 5)
    let size = Size(width: width, height: height)
    let result = try scaled(shown, placement, to: size, keepsChroma: false)
    for y in 6..<height - 6 {
      for x in 6..<width - 6 {
        #expect(abs(Int(result.planes[0][x, y]) - Int(result.planes[1][x, y])) <= 1)
      }
    }
    // In a JPEG file, chroma is in the middle of its luma samples.
    let jpeg = try scaled(shown, placement, to: size, keepsChroma: true)
    let (h, v) = jpeg.chroma.subsampling
    for y in 4..<height / v - 4 {
      for x in 4..<width / h - 4 {
        let corner = (
          Int(jpeg.planes[0][x * h, y * v]), Int(jpeg.planes[0][x * h + h - 1, y * v + v - 1])
        )
        #expect(abs((corner.0 + corner.1) / 2 - Int(jpeg.planes[2][x, y])) <= 1)
      }
    }
  }
}

#if canImport(CDe265)
  /// Through the whole pipeline.
  @Suite(.needs(encoders: "libx265"))
  struct ScaledPictureTests {
    /// A file that is scaled is the one that scaled samples make.
    @Test func aPictureIsScaledInBands() throws {
      let picture = try #require(CodedPicture(format: "yuv420p", width: 320, height: 512))
      let whole = try picture.plan.decode(
        from: MemoryReader(bytes: picture.data), threads: 1, budget: 1 << 24)
      let size = ImagePlan.Size(width: 100, height: 160)
      let pipeline = try BandPipeline(
        picture.plan, threads: 3, budget: 1 << 24, size: size, keepsChroma: true)
      #expect(pipeline.size == size && pipeline.bands.count > 1)
      let result = PlanarImage(width: 100, height: 160, chroma: .yuv420, bitDepth: 8)
      try pipeline.run(from: MemoryReader(bytes: picture.data)) { band in result.take(band) }
      let scaling = try #require(pipeline.scaling)
      let reach = scaling.reach(of: 0..<160)
      #expect(reach == 0..<512)
      let expected = scaling.band(0..<160, from: whole.image).image
      #expect(result.rawBytes == expected.rawBytes)
    }
  }
#endif
