import FuzzDriver
import HEIF
import ISOBMFF
import LivePhotos

/// Motion photos, as any file may be one: found, taken apart and joined again. The still that is taken
/// out says nothing of a movie, and what is joined has the movie's bytes.
@_cdecl("FuzzMotionPhotos_main")
public func enter(_ count: CInt, _ arguments: Arguments?) -> CInt {
  fuzz(count, arguments, seeds: seeds) { bytes in
    let file = Shortened.expanded(bytes)
    let missing = MotionPhoto.missingMovie(in: file)
    precondition(missing?.isEmpty != true, "a movie is missing for no reason")
    if let photo = MotionPhoto(file) {
      takeApart(photo, of: file)
    } else {
      join(file, part(file))
    }
    join(picture, part(file))
  }
}

/// What a file gives, and motion photos of it, if it is a short movie.
private func seeds(_ bytes: Bytes) -> [[UInt8]] {
  let joined = MotionPhotoFile.Style.allCases.compactMap { style in
    part(bytes).flatMap { try? MotionPhotoFile(still: picture, movie: $0, style: style) }
  }
  return Shortened.seeds(bytes)
    + joined.map { Array($0.written.bytes) }.filter { $0.count <= 24_576 }
}

/// A JPEG picture of one sample, as short as one can be.
private let picture = Bytes([
  0xFF, 0xD8, 0xFF, 0xC0, 0x00, 0x0B, 0x08, 0x00, 0x01, 0x00, 0x01, 0x01, 0x01, 0x11, 0x00, 0xFF,
  0xDA, 0x00, 0x08, 0x01, 0x01, 0x00, 0x00, 0x3F, 0x00, 0x2A, 0xFF, 0xD9,
])

private func takeApart(_ photo: MotionPhoto, of file: Bytes) {
  precondition(
    photo.movieRange.lowerBound > 0 && photo.movieRange.upperBound <= file.count
      && photo.movieRange.count >= 8, "a movie outside of the file")
  precondition(photo.contradictions.allSatisfy { !$0.isEmpty }, "a contradiction without words")
  guard let still = try? MotionPhotoStill(photo) else { return }
  let left = Bytes(still.written.bytes)
  // Another one may be left, of which nothing speaks.
  precondition(MotionPhoto(left)?.declarations.isEmpty != false, "the still speaks of a movie")
  precondition(MotionPhoto.missingMovie(in: left) == nil, "the still speaks of a missing movie")
  join(left, part(photo.movie))
}

private func part(_ file: Bytes) -> MotionPhotoMovie? { try? MotionPhotoMovie(file) }

private func join(_ still: Bytes, _ movie: MotionPhotoMovie?) {
  guard let movie else { return }
  for style in MotionPhotoFile.Style.allCases {
    guard let made = try? MotionPhotoFile(still: still, movie: movie, style: style) else {
      continue
    }
    let photo = MotionPhoto(Bytes(made.written.bytes))
    precondition(
      photo.map { $0.movie == Bytes(movie.written.bytes) } == true, "the movie is not what it was")
  }
}
