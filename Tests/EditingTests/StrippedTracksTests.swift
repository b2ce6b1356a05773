import Editing
import Foundation
import ISOBMFF
import Movie
import Relocation
import StillMetadata
import Testing

/// Tracks of metadata go with all that speaks of them, and nothing of other tracks.
@Suite struct StrippedTracksTests {
  /// A movie of which the sound has become positions.
  private func movie(_ name: String) throws -> BoxFile {
    var file = try BoxFile(SampleFile.bytes(name))
    let moov = try #require(file.boxes.firstIndex { $0.type == "moov" })
    let last = try #require(file.boxes[moov].children.lastIndex { $0.type == "trak" })
    file.boxes[moov].children[last].edit("mdia", "hdlr") {
      $0[HandlerBox.self]?.handlerType = "meta"
    }
    file.boxes[moov].children[last].edit("mdia", "minf", "stbl", "stsd") {
      $0.children = [Box(type: "camm", SampleEntry(), in: .sampleEntries)]
    }
    return BoxFile(ByteSource(try file.relocated().bytes).bytes)
  }

  /// The tracks that the boxes of a movie speak of.
  private func tracks(of file: BoxFile) -> [String: [UInt32]] {
    let movie = file.boxes.filter { $0.type == "moov" }.flatMap(\.children)
    let fragments = file.boxes.filter { $0.type == "moof" }.flatMap(\.children)
    let index = file.boxes.filter { $0.type == "mfra" }.flatMap(\.children)
    return [
      "trak": movie.compactMap { $0.children.first(TrackHeaderBox.self)?.trackID },
      "trex": movie.flatMap(\.children).compactMap { $0[TrackExtendsBox.self]?.trackID },
      "traf": fragments.compactMap { $0.children.first(TrackFragmentHeaderBox.self)?.trackID },
      "tfra": index.compactMap { $0[TrackFragmentRandomAccessBox.self]?.trackID },
    ]
  }

  @Test(arguments: ["clip-h264-fragmented.mov", "clip-hevc-fragmented.mp4"])
  func fragments(name: String) throws {
    let file = try movie(name)
    let old = try #require(MovieFile(file)?.tracks)
    let positions = old[1].samples.map(\.fileRange)
    #expect(tracks(of: file).allSatisfy { Set($0.value) == [1, 2] } && positions.count == 119)

    var edit = Edit(file.bytes)
    try edit.strip(.all)
    let bytes = try edit.bytes()
    let new = BoxFile(bytes)
    for (box, ids) in tracks(of: new) { #expect(Set(ids) == [1], "\(box)") }
    #expect(new.samples(of: 1) == file.samples(of: 1) && new.samples(of: 1).count == 75)
    // The samples are zeros, wherever they are now.
    for place in positions {
      let sample = try #require(file.bytes.part(place))
      #expect(Data(bytes).range(of: Data(sample)) == nil)
    }
  }
}
