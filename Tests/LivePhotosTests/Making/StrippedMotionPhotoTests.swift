import Editing
import FieldCoding
import Foundation
import HEIF
import ISOBMFF
import LivePhotos
import Metadata
import TestSupport
import Testing

/// The movie in a photo contains locations and dates, too.
@Suite struct StrippedMotionPhotoTests {
  private func sample(_ name: String) throws -> Bytes {
    let path = try #require(MediaFolder.samples.first { $0.hasSuffix(name) })
    return try ByteSource(mapping: path).bytes
  }

  private func motionPhoto() throws -> Bytes {
    let movie = try MotionPhotoMovie(sample("clip-hevc.mov"))
    let file = try MotionPhotoFile(still: sample("portrait-single.heic"), movie: movie)
    return ByteSource(file.written.bytes).bytes
  }

  private func contains(_ bytes: Bytes, _ text: String) -> Bool {
    Data(bytes).range(of: Data(text.utf8)) != nil
  }

  @Test(arguments: [MetadataStripping.location, .all])
  func theMovieStaysAndTellsNothing(_ what: MetadataStripping) throws {
    let photo = try motionPhoto()
    #expect(contains(photo, "+46.36"))
    var edit = Edit(photo)
    try edit.strip(what)
    let new = ByteSource(try edit.finished().written.bytes).bytes
    try Edit.checkStripped(what, new, MetadataTraces(BoxFile(photo), leavingOut: what))
    #expect(!contains(new, "+46.36") && !contains(new, "location.ISO6709"))
    let movie = try #require(MotionPhoto(new))
    #expect(movie.isWhole && movie.declarations.contains(.movieBox))
    let header = BoxFile(movie.movie).boxes.first("moov")?.children.first(MovieHeaderBox.self)
    #expect(header.map { $0.creationTime == 0 } == (what == .all))
  }

  /// Conversion takes it over in this form.
  @Test func theMovieIsChangedFirst() throws {
    let photo = try #require(MotionPhoto(try motionPhoto()))
    let movie = try MotionPhotoMovie(of: photo) { (movie) throws(EditError) in
      var edit = Edit(movie)
      try edit.strip(.location)
      return try edit.finished().written.read()
    }
    #expect(!contains(ByteSource(movie.written.bytes).bytes, "+46.36"))
    #expect(contains(ByteSource(try MotionPhotoMovie(of: photo).written.bytes).bytes, "+46.36"))
  }
}
