import CodecJob
import HEIF
import Testing

@testable import ImageCodecs

#if canImport(CDe265)
  /// AVC through libavcodec.
  @Suite(.enabled(if: Available.hasAVC, "libavcodec, or ffmpeg with libx264 is not installed"))
  struct AVCTests {
    @Test(arguments: [
      ("yuv420p", ChromaFormat.yuv420, 8), ("yuv422p", .yuv422, 8), ("yuv444p", .yuv444, 8),
      ("yuv420p10le", .yuv420, 10), ("yuv422p10le", .yuv422, 10), ("yuv444p10le", .yuv444, 10),
      ("gray", .monochrome, 8), ("gray10le", .monochrome, 10), ("yuvj420p", .yuv420, 8),
    ])
    func matchesFFmpeg(format: String, chroma: ChromaFormat, bitDepth: Int) throws {
      for (width, height) in [(64, 64), (130, 74)] {
        let picture = try #require(CodedPicture(avc: format, width: width, height: height))
        let image = try picture.decode(engine: .auto)
        #expect(image.chroma == chroma && image.bitDepth == bitDepth)
        let reference = Programs.output(
          "ffmpeg -v error -f h264 -i - -f rawvideo -", picture.stream)
        // FFmpeg decodes grey pictures as 4:2:0, of which luma comes first.
        let samples = image.rawBytes
        #expect(!reference.isEmpty && reference.starts(with: samples))
        #expect(chroma == .monochrome || reference.count == samples.count)
      }
    }

    @Test func interlaced() throws {
      let picture = try #require(
        CodedPicture(avc: "yuv420p", width: 128, height: 96, options: ":tff=1"))
      let reference = Programs.output(
        "ffmpeg -v error -f h264 -i - -f rawvideo -", picture.stream)
      #expect(try picture.decode(engine: .libav).rawBytes == reference)
    }

    @Test func refusesPicturesWithMissingSlices() throws {
      for options in ["", ":no-deblock=1", ":cabac=0"] {
        let coded = try #require(
          CodedPicture(avc: "yuv420p", width: 256, height: 192, options: ":slices=3" + options))
        _ = try coded.decode(engine: .auto)
        let units = try NALUnits.ranges(in: coded.data, lengthSize: 4)
        #expect(units.count == 3)
        for missing in units.indices {
          var data = coded.data
          data.removeSubrange(units[missing].lowerBound - 4..<units[missing].upperBound)
          #expect(throws: CodecError.self, "\(options), slice \(missing)") {
            try coded.decode(data, engine: .auto)
          }
        }
      }
    }

    @Test func refusesWhatIsCutOff() throws {
      let coded = try #require(CodedPicture(avc: "yuv420p", width: 128, height: 96))
      for count in stride(from: 0, to: coded.data.count, by: 3) {
        #expect(throws: CodecError.self, "\(count) of \(coded.data.count) bytes") {
          try coded.decode(Array(coded.data[..<count]), engine: .auto)
        }
      }
      // Also where the length of the unit agrees.
      for count in stride(from: 40, to: coded.data.count - 16, by: 41) {
        let length = (0..<4).map { UInt8(truncatingIfNeeded: (count - 4) >> (24 - 8 * $0)) }
        #expect(throws: CodecError.self, "a unit of \(count) bytes") {
          try coded.decode(length + coded.data[4..<count], engine: .auto)
        }
      }
    }

    @Test func refusesWhatThePlanDoesNotSay() throws {
      let coded = try #require(CodedPicture(avc: "yuv420p", width: 64, height: 64))
      func fails(_ budget: Int = 1 << 20, _ change: (inout ImagePlan) -> Void) -> Bool {
        var plan = coded.plan
        change(&plan)
        return
          (try? plan.decode(
            from: MemoryReader(bytes: coded.data), threads: 1, budget: budget)) == nil
      }
      #expect(!fails { _ in })
      #expect(fails { ($0.tileSize.width, $0.canvas.width) = (62, 62) })
      #expect(fails { $0.configurations[0].parameterSets = [] })
      #expect(fails { $0.configurations[0].lengthSize = 1 })
      #expect(fails { $0.tiles[0].extents = [] })
      #expect(fails(64 * 64) { _ in }, "over the budget")
    }
  }
#endif
