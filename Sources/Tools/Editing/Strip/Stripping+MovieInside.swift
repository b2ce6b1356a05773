import HEIF
import ISOBMFF
import Metadata

extension Stripping {
  /// Strips the movie in a photo (`mpvd`), and what follows it there, like a separate file: its offsets count from its
  /// own first byte.
  ///
  /// Removed metadata becomes zeros and free space, so that the movie keeps its length.
  mutating func stripMovieInside() throws(EditError) {
    guard let index = file.boxes.firstIndex(where: { $0.type == "mpvd" }),
      let payload = file.boxes[index].sourcePayload, let photo = MotionPhoto(file),
      let start = offset(of: photo.movie, in: payload),
      let whole = payload.part(start - payload.fileOffset..<payload.count)
    else { return }
    let (movie, changes) = try Stripping.inside(whole, what, locations, decompressor)
    hasDoneMovieInside = true
    add(movie, in: "the movie of the photo")
    guard !changes.isEmpty else { return }
    changedTracks.formUnion(movie.changedTracks)
    file.boxes[index].content = .opaque(payload)
    let replacements = changes.map { range, bytes in
      Replacement(old: start + range.lowerBound..<start + range.upperBound, new: Bytes(bytes))
    }
    guard file.replace(replacements) else {
      throw EditError(
        .unsupported, "contains a movie that shares bytes with something else")
    }
  }

  /// Strips a movie that is a part of another file, and keeps its size.
  ///
  /// - Returns: what was done, and the bytes that change, by their ranges in the movie.
  static func inside(
    _ movie: Bytes, _ what: MetadataStripping, _ locations: LocationTraces,
    _ decompressor: Decompressor?
  ) throws(EditError) -> (stripping: Stripping, changes: [(range: Range<Int>, bytes: [UInt8])]) {
    // A copy of the bytes, so that offsets count from 0.
    var edit = Edit(Bytes(Array(movie)))
    var stripping = Stripping(what, edit.file, locations, decompressor)
    stripping.isInside = true
    try stripping.run()
    edit.file = stripping.file
    edit.changedItems = stripping.changedItems
    edit.changedTracks = stripping.changedTracks
    // Free space at its end keeps the length of the photo.
    edit.keepsOffsets = false
    var filled = edit
    guard (try? filled.file.boxes.keepOffsets(isFollowed: true)) == true,
      let patches = try filled.finished().patches
    else {
      // A space that is too small for a box: zeros follow the movie.
      let bytes = Array(try edit.finished().written.read())
      guard bytes.count <= movie.count else {
        throw EditError(.unsupported, "contains a movie that would grow")
      }
      let zeros = [UInt8](repeating: 0, count: movie.count - bytes.count)
      return (stripping, [(0..<movie.count, bytes + zeros)])
    }
    let old = filled.original.bytes
    let changes = patches.flatMap { offset, bytes in
      differences(bytes, from: old, at: offset).map {
        (offset + $0.lowerBound..<offset + $0.upperBound, Array(bytes[$0]))
      }
    }
    return (stripping, changes)
  }

  /// The ranges of new bytes that differ from a file.
  private static func differences(_ new: [UInt8], from old: Bytes, at offset: Int) -> [Range<Int>] {
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
  private func offset(of part: Bytes, in whole: Bytes) -> Int? {
    guard part.source === whole.source, part.fileOffset >= whole.fileOffset,
      part.fileOffset + part.count <= whole.fileOffset + whole.count
    else { return nil }
    return part.fileOffset
  }
}
