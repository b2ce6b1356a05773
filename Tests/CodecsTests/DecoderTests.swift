import HEIF
import TestSupport
import Testing
import WorkerProtocol

@testable import Codecs

#if canImport(CDe265)
  /// The requirements for every engine, so that all of them give the same result.
  @Suite(.needs(encoders: "libx265"))
  struct DecoderTests {
    /// The available engines.
    static let engines: [Engine] = {
      if case .success = LibAVImageLibrary.usual { return [.de265, .libav] }
      return [.de265]
    }()

    /// A test with engines as arguments does not report a missing one.
    @Test(.needs("libavcodec") { Available.hasLibAV }) func bothEnginesAreTested() {
      #expect(DecoderTests.engines.count == 2)
    }

    @Test(
      arguments: engines,
      [
        ("yuv420p", ChromaSampling.yuv420, 8), ("yuv422p10le", .yuv422, 10),
        ("gray", .monochrome, 8),
        ("yuv444p", .yuv444, 8), ("yuv420p10le", .yuv420, 10), ("gray12le", .monochrome, 12),
        ("yuv444p12le", .yuv444, 12), ("gbrp", .yuv444, 8), ("gbrp10le", .yuv444, 10),
      ])
    func matchesFFmpeg(engine: Engine, format: (String, ChromaSampling, Int)) throws {
      let (format, chroma, bitDepth) = format
      for (width, height) in [(64, 64), (130, 74)] {
        let picture = try #require(CodedPicture(format: format, width: width, height: height))
        let image = try picture.decode(engine: engine)
        #expect(image.chroma == chroma && image.bitDepth == bitDepth)
        let reference = Programs.output(
          "ffmpeg -v error -f hevc -i - -f rawvideo -", picture.stream)
        #expect(!reference.isEmpty && image.rawBytes == reference)
      }
    }

    /// One decoder for many tiles gives the results of a new one.
    @Test(arguments: engines, [1, 2]) func tiles(engine: Engine, threads: Int) throws {
      let coded = try #require(CodedPicture(format: "yuv420p", width: 64, height: 64))
      let single = try coded.decode(engine: engine)
      var plan = coded.plan
      plan.columns = 3
      plan.rows = 2
      plan.tiles = Array(repeating: plan.tiles[0], count: 6)
      // The last column and row reach over the edge.
      plan.canvas = ImagePlan.Size(width: 150, height: 101)
      let image = try plan.decode(
        from: MemoryReader(bytes: coded.data), threads: threads, budget: 1 << 20,
        engine: EngineChoice(engine)
      ).image
      let expected = PlanarImage(width: 150, height: 101, chroma: .yuv420, bitDepth: 8)
      expected.fill { index, x, y in
        single.planes[index][x % single.planes[index].width, y % single.planes[index].height]
      }
      #expect(image.looksLike(expected))
    }

    /// libavcodec needs data that libde265 does not need: the result is the same with either.
    @Test func withoutVPS() throws {
      let coded = try #require(
        CodedPicture(format: "yuv420p", width: 128, height: 64, options: ":ctu=16"))
      var configuration = try #require(coded.plan.configurations.first)
      #expect(SentinelRow(configuration) != nil)
      // VPS_NUT (ITU-T H.265 §7.4.2.2).
      configuration.parameterSets.removeAll { $0[0] >> 1 == 32 }
      let size = ImagePlan.Size(width: 128, height: 64)
      var decoder = CarefulDecoder(configuration, size: size, budget: 1 << 20)
      var width = 0
      try decoder.decode(coded.data) { (tile) throws(CodecError) in width = tile.width }
      #expect(width == 128)
    }

    /// The decoder is given parameter sets of another picture in between.
    @Test(arguments: engines) func changingConfigurations(engine: Engine) throws {
      let first = try #require(CodedPicture(format: "yuv420p", width: 64, height: 64))
      let second = try #require(
        CodedPicture(
          format: "yuv420p", width: 64, height: 64, options: ":ctu=16:qp=40:no-sao=1:no-deblock=1"))
      var plan = first.plan
      plan.configurations += second.plan.configurations
      var other = second.plan.tiles[0]
      other.configuration = 1
      other.extents = [first.data.count..<first.data.count + second.data.count]
      plan.tiles = [plan.tiles[0], other, plan.tiles[0], other]
      plan.columns = 4
      plan.canvas.width = 256
      let image = try plan.decode(
        from: MemoryReader(bytes: first.data + second.data), threads: 1, budget: 1 << 20,
        engine: EngineChoice(engine)
      ).image
      let (a, b) = (try first.decode(engine: engine), try second.decode(engine: engine))
      #expect(!a.looksLike(b))
      for (index, expected) in [a, b, a, b].enumerated() {
        let part = image.part(x: index * 64..<(index + 1) * 64, y: 0..<64)
        #expect(part.looksLike(expected), "tile \(index)")
      }
    }

    @Test(arguments: engines) func refusesWhatThePlanDoesNotSay(engine: Engine) throws {
      let coded = try #require(CodedPicture(format: "yuv420p", width: 64, height: 64))
      func fails(_ change: (inout ImagePlan) -> Void) -> Bool {
        var plan = coded.plan
        change(&plan)
        return
          (try? plan.decode(
            from: MemoryReader(bytes: coded.data), threads: 1, budget: 1 << 20,
            engine: EngineChoice(engine))) == nil
      }
      #expect(fails { $0.tileSize.width = 62 })
      #expect(fails { $0.tiles = [] })
      #expect(fails { $0.tiles[0].configuration = 1 })
      #expect(fails { $0.columns = 2 })
      #expect(fails { $0.configurations[0].parameterSets = [] })
      #expect(fails { $0.configurations[0].lengthSize = 1 })
      #expect(fails { $0.tiles[0].extents = [] })
      #expect(fails { $0.tiles[0].extents += $0.tiles[0].extents })
      #expect(fails { $0.canvas = ImagePlan.Size(width: 65_000, height: 65_000) })
      // Samples that no tile covers would be left as the memory was.
      #expect(fails { $0.canvas.width = 65 })
      #expect(fails { $0.canvas.height = 66 })
    }

    /// Engines do not report missing slices, and show the earlier content of the memory.
    @Test(arguments: engines, ["yuv420p", "yuv422p10le", "gray", "yuv444p"])
    func refusesPicturesWithMissingSlices(engine: Engine, format: String) throws {
      for options in [":sao=1", ":no-sao=1", ":no-sao=1:no-deblock=1"] {
        let coded = try #require(
          CodedPicture(
            format: format, width: 256, height: 192, options: ":slices=3:ctu=16" + options))
        _ = try coded.decode(engine: engine)
        let units = try NALUnitRanges.ranges(in: coded.data, lengthSize: 4)
        #expect(units.count >= 2)
        for missing in units {
          var data = coded.data
          data.removeSubrange(missing.lowerBound - 4..<missing.upperBound)
          #expect(throws: CodecError.self) { try coded.decode(data, engine: engine) }
        }
      }
    }

    @Test(arguments: engines, ["yuv420p", "yuv422p10le", "gray", "yuv444p"])
    func comparesTheHashOfThePicture(engine: Engine, format: String) throws {
      let coded = try #require(
        CodedPicture(format: format, width: 130, height: 74, options: ":hash=1"))
      _ = try coded.decode(engine: engine)
      var data = coded.data
      let hash = try #require(try NALUnitRanges.ranges(in: data, lengthSize: 4).last)
      #expect(data[hash.lowerBound] >> 1 == 40)
      // Header, payload type, size and kind take five bytes.
      data[hash.lowerBound + 5] ^= 0x10
      #expect(throws: CodecError.self) { try coded.decode(data, engine: engine) }
    }

    /// CRCs and checksums. libde265 computes some of them wrongly.
    @Test(arguments: ["yuv420p", "yuv422p10le", "gray", "yuv444p"], ["2", "3"])
    func passesOverOtherHashes(format: String, kind: String) throws {
      let coded = try #require(
        CodedPicture(format: format, width: 130, height: 74, options: ":hash=\(kind)"))
      for engine in DecoderTests.engines { _ = try coded.decode(engine: engine) }
    }

    /// The size is in the parameter sets, where an attacker writes what he likes.
    @Test(arguments: engines) func refusesOtherSizesBeforeTheyCostAnything(engine: Engine) throws {
      switch engine {
      case .libav: try refusesOtherSizes(LibAVDecoder<HEVCImageStream>.self)
      default: try refusesOtherSizes(De265Decoder.self)
      }
    }

    /// Also if there is memory: its size was not checked.
    @Test(.needs("libavcodec") { Available.hasLibAV })
    func makesNoRoomForMoreThanIsPlanned() throws {
      let coded = try #require(CodedPicture(format: "yuv420p", width: 640, height: 480))
      var decoder = try LibAVDecoder<HEVCImageStream>(
        coded.plan.configurations[0], size: ImagePlan.Size(width: 64, height: 64), budget: 1 << 30)
      var reply = ""
      do throws(CodecError) {
        try decoder.decode(coded.data) { _ throws(CodecError) in reply = "decoded" }
      } catch { reply = error.message }
      #expect(reply.hasPrefix("is coded as 640 × "), "\(reply)")
    }

    private func refusesOtherSizes<Decoder: TileDecoder & ~Copyable>(_: Decoder.Type) throws {
      let coded = try #require(CodedPicture(format: "yuv420p", width: 64, height: 64))
      let configuration = coded.plan.configurations[0]
      for (size, budget, reason) in [
        (ImagePlan.Size(width: 62, height: 64), 1 << 20, "but the container says 62 × 64"),
        (coded.plan.tileSize, 6143, "bytes of memory, over the limit of 6,143"),
      ] {
        var decoder = try Decoder(configuration, size: size, budget: budget)
        var reply = ""
        do throws(CodecError) {
          try decoder.decode(coded.data) { _ throws(CodecError) in reply = "decoded" }
        } catch { reply = error.message }
        #expect(reply.hasSuffix(reason), "\(Decoder.name): \(reply)")
      }
    }

    @Test(arguments: engines) func refusesMoreThanOnePicture(engine: Engine) throws {
      let coded = try #require(CodedPicture(format: "yuv420p", width: 64, height: 64))
      #expect(throws: CodecError.self) { try coded.decode(coded.data + coded.data, engine: engine) }
    }

    /// Slices that end too early, with matching lengths: a decoder that does not check this invents the rest.
    /// libavcodec does not check it, so another check is necessary.
    @Test(
      arguments: ["yuv420p", "gray", "yuv444p"], ["ctu=64", "ctu=16", "ctu=32:wpp=0:no-sao=1"])
    func cutOffSlices(format: String, options: String) throws {
      let coded = try #require(
        CodedPicture(format: format, width: 256, height: 192, options: ":" + options))
      var choices = [EngineChoice(.de265)]
      if DecoderTests.engines.contains(.libav) {
        choices += [EngineChoice(.libav), EngineChoice(.auto, comparedWith: .auto)]
      }
      let whole = try coded.decode(nil, EngineChoice(.de265))
      for choice in choices { #expect(try coded.decode(nil, choice).looksLike(whole)) }
      for length in stride(from: 40, to: coded.data.count - 4, by: 1 + coded.data.count / 60) {
        var data = Array(coded.data.prefix(4 + length))
        for index in 0..<4 { data[index] = UInt8(truncatingIfNeeded: length >> (24 - 8 * index)) }
        for choice in choices {
          guard let image = try? coded.decode(data, choice) else { continue }
          // No bit of the last byte may be needed.
          #expect(
            length == coded.data.count - 5 && image.looksLike(whole),
            "\(length) of \(coded.data.count - 4) bytes, \(choice)")
        }
      }
    }

    /// A byte that is wrong makes slice data end elsewhere, nearly always. libavcodec does not look
    /// there, but the row below the picture shows it.
    @Test(
      .enabled(if: engines.contains(.libav), "libavcodec is not installed"),
      arguments: ["yuv420p", "gray", "yuv420p10le"],
      ["ctu=64", "ctu=16", "ctu=32:wpp=0:no-sao=1:no-deblock=1", "ctu=32:wpp=0"])
    func damageShowsBelowThePicture(format: String, options: String) throws {
      let coded = try #require(
        CodedPicture(format: format, width: 256, height: 192, options: ":" + options))
      let stream = HEVCImageStream(coded.plan.configurations[0])
      #expect(try stream.input(coded.data).sentinelRow > 0)
      _ = try coded.decode(nil, EngineChoice(.auto, comparedWith: .auto))
      var unnoticed: [Engine: Int] = [:]
      for index in stride(from: 100, to: coded.data.count - 8, by: 1 + coded.data.count / 60) {
        var data = coded.data
        data[index] ^= 0x10
        for engine in [Engine.libav, .de265] where (try? coded.decode(data, engine: engine)) != nil
        {
          unnoticed[engine, default: 0] += 1
        }
      }
      // Signs of coefficients can be wrong without a trace.
      let (libav, de265) = (unnoticed[.libav, default: 0], unnoticed[.de265, default: 0])
      #expect(libav <= de265 + 1 && libav <= 6, "\(libav) and \(de265) of 60")
    }

    /// Damage leads to an error or to a picture, and to nothing else.
    @Test(arguments: engines, ["yuv420p", "yuv422p10le", "yuv444p"])
    func damagedSlices(engine: Engine, format: String) throws {
      let coded = try #require(CodedPicture(format: format, width: 130, height: 74))
      var state: UInt64 = 88_172_645_463_325_252
      func next(_ bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % bound
      }
      for _ in 0..<150 {
        var data = coded.data
        // The lengths and headers of NAL units are not changed here.
        for _ in 0...next(4) { data[6 + next(data.count - 6)] ^= UInt8(1 + next(255)) }
        check(coded, data, engine)
      }
      for length in stride(from: 2, to: coded.data.count - 4, by: 1 + coded.data.count / 60) {
        var data = Array(coded.data.prefix(4 + length))
        for index in 0..<4 { data[index] = UInt8(truncatingIfNeeded: length >> (24 - 8 * index)) }
        check(coded, data, engine)
      }
    }

    private func check(_ coded: CodedPicture, _ data: [UInt8], _ engine: Engine) {
      guard let image = try? coded.decode(data, engine: engine) else { return }
      #expect(image.width == coded.plan.canvas.width && image.height == coded.plan.canvas.height)
    }
  }
#endif
