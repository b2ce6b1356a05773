import FieldCoding
import ISOBMFF
import Movie
import TestSupport
import Testing

@testable import Editing

/// Edits that are outside of the media of their track.
@Suite struct LateEditTests {
  /// Such a movie shows nothing, and no length of it is negative.
  @Test func editsBehindTheMediaBecomeFragments() throws {
    var edit = try Edit(sample: "clip-hevc.mov")
    edit.editMovie { movie in
      movie.edit("trak", "edts", "elst") {
        $0[EditListBox.self] = EditListBox(rows: [[2500, 1_000_000, 1, 0]])
      }
    }
    var late = Edit(try edit.bytes())
    let samples = late.original.samples(of: 1)
    try late.makeCMAF(track: 1, CMAFLayout())
    let made = BoxFile(try late.bytes())
    #expect(made.samples(of: 1).elementsEqual(samples) { $0.elementsEqual($1) })
    #expect(EditedTimescale(movie: 1000, media: 600).wholeTicks(-1) == 0)
    #expect(EditedTimescale(movie: 1000, media: 600).movieTicks(-601) == 0)
    #expect(EditedTimescale(movie: 1000, media: 600).nearestTicks(300) == 500)
  }

  /// Samples behind the end of the file are lost, which is said with the exit code, too.
  @Test func missingSamplesAreALoss() throws {
    var edit = try Edit(sample: "clip-h264.mp4")
    let end = edit.file.bytes.count
    edit.editMovie { movie in
      movie.edit("trak", "mdia", "minf", "stbl", "stco") { box in
        guard let old = box[ChunkOffsetBox.self]?.chunkOffsets else { return }
        box[ChunkOffsetBox.self]?.chunkOffsets = FieldTable(
          columns: old.columns, rows: (0..<old.count).map { [Int64(end + $0)] })
      }
    }
    var broken = Edit(Bytes(try edit.file.encoded().bytes))
    #expect(try broken.gatherSamples())
    #expect(broken.losesMedia)
    #expect(broken.notes.contains { $0.hasSuffix("0 of 75 samples are whole") }, "\(broken.notes)")
  }
}
