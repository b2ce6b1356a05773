import FieldCoding
import Foundation
import HEIF
import Metadata
import TestSupport
import Testing
import WorkerProtocol

@testable import Codecs

@Suite struct MultiPictureIndexTests {
  /// The structure of CIPA DC-007 §5.2: each field by hand.
  @Test func twoPictures() throws {
    var expected = Array("MPF\0MM".utf8) + [0, 42, 0, 0, 0, 8]
    // Three entries: version, number of images, the images behind the directory.
    expected += [0, 3]
    expected += [0xB0, 0, 0, 7, 0, 0, 0, 4] + Array("0100".utf8)
    expected += [0xB0, 1, 0, 4, 0, 0, 0, 1, 0, 0, 0, 2]
    expected += [0xB0, 2, 0, 7, 0, 0, 0, 32, 0, 0, 0, 50]
    expected += [0, 0, 0, 0]
    expected += [0, 3, 0, 0] + [0, 0, 0x10, 0] + [0, 0, 0, 0] + [0, 0, 0, 0]
    // 0x1000 less the offset of "MM", 100 and 4.
    expected += [0, 0, 0, 0] + [0, 0, 0x01, 0x23] + [0, 0, 0x0F, 0x98] + [0, 0, 0, 0]
    #expect(try MultiPictureIndex.payload(at: 100, sizes: [0x1000, 0x123]) == expected)
    #expect(throws: CodecError.self) {
      try MultiPictureIndex.payload(at: 100, sizes: [1 << 33, 1])
    }
  }
}

#if canImport(CDe265)
  @Suite(.needs(encoders: "libx265"))
  struct UltraHDRFileTests {
    private func job(_ map: CodedPicture, behind start: Int) -> GainMapJob {
      var job = GainMapJob()
      job.plan = map.plan
      job.plan.tiles[0].extents = [start..<start + map.data.count]
      let xmp =
        "http://ns.adobe.com/xap/1.0/\0<\(GainMapJob.lengthToken)><\(GainMapJob.lengthToken)/>"
      job.pictureAPP1 = [Bytes(Array("Exif\0\0MM".utf8)), Bytes(Array(xmp.utf8))]
      job.pictureAPP2 = [Bytes(Array("picture".utf8))]
      job.mapAPP1 = [Bytes(Array("map".utf8))]
      job.mapAPP2 = [Bytes(Array("map, too".utf8))]
      return job
    }

    private func convert(
      _ picture: CodedPicture, _ data: [UInt8], _ job: GainMapJob?
    ) throws -> (PlanConverter.Result, [UInt8]) {
      var converter = PlanConverter(picture.plan, .jpeg(JPEGFile()))
      converter.gainMap = job
      let file = try OpenFile()
      let result = try converter.convert(
        from: MemoryReader(bytes: data), to: file.descriptor)
      return (result, try file.bytes())
    }

    /// All segments except those of applications.
    private func picture(_ file: some Collection<UInt8>) -> [UInt8] {
      var bytes = Array(file)
      while bytes.count > 4, (0xE0...0xEF).contains(bytes[3]) {
        bytes.removeSubrange(2..<4 + Int(bytes[4]) << 8 + Int(bytes[5]))
      }
      return bytes
    }

    @Test func thePictureIsTheSameAndTheMapFollows() throws {
      let base = try #require(CodedPicture(format: "yuv420p", width: 96, height: 300))
      let map = try #require(CodedPicture(format: "gray", width: 48, height: 150))
      let data = base.data + map.data
      let (plain, without) = try convert(base, data, nil)
      #expect(!plain.hasGainMap)
      let (result, with) = try convert(base, data, job(map, behind: base.data.count))
      #expect(result.hasGainMap && result.notes == plain.notes)

      let second = try #require(
        with.indices.dropFirst().first { with[$0...].starts(with: [0xFF, 0xD9, 0xFF, 0xD8]) })
      let (first, follows) = (with[...(second + 1)], Array(with[(second + 2)...]))
      #expect(picture(first) == picture(without))
      let segments = JPEGMarkers(Array(first)).segments.prefix(4)
      #expect(segments.map(\.marker) == [0xE1, 0xE1, 0xE2, 0xE2])
      // The last of them: a photo's own XMP may have such words, too.
      #expect(
        segments[1].payload.dropFirst(29).elementsEqual(
          "<\(GainMapJob.lengthToken)><\(follows.count)/>".utf8))
      #expect(segments[2].payload == Array("picture".utf8))
      let index = segments[3].payload
      let start = try #require(
        with.indices.first { with[$0...].starts(with: Array("MPF\0".utf8)) })
      #expect(
        try index
          == MultiPictureIndex.payload(at: start, sizes: [first.count, follows.count]))
      #expect(
        JPEGMarkers(follows).segments.prefix(3).map(\.payload)
          == [Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 0, 0], "map", "map, too"].map {
            ($0 as? String).map { Array($0.utf8) } ?? ($0 as? [UInt8]) ?? []
          })
      #expect(JPEGSegments(Bytes(follows)).componentCount == 1)
    }

    /// 255 less each value: the results of djpeg for both are opposite.
    @Test(.needs("djpeg"))
    func valuesAreReplaced() throws {
      let base = try #require(CodedPicture(format: "yuv420p", width: 64, height: 64))
      let map = try #require(CodedPicture(format: "gray", width: 64, height: 64))
      let data = base.data + map.data
      func samples(_ values: [UInt8]) throws -> [UInt8] {
        var job = job(map, behind: base.data.count)
        job.values = Bytes(values)
        let file = try convert(base, data, job).1
        let second = try #require(
          file.indices.dropFirst().first { file[$0...].starts(with: [0xFF, 0xD9, 0xFF, 0xD8]) })
        return Programs.output("djpeg -pnm", Array(file[(second + 2)...])).suffix(64 * 64)
      }
      let (plain, opposite) = (try samples([]), try samples((0...255).map { 255 - $0 }))
      #expect(plain.count == 64 * 64 && Set(plain).count > 20)
      #expect(zip(plain, opposite).allSatisfy { abs(Int($0) + Int($1) - 255) <= 24 })
    }

    @Test func aLostMapIsNoLostPicture() throws {
      let base = try #require(CodedPicture(format: "yuv420p", width: 64, height: 64))
      let (plain, without) = try convert(base, base.data, nil)
      // Beyond the end of the file.
      let (result, with) = try convert(base, base.data, job(base, behind: base.data.count))
      #expect(with == without && !result.hasGainMap)
      #expect(result.notes.count == plain.notes.count + 1)
      #expect(result.notes.last?.hasPrefix("the HDR gain map is lost") == true)
      // Too long for a segment.
      var long = job(base, behind: 0)
      long.pictureAPP1 = [Bytes([UInt8](repeating: 0, count: 70_000))]
      #expect(try convert(base, base.data, long).1 == without)
      // A table that is none.
      var short = job(base, behind: 0)
      short.values = Bytes([1, 2, 3])
      #expect(try convert(base, base.data, short).1 == without)
    }
  }
#endif
