import HEIF
import TestSupport
import Testing
import WorkerProtocol

@testable import Codecs

#if canImport(CDe265)
  /// JPEG and PNG files as sources of samples.
  @Suite struct PictureFileTests {
    private func plan(_ codec: Codec, _ size: ImagePlan.Size, _ file: [UInt8]) -> ImagePlan {
      var plan = ImagePlan()
      plan.codec = codec
      plan.configurations = [ImagePlan.DecoderConfiguration()]
      var image = ImagePlan.CodedImage()
      image.extents = [0..<file.count]
      plan.tiles = [image]
      plan.tileSize = size
      plan.canvas = size
      return plan
    }

    private func decode(
      _ codec: Codec, _ width: Int, _ height: Int, _ file: [UInt8], isAlpha: Bool = false
    ) throws -> PlanarImage {
      var plan = plan(codec, ImagePlan.Size(width: width, height: height), file)
      plan.configurations[0].isAlpha = isAlpha
      return try plan.decode(from: MemoryReader(bytes: file), threads: 1, budget: 1 << 24).image
    }

    private static let cjpeg =
      "ffmpeg -v error -f lavfi -i testsrc=s=131x75 -frames:v 1 -f image2pipe -c:v ppm - | cjpeg"

    /// Luma is that of djpeg, which gives it for a grey picture, and chroma has the size that it is
    /// coded with.
    @Test(
      .needs("djpeg", "cjpeg", "ffmpeg"),
      arguments: [
        ("-sample 2x2", ChromaSampling.yuv420), ("-sample 2x1", .yuv422), ("-sample 1x2", .yuv440),
        ("-sample 1x1", .yuv444), ("-sample 4x1", .yuv444), ("-grayscale", .monochrome),
        ("-sample 2x2 -progressive", .yuv420), ("-sample 2x2 -restart 1", .yuv420),
      ])
    func planesOfJPEG(options: String, chroma: ChromaSampling) throws {
      let file = Programs.output("(\(PictureFileTests.cjpeg) -quality 90 \(options))", [])
      try #require(file.count > 1000)
      let image = try decode(.jpeg, 131, 75, file)
      #expect(image.chroma == chroma)
      // A header of three lines, and the samples.
      let gray = Programs.output("djpeg -grayscale -pnm", file)
      #expect(Array(image.rawBytes.prefix(131 * 75)) == Array(gray.suffix(131 * 75)))
    }

    @Test(.needs("djpeg", "cjpeg", "ffmpeg"))
    func damagedJPEG() throws {
      let file = Programs.output("(\(PictureFileTests.cjpeg) -quality 90)", [])
      for count in stride(from: 0, to: file.count, by: 97) {
        #expect(throws: CodecError.self) { try decode(.jpeg, 131, 75, Array(file.prefix(count))) }
      }
      // Samples are missing, but there is an end marker.
      let half = Array(file.prefix(file.count * 3 / 4)) + [0xFF, 0xD9]
      #expect(throws: CodecError.self) { try decode(.jpeg, 131, 75, half) }
      let error = #expect(throws: CodecError.self) { try decode(.jpeg, 131, 76, file) }
      #expect(error?.message.contains("131 × 75") == true)
    }

    /// A header of four components that are not colours of a screen (ITU-T T.81 §B.2.2, §B.2.3).
    @Test func inks() throws {
      let adobe: [UInt8] =
        [0xFF, 0xEE, 0, 14] + Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 0]
      let components: [UInt8] = (1...4).flatMap { [$0, 0x11, 0] }
      let frame: [UInt8] = [0xFF, 0xC0, 0, 20, 8, 0, 16, 0, 16, 4] + components
      let scan: [UInt8] = [0xFF, 0xDA, 0, 14, 4, 1, 0, 2, 0, 3, 0, 4, 0, 0, 63, 0]
      let file = [0xFF, 0xD8] + adobe + frame + scan + [0, 0xFF, 0xD9]
      let error = #expect(throws: CodecError.self) { try decode(.jpeg, 16, 16, file) }
      #expect(error?.message.contains("CMYK") == true, "\(String(describing: error))")
    }

    /// Red, green and blue of a progressive JPEG of 65,500 × 65,500 would take 19 GB.
    @Test(.needs("djpeg", "cjpeg", "ffmpeg"))
    func hugeJPEG() throws {
      var file = Programs.output("(\(PictureFileTests.cjpeg) -progressive)", [])
      let frame = try #require(
        file.indices.dropLast().first { file[$0] == 0xFF && file[$0 + 1] == 0xC2 })
      file.replaceSubrange(frame + 5..<frame + 9, with: [0xFF, 0xDC, 0xFF, 0xDC])
      let error = #expect(throws: CodecError.self) { try decode(.jpeg, 65_500, 65_500, file) }
      #expect(error?.message.contains("over the limit") == true, "\(String(describing: error))")
    }

    /// The samples are those that ffmpeg was given, in planes of green, blue and red.
    @Test(
      .needs("ffmpeg"),
      arguments: [
        ("rgb24", "gbrp", 8), ("rgba", "gbrp", 8), ("rgb48be", "gbrp16le", 16), ("gray", "gray", 8),
        ("gray16be", "gray16le", 16), ("ya8", "gray", 8), ("pal8", "gbrp", 8), ("monob", "gray", 8),
      ])
    func planesOfPNG(format: String, planes: String, bitDepth: Int) throws {
      let file = Programs.output(
        "ffmpeg -v error -f lavfi -i testsrc=s=67x41 -frames:v 1 -pix_fmt \(format) -c:v png -f image2pipe -",
        [])
      try #require(file.count > 100)
      let image = try decode(.png, 67, 41, file)
      #expect(image.bitDepth == bitDepth)
      let filter = planes == "gbrp" ? "format=rgb24,format=gbrp" : "format=\(planes)"
      let reference = Programs.output(
        "ffmpeg -v error -f png_pipe -i - -vf \(filter) -f rawvideo -", file)
      #expect(!reference.isEmpty && image.rawBytes == reference)
    }

    @Test(.needs("ffmpeg"))
    func alphaOfPNG() throws {
      let file = Programs.output(
        "ffmpeg -v error -f lavfi -i testsrc=s=67x41 -frames:v 1 -vf format=rgba,colorchannelmixer=ag=0.5:aa=0.1 -c:v png -f image2pipe -",
        [])
      let alpha = try decode(.png, 67, 41, file, isAlpha: true)
      let reference = Programs.output(
        "ffmpeg -v error -f png_pipe -i - -vf alphaextract -pix_fmt gray -f rawvideo -", file)
      #expect(!reference.isEmpty && alpha.rawBytes == reference)
      #expect(Set(reference).count > 3)
      let opaque = Programs.output(
        "ffmpeg -v error -f lavfi -i testsrc=s=67x41 -frames:v 1 -pix_fmt rgb24 -c:v png -f image2pipe -",
        [])
      #expect(throws: CodecError.self) { try decode(.png, 67, 41, opaque, isAlpha: true) }
      for count in stride(from: 0, to: file.count - 12, by: 61) {
        #expect(throws: CodecError.self) { try decode(.png, 67, 41, Array(file.prefix(count))) }
      }
    }
  }
#endif
