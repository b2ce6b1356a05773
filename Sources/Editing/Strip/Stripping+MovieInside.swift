import ISOBMFF
import MotionPhotos

extension Stripping {
  /// Strips the movie in a photo (`mpvd`) like a separate file: its offsets count from its own first byte.
  ///
  /// Removed metadata becomes zeros and free space, so that the movie keeps its length.
  mutating func stripMovieInside() throws(EditError) {
    guard let index = file.boxes.firstIndex(where: { $0.type == "mpvd" }),
      let payload = file.boxes[index].sourcePayload, let photo = MotionPhoto(file),
      let start = place(of: photo.movie, in: payload)
    else { return }
    // A copy of the bytes, so that offsets count from 0.
    var edit = Edit(Bytes(Array(photo.movie)))
    var movie = Stripping(what, edit.file, places)
    movie.isInside = true
    try movie.run()
    edit.file = movie.file
    edit.changedItems = movie.changedItems
    edit.changedTracks = movie.changedTracks
    // Free space at its end keeps the length of the photo.
    edit.keepsPlaces = false
    guard (try? edit.file.boxes.keepPlaces(isFollowed: true)) == true,
      let patches = try edit.finished().patches
    else {
      throw EditError(
        .unsupported,
        "contains a movie whose metadata leaves a space that cannot be filled; boxwalk live split takes the movie out, and strip works on both parts"
      )
    }
    hasDoneMovieInside = true
    removed += movie.removed.map { "\($0), in the movie of the photo" }
    remarks += movie.remarks.map { "in the movie of the photo: \($0)" }
    guard !patches.isEmpty else { return }
    changedTracks.formUnion(movie.changedTracks)
    file.boxes[index].content = .opaque(payload)
    let old = edit.original.bytes
    let replacements = patches.flatMap { offset, bytes in
      differences(bytes, from: old, at: offset).map {
        Replacement(
          old: start + offset + $0.lowerBound..<start + offset + $0.upperBound,
          new: Bytes(Array(bytes[$0])))
      }
    }
    guard file.replace(replacements) else {
      throw EditError(
        .unsupported, "contains a movie that shares bytes with something else")
    }
  }

  /// The ranges of new bytes that differ from a file.
  private func differences(_ new: [UInt8], from old: Bytes, at offset: Int) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    for position in new.indices where new[position] != old[offset + position] {
      if let last = ranges.last, last.upperBound == position {
        ranges[ranges.count - 1] = last.lowerBound..<position + 1
      } else {
        ranges.append(position..<position + 1)
      }
    }
    return ranges
  }

  /// The offset of a part of `whole` in it; nil if the bytes are from elsewhere.
  private func place(of part: Bytes, in whole: Bytes) -> Int? {
    guard part.source === whole.source, part.fileOffset >= whole.fileOffset,
      part.fileOffset + part.count <= whole.fileOffset + whole.count
    else { return nil }
    return part.fileOffset
  }
}
