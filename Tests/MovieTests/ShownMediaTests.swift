import ISOBMFF
import Movie
import Testing

/// Well-known types of pictures in `data` boxes: QuickTime File Format, "Well-known types".
@Suite struct CoverFormTests {
  @Test(
    arguments: [
      ([0xFF, 0xD8, 0xFF, 0xE0], 13, "jpg"), ([0x89, 0x50, 0x4E, 0x47], 14, "png"),
      ([0x42, 0x4D, 0, 0], 27, "bmp"), ([0x47, 0x49, 0x46, 0x38], nil, nil),
      ([0xFF, 0xD8], nil, nil),
    ] as [([UInt8], UInt32?, String?)])
  func formsOfCovers(bytes: [UInt8], type: UInt32?, ending: String?) {
    let form = Cover.form(of: Bytes(bytes))
    #expect(form?.type == type && form?.fileExtension == ending)
  }
}

@Suite struct ShownMediaTests {
  private func track(_ edits: [[Int64]]) throws -> Track {
    var movie = MovieBuilder()
    movie.times = [(1000, 1)]
    movie.constantSize = (1, 1000)
    movie.chunkOffsets = [40]
    movie.chunkRuns = [[1, 1000, 1]]
    var file = BoxFile(Bytes(movie.bytes))
    guard let moov = file.boxes.firstIndex(where: { $0.type == "moov" }),
      let trak = file.boxes[moov].children.firstIndex(where: { $0.type == "trak" })
    else { throw Missing() }
    if !edits.isEmpty {
      let bytes = box("edts", fullBox("elst", 1 << 24, be32(edits.count), edits.flatMap(row)))
      var children = file.boxes[moov].children
      children[trak].children += BoxFile(Bytes(bytes)).boxes
      file.boxes[moov].children = children
    }
    return try #require(MovieFile(file)?.tracks.first)
  }

  private struct Missing: Error {}

  /// 64 bits for the duration and the time, and a rate of 1.
  private func row(_ edit: [Int64]) -> [UInt8] {
    let numbers = edit.prefix(2).flatMap { number in
      (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * Int64($0))) }
    }
    return numbers + be16(Int(edit.count > 2 ? edit[2] : 1)) + be16(0)
  }

  /// The shown samples are those for which the edit list has a time.
  @Test(
    arguments: [
      [], [[300, 100]], [[50, -1], [300, 100]], [[10, 500], [10, 505], [20, 100]], [[100, 0, 2]],
      [[1, 7, 0]], [[0, 900]], [[200, 800], [200, 0]],
    ] as [[[Int64]]])
  func shownIsWhatHasATime(_ edits: [[Int64]]) throws {
    let track = try track(edits)
    #expect(track.editList.edits.count == edits.count)
    let shown = ShownMedia(track, movieTimescale: 600)
    for time in Int64(0)..<1000 {
      #expect(
        shown.contains(time) == !track.editList.times(ofMedia: time).isEmpty, "\(edits) at \(time)")
    }
    let hidden = shown.hidden(of: 0..<1000)
    for time in Int64(0)..<1000 {
      #expect(hidden.contains { $0.contains(time) } != shown.contains(time))
    }
  }
}
