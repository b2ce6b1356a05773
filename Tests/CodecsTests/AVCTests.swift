import FieldCoding
import HEIF
import TestSupport
import Testing
import WorkerProtocol

import struct AVC.SequenceParameterSet

@testable import Codecs

#if canImport(CDe265)
  /// AVC through libavcodec.
  @Suite(.needs("libavcodec") { Available.hasAVC }, .needs(encoders: "libx264"))
  struct AVCTests {
    @Test(arguments: [
      ("yuv420p", ChromaSampling.yuv420, 8), ("yuv422p", .yuv422, 8), ("yuv444p", .yuv444, 8),
      ("yuv420p10le", .yuv420, 10), ("yuv422p10le", .yuv422, 10), ("yuv444p10le", .yuv444, 10),
      ("gray", .monochrome, 8), ("gray10le", .monochrome, 10), ("yuvj420p", .yuv420, 8),
    ])
    func matchesFFmpeg(format: String, chroma: ChromaSampling, bitDepth: Int) throws {
      for (width, height) in [(64, 64), (130, 74)] {
        let picture = try #require(CodedPicture(avc: format, width: width, height: height))
        let image = try picture.decode(engine: .auto)
        #expect(image.chroma == chroma && image.bitDepth == bitDepth)
        let reference = Programs.output(
          "ffmpeg -v error -f h264 -i - -f rawvideo -", picture.stream)
        // FFmpeg decodes grey pictures as 4:2:0, and luma comes first.
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

    @Test(arguments: [
      ":slices=4", ":slices=4:cabac=0", ":slices=3:no-deblock=1", ":slices=2:tff=1",
    ])
    func slices(options: String) throws {
      let picture = try #require(
        CodedPicture(avc: "yuv420p", width: 252, height: 188, options: options))
      let reference = Programs.output(
        "ffmpeg -v error -f h264 -i - -f rawvideo -", picture.stream)
      #expect(try picture.decode(engine: .auto).rawBytes == reference)
    }

    /// A byte that is wrong makes slice data end elsewhere, nearly always. libavcodec does not look
    /// there, but the macroblocks below the slice show it.
    @Test(
      arguments: ["yuv420p", "gray", "yuv422p10le", "yuv444p"],
      ["", ":no-deblock=1", ":slices=4", ":tff=1"])
    func damageShowsBelowSlices(format: String, options: String) throws {
      let coded = try #require(
        CodedPicture(
          avc: format, width: 252, height: 188, options: options,
          filter: ",noise=alls=12:all_seed=1"))
      let stream = AVCImageStream(coded.plan.configurations[0])
      let input = try stream.input(coded.data)
      #expect(input.sentinelRow == (options == ":tff=1" ? 32 : 16))
      #expect(input.parts.count == (options == ":slices=4" ? 2 : 0))
      let sound = try coded.decode(engine: .auto)
      var unnoticed = 0
      for index in stride(from: 20, to: coded.data.count, by: 1 + coded.data.count / 60) {
        var data = coded.data
        data[index] ^= 0x10
        if let image = try? coded.decode(data, engine: .auto), image.rawBytes != sound.rawBytes {
          unnoticed += 1
        }
      }
      // Signs of coefficients can be wrong without a trace.
      #expect(unnoticed <= 2, "\(unnoticed) of 60")
    }

    /// In the other entropy coding, damage often gives another valid picture. But the end of the data shows it.
    @Test(arguments: ["", ":slices=4"])
    func endOfSlices(options: String) throws {
      let coded = try #require(
        CodedPicture(avc: "yuv420p", width: 128, height: 96, options: ":cabac=0" + options))
      for unit in try NALUnitRanges.ranges(in: coded.data, lengthSize: 4) {
        // Macroblocks of the same picture once more.
        let tail = coded.data[unit].suffix(12)
        let data =
          Array(coded.data[..<(unit.lowerBound - 4)]) + [0, 0, UInt8((unit.count + 12) >> 8)]
          + [UInt8(truncatingIfNeeded: unit.count + 12)] + coded.data[unit] + tail
          + coded.data[unit.upperBound...]
        #expect(throws: CodecError.self) { try coded.decode(data, engine: .auto) }
      }
    }

    /// Numbers of macroblocks that no product can have.
    @Test(arguments: [4, UInt32.max - 2, UInt32.max - 1], [0, UInt32.max - 1])
    func hugePictures(sizeMinus1: UInt32, cropped: UInt32) throws {
      var coded = try #require(
        CodedPicture(avc: "yuv420p", width: 64, height: 64, options: ":slices=2"))
      let unit = Bytes(coded.plan.configurations[0].parameterSets[0])
      var set = try SequenceParameterSet(nalUnit: unit)
      set.data.widthInMacroblocksMinus1 = sizeMinus1
      set.data.heightInMapUnitsMinus1 = sizeMinus1
      set.data.cropping = .init()
      set.data.cropping?.bottom = cropped
      coded.plan.configurations[0].parameterSets[0] = Array(try set.nalUnit())
      #expect(throws: CodecError.self) { try coded.decode(engine: .auto) }
    }

    @Test func refusesPicturesWithMissingSlices() throws {
      for options in ["", ":no-deblock=1", ":cabac=0"] {
        let coded = try #require(
          CodedPicture(avc: "yuv420p", width: 256, height: 192, options: ":slices=3" + options))
        _ = try coded.decode(engine: .auto)
        let units = try NALUnitRanges.ranges(in: coded.data, lengthSize: 4)
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
