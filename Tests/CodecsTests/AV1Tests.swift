import HEIF
import TestSupport
import Testing
import WorkerProtocol

@testable import Codecs

#if canImport(CDe265)
  /// AV1 through libavcodec.
  @Suite(.needs("a decoder of AV1") { Available.hasAV1 }, .needs(encoders: "libaom-av1"))
  struct AV1Tests {
    /// All chroma formats and depths, with sides that are not multiples of anything.
    @Test(arguments: [
      ("yuv420p", ChromaSampling.yuv420, 8), ("yuv422p", .yuv422, 8), ("yuv444p", .yuv444, 8),
      ("gray", .monochrome, 8), ("gbrp", .yuv444, 8), ("yuv420p10le", .yuv420, 10),
      ("yuv422p10le", .yuv422, 10), ("yuv444p10le", .yuv444, 10), ("gray10le", .monochrome, 10),
      ("yuv420p12le", .yuv420, 12), ("yuv422p12le", .yuv422, 12), ("yuv444p12le", .yuv444, 12),
      ("gray12le", .monochrome, 12), ("gbrp10le", .yuv444, 10),
    ])
    func matchesFFmpeg(format: String, chroma: ChromaSampling, bitDepth: Int) throws {
      for (width, height) in [(64, 64), (131, 75)] {
        let picture = try #require(CodedPicture(av1: format, width: width, height: height))
        let image = try picture.decode(engine: .auto)
        #expect(image.chroma == chroma && image.bitDepth == bitDepth)
        let reference = Programs.output(
          "ffmpeg -v error -f obu -i - -f rawvideo -pix_fmt \(format) -", picture.stream)
        #expect(!reference.isEmpty && image.rawBytes == reference)
        if Available.hasBothOfAV1 {
          let checked = try picture.decode(nil, EngineChoice(.auto, comparedWith: .auto))
          #expect(checked.rawBytes == reference)
        }
      }
    }

    /// Grain is a part of the picture (AV1 §7.18.3).
    @Test func filmGrainIsApplied() throws {
      let picture = try #require(
        CodedPicture(
          av1: "yuv420p", width: 352, height: 288, options: "-aom-params film-grain-test=1"))
      let image = try picture.decode(engine: .auto)
      func reference(_ options: String) -> [UInt8] {
        Programs.output("ffmpeg -v error \(options) -f obu -i - -f rawvideo -", picture.stream)
      }
      #expect(image.rawBytes == reference(""))
      let plain = reference("-c:v libdav1d -export_side_data film_grain")
      #expect(plain.isEmpty || image.rawBytes != plain, "the picture has grain")
    }

    @Test(arguments: [1, 2]) func tiles(threads: Int) throws {
      let coded = try #require(CodedPicture(av1: "yuv420p10le", width: 64, height: 48))
      let single = try coded.decode(engine: .auto)
      var plan = coded.plan
      (plan.columns, plan.rows) = (3, 2)
      plan.tiles = Array(repeating: plan.tiles[0], count: 6)
      plan.canvas = ImagePlan.Size(width: 150, height: 81)
      let image = try plan.decode(
        from: MemoryReader(bytes: coded.data), threads: threads, budget: 1 << 20
      ).image
      let expected = PlanarImage(width: 150, height: 81, chroma: .yuv420, bitDepth: 10)
      expected.fill { index, x, y in
        single.planes[index][x % single.planes[index].width, y % single.planes[index].height]
      }
      #expect(image.looksLike(expected))
    }

    @Test func refusesWhatThePlanDoesNotSay() throws {
      let coded = try #require(CodedPicture(av1: "yuv420p", width: 64, height: 64))
      func fails(_ budget: Int = 1 << 20, _ change: (inout ImagePlan) -> Void) -> Bool {
        var plan = coded.plan
        change(&plan)
        return
          (try? plan.decode(
            from: MemoryReader(bytes: coded.data), threads: 1, budget: budget)) == nil
      }
      #expect(!fails { _ in })
      for size in [(62, 64), (66, 64), (64, 62), (32, 128)] {
        #expect(
          fails {
            $0.tileSize = ImagePlan.Size(width: size.0, height: size.1)
            $0.canvas = $0.tileSize
          })
      }
      #expect(fails(64 * 64) { _ in }, "over the budget")
      #expect(fails { $0.tiles[0].extents = [] })
      #expect(fails { $0.tiles[0].extents += $0.tiles[0].extents }, "two pictures")
      #expect(fails { $0.configurations[0].operatingPoint = 1 })
      #expect(fails { $0.configurations[0].layer = 1 })
    }

    @Test func refusesWhatIsCutOff() throws {
      let coded = try #require(CodedPicture(av1: "yuv420p", width: 64, height: 64))
      for count in 0..<coded.data.count {
        #expect(throws: CodecError.self, "\(count) of \(coded.data.count) bytes") {
          try coded.decode(Array(coded.data[..<count]), engine: .auto)
        }
      }
    }

    /// In the data of a tile, nearly every damaged byte is noticed at the end of the data.
    @Test(
      .enabled(
        if: (try? EngineChoice().av1Decoder()) != .dav1d || LibAVImageLibrary.dav1dNoticesDamage,
        "this libdav1d shows damaged images"))
    func damagedAV1() throws {
      let coded = try #require(
        CodedPicture(av1: "yuv420p", width: 256, height: 192, options: "-tiles 2x2"))
      var random = Noise(state: 7)
      var accepted = 0
      let trials = 300
      for _ in 0..<trials {
        var data = coded.data
        // After the headers, because some of their bits have no effect.
        let offset = Int(random.next() % UInt64(data.count - 64)) + 64
        data[offset] ^= UInt8(truncatingIfNeeded: random.next() % 255 + 1)
        if (try? coded.decode(data, engine: .auto)) != nil { accepted += 1 }
      }
      #expect(accepted <= trials / 50, "\(accepted) of \(trials)")
      // Earlier damage does not change later pictures.
      #expect(try coded.decode(engine: .auto).width == 256)
    }

    /// A hole of zeros, as a download leaves it that was not finished.
    @Test func refusesHoles() throws {
      let coded = try #require(CodedPicture(av1: "yuv420p", width: 256, height: 192))
      for start in stride(from: 0, to: coded.data.count - 64, by: coded.data.count / 16) {
        var data = coded.data
        for index in start..<data.count { data[index] = 0 }
        #expect(throws: CodecError.self, "from \(start)") {
          try coded.decode(data, engine: .auto)
        }
      }
    }

    @Test func whatIsAskedForIsTaken() throws {
      let missing = { () -> Result<LibAVImageLibrary, CodecError> in
        Result { () throws(CodecError) in try LibAVImageLibrary("/nowhere/libboxwalk-photos.so") }
      }
      let missingLibHEIF = { () -> Result<LibHEIFLibrary, CodecError> in
        Result { () throws(CodecError) in try LibHEIFLibrary(["/nowhere/libheif.so.1"]) }
      }
      func message(_ body: () throws -> Void) -> String {
        do { try body() } catch { return "\(error)" }
        return ""
      }
      let withoutAny = message {
        _ = try EngineChoice().av1Decoder(library: missing, libheif: missingLibHEIF)
      }
      #expect(withoutAny.contains("to decode AV1, libavcodec is needed"))
      let de265 = message { _ = try EngineChoice(.de265).av1Decoder() }
      #expect(de265.contains("libde265 cannot decode AV1"))
      let alone = message {
        _ = try EngineChoice(.auto, comparedWith: .auto).avcDecoder(libheif: missingLibHEIF)
      }
      #expect(alone.contains("nothing can be compared"))
      #expect(message { _ = try EngineChoice(.libav).avcDecoder() }.isEmpty)
    }

    @Test func knownPictures() {
      if case .success(let library) = LibAVImageLibrary.usual {
        if library.has(decoder: Dav1d.decoder) {
          #expect(DecoderSelfTest.av1.problem(LibAVDecoder<AV1ImageStream<Dav1d>>.self) == "")
        }
        if library.has(decoder: Aom.decoder) {
          #expect(DecoderSelfTest.av1.problem(LibAVDecoder<AV1ImageStream<Aom>>.self) == "")
          #expect(DecoderSelfTest.av1.damaged.problem(LibAVDecoder<AV1ImageStream<Aom>>.self) != "")
        }
      }
      #expect(DecoderSelfTest.avc.problem(LibAVDecoder<AVCImageStream>.self) == "")
    }
  }
#endif
