import Editing
import Foundation
import ISOBMFF
import TestSupport
import Testing

@testable import Packaging
@testable import Streams

/// The borders of segments, and their bit rates.
@Suite struct SegmentTests {
  private func every(_ seconds: Double, upTo end: Double) -> [Double] {
    Array(stride(from: 0, to: end, by: seconds))
  }

  @Test func segmentsBeginWithTheNearestKeyFrames() {
    func starts(_ times: [Double], end: Double) -> [Double] {
      SegmentTimes([times], end: end, every: 6).starts[0]
    }
    #expect(starts(every(2, upTo: 20), end: 20) == [6, 12, 18])
    // A key frame a little early is nearer than one that is much too late, or than the end.
    #expect(starts([0, 5.9, 11.8, 17.7], end: 23.6) == [5.9, 11.8, 17.7])
    #expect(starts([0, 10, 20], end: 30) == [10, 20])
    #expect(starts([0, 5, 6.5, 12], end: 13) == [6.5])
    #expect(starts([0], end: 9).isEmpty)
    #expect(SegmentTimes([], end: 0, every: 6).starts.isEmpty)
  }

  @Test func variantsAreCutWhereAllHaveKeyFrames() {
    let times = SegmentTimes(
      [every(1, upTo: 20), every(2, upTo: 20).map { $0 + 0.0005 }], end: 20, every: 3)
    #expect(times.isAligned && times.starts[0] == times.starts[1])
    #expect(times.starts[0].allSatisfy { Int($0) % 2 == 0 })
    let apart = SegmentTimes(
      [every(2, upTo: 60), [0] + every(2, upTo: 58).map { $0 + 1 }], end: 60, every: 6)
    #expect(!apart.isAligned && apart.starts[0] != apart.starts[1])
  }

  @Test func soundGoesOnBehindThePictures() {
    let times = SegmentTimes([[0, 4, 8]], end: 12, every: 4)
    #expect(times.starts(upTo: 21, every: 4) == [4, 8, 12, 16])
    #expect(SegmentTimes([], end: 0, every: 5).starts(upTo: 12, every: 5) == [5])
    #expect(times.starts(upTo: 8.5, every: 4) == [4, 8])
  }

  /// Records of a camera, or another file, are in no file of a stream, and are named.
  @Test(arguments: [false, true]) func nothingFollowsTheBoxes(isSingleFile: Bool) throws {
    let folder = try Folder()
    let movie = try Data(contentsOf: URL(fileURLWithPath: PackageFolder.sample("clip-h264.mp4")))
    for (rest, name) in [(Data("a camera's records".utf8), ""), (movie, "another file")] {
      let path = try folder.write(movie + rest, to: "a.mp4")
      let source = try RenditionSource(path, name: "a.mp4")
      let track = try #require(source.pictures)
      let made = try PackagedTrack(
        track, of: source, name: "video-1", [], isSingleFile: isSingleFile)
      let written = BoxFile(Bytes(made.edited.written.bytes))
      #expect(written.trailing.isEmpty && written.boxes.filter { $0.type == "moov" }.count == 1)
      let left = MovieDeclarations(source.edit.original).missing(in: [MovieDeclarations(made.start)]
      )
      let phrase = left.phrases.first { $0.hasPrefix("what follows the last box: ") }
      #expect(phrase?.hasSuffix(name) == true, "\(left.phrases)")
    }
  }

  @Test func ratesAreThoseOfTheStandard() {
    // Sets that last from 3 to 9 s count: the second segment with one of its neighbours takes most.
    let rate = PlaylistBitRate([(3000, 4), (8000, 2), (1000, 4), (1000, 4)], target: 6)
    #expect(rate.average == 7429 && rate.peak == 14667)
    #expect(PlaylistBitRate([(1000, 0.2)], target: 6) == PlaylistBitRate([(1000, 0.2)], target: 1))
    #expect(PlaylistBitRate([(1000, 0.2)], target: 6).peak == 40_000)
    #expect(PlaylistBitRate([], target: 6) == PlaylistBitRate())
    // A hostile number of segments without a length is looked at once.
    #expect(PlaylistBitRate(Array(repeating: (1, 0), count: 300_000), target: 6).average == 0)
  }

  @Test func numbersNeverHaveExponents() {
    #expect(fixed(5.005, digits: 6) == "5.005000")
    #expect(fixed(0.0000004, digits: 6) == "0.000000")
    #expect(fixed(-1, digits: 3) == "0.000")
    #expect(fixed(59.94, digits: 3) == "59.940")
  }

  @Test func attributesAreWhole() {
    var list = AttributeList()
    list.add("NAME", quoted: "a \"b\"\nc")
    list.add("DEFAULT", if: false)
    list.add("AUTOSELECT", if: true)
    list.add("LANGUAGE", quoted: nil)
    #expect(list.text == "NAME=\"a bc\",AUTOSELECT=YES")
  }

  @Test func languagesAreShort() {
    #expect(
      RenditionLanguage.tag(code: "deu") == "de" && RenditionLanguage.tag(code: "zho") == "zh")
    #expect(
      RenditionLanguage.tag(code: "und") == nil && RenditionLanguage.tag(code: "gsw") == "gsw")
    #expect(!RenditionLanguage.isTag("a b") && RenditionLanguage.isTag("pt-BR"))
  }
}
