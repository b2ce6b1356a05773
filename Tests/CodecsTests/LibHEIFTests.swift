import HEIF
import TestSupport
import Testing
import WorkerProtocol

@testable import Codecs

#if canImport(CDe265)
  /// libheif as an engine: it gives the coded samples.
  @Suite struct LibHEIFTests {
    private static let library = try? LibHEIFLibrary.usual.get()

    /// Version 1.15 converts everything that it decodes to red, green and blue, which have to be the coded samples.
    @Test(
      .needs("libheif") { library != nil }, .needs(encoders: "libx265"),
      arguments: [
        ("yuv420p", ChromaSampling.yuv420, 8), ("yuv422p10le", .yuv422, 10),
        ("gray", .monochrome, 8),
        ("yuv444p", .yuv444, 8), ("yuv420p10le", .yuv420, 10), ("gbrp", .yuv444, 8),
      ])
    func samplesOfLibHEIF(format: String, chroma: ChromaSampling, bitDepth: Int) throws {
      for options in ["", ":range=full:colormatrix=bt709", ":range=limited:colormatrix=bt2020nc"] {
        let picture = try #require(
          CodedPicture(format: format, width: 130, height: 74, options: options))
        let image = try picture.decode(engine: .libheif)
        #expect(image.chroma == chroma && image.bitDepth == bitDepth)
        let reference = Programs.output(
          "ffmpeg -v error -f hevc -i - -f rawvideo -", picture.stream)
        #expect(!reference.isEmpty && image.rawBytes == reference)
      }
    }

    @Test(.needs("libheif") { library != nil })
    func codersAreNamed() throws {
      let library = try #require(LibHEIFTests.library)
      for codec in LibHEIFLibrary.Codec.allCases {
        #expect(library.encodes(codec) == !library.encoders(codec).isEmpty)
        #expect(library.decodes(codec) == !library.decoders(codec).isEmpty)
      }
    }

    /// A library other than libheif is refused.
    @Test func otherLibrariesAreRefused() throws {
      let other = try #require(RuntimeLibraryFile(function: "de265_get_version")).path
      let error = #expect(throws: CodecError.self) { try LibHEIFLibrary([other]) }
      #expect(error?.message.contains("has no function heif_get_version") == true)
    }
  }
#endif
