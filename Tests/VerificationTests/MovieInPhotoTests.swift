import ISOBMFF
import TestSupport
import Testing
import Verification

/// The movie in the box `mpvd` of a photo, and what follows it there.
@Suite struct MovieInPhotoTests {
  private func findings(_ movie: [UInt8]) throws -> [Finding] {
    var photo = BoxFile(Bytes(try Sample.bytes(Sample.photo)))
    photo.boxes.append(Box(type: "mpvd", opaque: Bytes(movie)))
    let bytes = Bytes(try photo.encoded().bytes)
    return Report(ExaminedFile(bytes, name: Sample.photo)).findings
  }

  @Test func whatFollowsIsNamed() throws {
    let movie = try Sample.bytes(Sample.mp4)
    let rules = try findings(movie).map(\.rule.id)
    let others: [([UInt8], String)] = [
      ([0, 0, 0], "padding"), ([UInt8](repeating: 0, count: 16), "padding"),
      (Array("abcdefghijk".utf8), "data of an unknown form"),
      ([UInt8](repeating: 0, count: 16) + Array("CAMNAME42".utf8), "data of an unknown form"),
    ]
    for (other, title) in others {
      let found = try findings(movie + other)
      #expect(found.map(\.rule.id).sorted() == (rules + ["trailing-bytes"]).sorted())
      #expect(
        found.contains {
          $0.message == "\(other.count) bytes follow the last box in mpvd: \(title)"
        }, "\(found.map(\.message))")
    }
  }

  /// A movie that was truncated before the box that describes it.
  @Test func aMovieWithoutDescription() throws {
    var movie = BoxFile(Bytes(try Sample.bytes(Sample.mp4)))
    movie.boxes.removeAll { $0.type == "moov" }
    let rules = try findings(movie.encoded().bytes).map(\.rule.id)
    #expect(rules.contains("motion-photo-movie-damaged"))
    #expect(
      try !findings(Sample.bytes(Sample.mp4)).map(\.rule.id).contains("motion-photo-movie-damaged"))
  }
}
