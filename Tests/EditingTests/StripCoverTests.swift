import Editing
import ISOBMFF
import Metadata
import Movie
import TestSupport
import Testing

/// The location in the cover picture of a movie goes, and the picture stays.
@Suite struct StripCoverTests {
  private func movie(_ cover: Bytes) throws -> Bytes {
    var edit = try Edit(sample: "clip-h264.mp4")
    try edit.setCover(cover)
    return try edit.bytes()
  }

  private func stripped(_ movie: Bytes) throws -> (file: BoxFile, notes: [String]) {
    var edit = Edit(movie)
    try edit.strip(.location)
    return (BoxFile(try edit.bytes()), edit.notes)
  }

  private static let path = "moov/udta/meta/ilst/covr"

  /// In ISO 6709.
  private static let words = Array("+48.1234+011.5678/".utf8)

  /// What follows the picture, as panoramas of some phones have it, goes with the location in it.
  @Test(arguments: [[], words]) func thePictureStays(trailer: [UInt8]) throws {
    let picture = Array(try SampleFile.bytes("meadow.jpg"))
    let scan = try #require(picture.indices.last { picture[$0...].starts(with: [0xFF, 0xDA]) })
    let result = try stripped(movie(Bytes(picture + trailer)))
    let left = Array(try #require(result.file.covers.first?.image))
    #expect(left.count == picture.count && left != picture)
    #expect(left[scan...] == picture[scan...])
    #expect(result.notes.first == "removed: the location in the cover picture (\(Self.path))")
    #expect(
      result.notes.last
        == "text that stays, in which no location was found: ImageDescription (\(Self.path))")
    // Without the location, there is nothing to do.
    let again = try stripped(result.file.bytes)
    #expect(again.notes.isEmpty && again.file.bytes == result.file.bytes)
  }

  /// A picture without metadata stays as it is; any of its segments can have a location; and what only begins like a
  /// picture goes as a whole.
  @Test func anySegmentCanHaveALocation() throws {
    let (start, end): ([UInt8], [UInt8]) = ([0xFF, 0xD8], [0xFF, 0xDA, 0, 2, 1, 2, 0xFF, 0xD9])
    let segment = [0, UInt8(2 + Self.words.count)] + Self.words
    let plain = try stripped(movie(Bytes(start + end)))
    #expect(
      plain.notes.isEmpty && plain.file.covers.first?.image.elementsEqual(start + end) == true)
    for marker: UInt8 in [0xE1, 0xEF, 0xFE] {
      let result = try stripped(movie(Bytes(start + [0xFF, marker] + segment + end)))
      #expect(result.file.covers.first?.image.elementsEqual(start + end) == true, "\(marker)")
    }
    let broken = try stripped(movie(Bytes(start + [0xFF, 0xE0] + segment)))
    #expect(broken.file.covers.isEmpty && !broken.notes.isEmpty)
  }
}
