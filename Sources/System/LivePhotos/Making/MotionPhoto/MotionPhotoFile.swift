public import Editing
import HEIF
public import ISOBMFF
import Metadata

/// A new motion photo: a photo with a movie in the same file.
///
///     let new = try MotionPhotoFile(still: still, movie: MotionPhotoMovie(movie))
///     print(new.written.count)
///
/// Neither the images nor the movie change.
public struct MotionPhotoFile: Sendable {
  /// The way in which the file states where the movie is.
  public enum Style: String, CaseIterable, Sendable {
    /// Motion Photo format 1.0: a directory in XMP.
    case google
    /// The older MicroVideo format, only for JPEG images.
    case microvideo
    /// Motion Photo format 1.0, and Samsung's records.
    case samsung
  }

  /// All bytes of the new file, in order.
  public private(set) var written: ByteWriter
  /// Sentences about what was done and what the user should know.
  public private(set) var notes: [String] = []

  /// Puts a photo and a movie into one file.
  ///
  /// Throws if the photo is a motion photo already, is damaged or of another kind, or if readers would not find the
  /// same image and movie.
  ///
  /// - Parameter still: a JPEG, HEIC or AVIF photo.
  public init(
    still: Bytes, movie part: MotionPhotoMovie, style: Style = .google
  ) throws(EditError) {
    if MotionPhoto(still) != nil {
      throw EditError(.wrongFile, "is a motion photo already; boxwalk live split takes it apart")
    }
    if still.starts(with: [0xFF, 0xD8]) {
      written = try MotionPhotoFile.jpeg(still, part, style)
    } else {
      written = try MotionPhotoFile.boxes(still, part, style, &notes)
    }
    try check(still, part)
  }

  /// Checks that readers of the new file see the same image, and this movie.
  private func check(_ still: Bytes, _ part: MotionPhotoMovie) throws(EditError) {
    let view = try written.read(copiesUpTo: MotionPhotoFile.longestViewed)
    guard let photo = MotionPhoto(view), photo.contradictions.isEmpty,
      photo.movieRange.count == part.written.count, photo.xmp.presentationTime == part.time,
      photo.picture.map({ JPEGSegments(still).isSamePicture(as: $0) }) ?? true
    else {
      throw EditError(.proofFailed, "could not be read again as the intended motion photo")
    }
  }

  /// Longer media data is not read again.
  private static let longestViewed = 64 << 20

  // MARK: - JPEG

  private static func jpeg(
    _ still: Bytes, _ part: MotionPhotoMovie, _ style: Style
  ) throws(EditError) -> ByteWriter {
    let picture = JPEGSegments(still)
    guard picture.finding == nil, let end = picture.end else {
      throw EditError(
        .damaged,
        "is truncated, or damaged: \(picture.finding.map { "\($0.reason)" } ?? "nothing ends the image (EOI)")"
      )
    }
    let trailer = style == .samsung ? SamsungTrailer(in: still, behind: end) : nil
    var records: SamsungMotionPhoto?
    if style == .samsung { records = SamsungMotionPhoto(of: trailer, movie: part.written) }
    guard let kept = still.part(0..<(trailer?.range.lowerBound ?? still.count)) else {
      throw EditError(.damaged, "is damaged")
    }
    let tail = try records?.encoded()
    // The length is that from the first byte of the movie to the end of the file.
    let length = part.written.count + (tail?.after.count ?? 0)
    var written = try kept.settingMotionPhoto { description in
      let time = part.time
      if style == .microvideo {
        description = MotionPhotoDescription()
        description.microVideoOffset = length
        description.presentationTime = time
        return
      }
      let gap = kept.count - end + (tail?.before.count ?? 0)
      description.describe(part, as: "image/jpeg", length: length, padding: gap, time: time)
    }
    written.write(tail?.before ?? [])
    written.write(part.written)
    written.write(tail?.after ?? [])
    return written
  }

  // MARK: - HEIC

  private static func boxes(
    _ still: Bytes, _ part: MotionPhotoMovie, _ style: Style, _ notes: inout [String]
  ) throws(EditError) -> ByteWriter {
    guard style != .microvideo else {
      throw EditError(
        .wrongFile,
        "is not a JPEG image, and only a JPEG image can have a movie of the kind microvideo")
    }
    var edit = Edit(still)
    try edit.refuseDamage()
    let mime = edit.file.boxes.first(FileTypeBox.self).map {
      ([$0.majorBrand] + $0.compatibleBrands).contains("avif") ? "image/avif" : "image/heic"
    }
    var records: SamsungMotionPhoto?
    if style == .samsung {
      let old = edit.file.boxes.first { $0.type == "sefd" }
      records = SamsungMotionPhoto(of: old.flatMap { SamsungTrailer($0) })
      edit.file.boxes.removeAll { $0.type == "sefd" }
    }
    // The offset of the movie is not known yet, but it does not change the length of the box.
    let tail = try records?.box(movieAt: 0, count: part.written.count)
    let length = part.written.count + (tail?.count ?? 0)
    let isLong = length + 8 > Int(UInt32.max)
    let header = isLong ? 16 : 8
    try edit.setMotionPhoto { description in
      description.describe(
        part, as: mime ?? "image/heic", length: length, padding: header, time: part.time)
    }
    let edited = try edit.finished()
    notes += edited.notes
    var written = edited.written
    let start = written.count + header
    written.write(UInt64(isLong ? 1 : length + 8), bits: 32)
    written.write(UInt64(("mpvd" as FourCC).rawValue), bits: 32)
    if isLong { written.write(UInt64(length + 16), bits: 64) }
    written.write(part.written)
    written.write(try records?.box(movieAt: start, count: part.written.count) ?? [])
    return written
  }
}

extension MotionPhotoDescription {
  /// Describes the movie as the last part of the file; parts before it stay.
  fileprivate mutating func describe(
    _ part: MotionPhotoMovie, as mime: String, length: Int, padding: Int, time: Int64?
  ) {
    var parts = withoutMovie.directory
    if parts.isEmpty {
      parts = [Item(mime: mime, semantic: "Primary", length: 0, padding: padding)]
    }
    parts.append(Item(mime: part.mime, semantic: "MotionPhoto", length: length, padding: 0))
    self = MotionPhotoDescription()
    isMotionPhoto = true
    presentationTime = time
    directory = parts
  }
}
