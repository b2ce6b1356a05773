public import Editing
public import HEIF
public import ISOBMFF
import Metadata

/// The photo of a motion photo, without the movie and without metadata about the movie.
public struct MotionPhotoStill: Sendable {
  /// All bytes of the new file, in order.
  public let written: ByteWriter
  /// Sentences about what was done and what the user should know.
  public let notes: [String]

  /// Removes the movie. The photo does not change, nor does a gain map or another image after it.
  ///
  /// Throws if the photo is damaged, or if the proof fails.
  public init(_ photo: MotionPhoto) throws(EditError) {
    if let boxes = photo.boxes {
      var edit = Edit(boxes.bytes)
      try edit.removeMovie(photo)
      let edited = try edit.finished()
      written = edited.written
      notes = edited.notes
    } else {
      var notes: [String] = []
      written = try MotionPhotoStill.picture(photo, &notes)
      self.notes = notes
    }
  }

  // MARK: - JPEG

  private static func picture(
    _ photo: MotionPhoto, _ notes: inout [String]
  ) throws(EditError) -> ByteWriter {
    guard let picture = photo.picture, let end = picture.end else {
      throw EditError(.damaged, "is damaged: nothing ends the image before the movie (EOI)")
    }
    let trailer = SamsungTrailer(in: photo.bytes, behind: end)
    let kept = min(photo.movieRange.lowerBound, trailer?.range.lowerBound ?? .max)
    guard end <= kept, let still = photo.bytes.part(0..<kept) else {
      throw EditError(.damaged, "is damaged: its movie starts within the image")
    }
    let rest = trailer == nil ? photo.bytes.count - photo.movieRange.upperBound : 0
    if rest > 0 { notes.append("left out: \(counted(rest, "byte")) after the movie") }
    var written = try still.settingMotionPhoto { description in
      description = description.withoutMovie
      // The padding between the two images is gone.
      if !description.directory.isEmpty { description.directory[0].padding = 0 }
    }
    if let records = trailer?.otherRecords, let version = trailer?.data.directory?.version {
      let data = SamsungExtendedDataBox(records: records, version: version)
      do throws(FieldError) { written.write(try data.encoded()) } catch { throw EditError(error) }
    }
    return written
  }
}

extension MotionPhotoDescription {
  /// The description of the same file without a movie.
  var withoutMovie: MotionPhotoDescription {
    var result = MotionPhotoDescription()
    result.directory = directory.filter { $0.semantic != "MotionPhoto" }
    // A single part needs no directory.
    if result.directory.count == 1 { result.directory = [] }
    return result
  }
}

// MARK: - HEIC

extension Edit {
  /// Removes the movie from this HEIC or AVIF photo: its box, its properties in XMP, and Samsung's
  /// records of it.
  mutating func removeMovie(_ motion: MotionPhoto) throws(EditError) {
    try refuseDamage()
    let movie = motion.movieRange
    guard
      let index = file.boxes.firstIndex(where: {
        $0.origin.map {
          $0.fileOffset <= movie.lowerBound && movie.upperBound <= $0.fileOffset + $0.count
        }
          ?? false
      }), file.boxes[index].type == "mpvd"
    else {
      throw EditError(
        .wrongFile, "has its movie outside of an mpvd box, from where it cannot be taken out")
    }
    let inside = file.boxes[index].children.filter { $0.type == "sefd" }
    file.boxes.remove(at: index)
    try keepOtherRecords(inside)
    try setMotionPhoto { $0 = $0.withoutMovie }
  }

  /// Keeps Samsung's records of other things, in one box.
  private mutating func keepOtherRecords(_ inside: [Box]) throws(EditError) {
    let outside = file.boxes.filter { $0.type == "sefd" }
    let trailers = (inside + outside).compactMap { SamsungTrailer($0) }
    guard trailers.contains(where: { $0.speaksOfMovie }) || !inside.isEmpty else { return }
    file.boxes.removeAll { $0.type == "sefd" }
    let records = trailers.flatMap { $0.otherRecords ?? [] }
    guard !records.isEmpty else { return }
    let version = trailers.compactMap { $0.data.directory?.version }.first
    file.boxes.append(Box(SamsungExtendedDataBox(records: records, version: version ?? 107)))
  }
}
