public import Editing
public import HEIF
public import ISOBMFF
import Metadata
import Movie

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
      let old = edit.file.boxes.first("sefd")
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

/// The movie for a motion photo.
public struct MotionPhotoMovie: Sendable {
  /// All bytes of the movie, in order.
  public let written: ByteWriter
  /// The MIME type: `video/mp4` or `video/quicktime`.
  public let mime: String
  /// The time of the still, in microseconds from the start of the movie; nil if it is unknown.
  public let time: Int64?
  /// What of the movie is not in ``written``, as phrases.
  public let leftOut: [String]
  /// Sentences about what was done and what the user should know.
  public internal(set) var notes: [String] = []

  /// Keeps the movie as it is, without what follows its last box: readers of photos would take records of a camera there
  /// for those of the photo. If it does not start with an `ftyp` box, which a motion photo needs, it gets one.
  ///
  /// Throws if the movie is damaged, lacks samples, or has no video track, or if the time is not in the movie.
  ///
  /// - Parameters:
  ///   - bytes: a QuickTime or MP4 movie.
  ///   - time: the time of the still, in seconds, which is used instead of the time that the movie states.
  public init(_ bytes: Bytes, time: Double? = nil) throws(EditError) {
    var edit = Edit(bytes)
    try edit.refuseDamage()
    guard let movie = MovieFile(edit.original) else {
      throw EditError(noMovieIn: edit.original)
    }
    try edit.requireAllSamples(of: movie)
    guard movie.tracks.contains(where: { $0.handlerType == "vide" && $0.sampleCount > 0 }) else {
      throw EditError(.wrongFile, "has no video track with frames")
    }
    if edit.file.boxes.first?.type != "ftyp" {
      // Phones write QuickTime movies without `ftyp`; in a photo, nothing else identifies the movie.
      guard !edit.file.boxes.contains(where: { $0.type == "ftyp" }) else {
        throw EditError(.wrongFile, "does not start with ftyp")
      }
      var type = FileTypeBox()
      type.majorBrand = "qt  "
      type.compatibleBrands = ["qt  "]
      edit.file.boxes.insert(Box(type), at: 0)
      notes.append("the movie starts with ftyp now, which was missing")
    }
    let said = MovieDeclarations(edit.original)
    if edit.original.lostContents == nil { edit.file.trailing = Bytes() }
    leftOut = said.missing(in: [MovieDeclarations(edit.file)]).phrases
      .map { "in its movie, \($0)" }
    let brand = edit.file.boxes.first(FileTypeBox.self)?.majorBrand
    mime = brand == "qt  " ? "video/quicktime" : "video/mp4"
    written = try edit.finished().written
    self.time = try MotionPhotoMovie.microseconds(time, movie)
    let audio = movie.tracks.filter { $0.handlerType == "soun" }.flatMap(\.sampleEntries)
      .map(\.type).filter { $0 != "mp4a" }
    if let codec = audio.first {
      notes.append(
        "the audio of the movie is '\(codec)', which not every phone plays; boxwalk transcode MOVIE --preset passthrough --audio aac -o NEW.mov makes one with AAC"
      )
    }
  }

  private static func microseconds(
    _ time: Double?, _ movie: MovieFile
  ) throws(EditError) -> Int64? {
    if let time {
      guard time >= 0, time <= movie.duration ?? .infinity, time < 1e9 else {
        throw EditError(
          .notFound,
          "has no frame at \(time) s: it lasts \(fixedPoint(movie.duration ?? 0, digits: 3)) s")
      }
      return Int64(time * 1e6)
    }
    // The time is rounded down, because the frame is the last one that starts before it or slightly after it.
    return movie.stillTime
  }
}

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
    // A truncated movie is taken out as it is.
    try refuseDamage(outside: "mpvd")
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
    for part in TrailingData(behindMovieIn: file.boxes[index], of: original).parts
    where !part.kind.isPadding && part.range.lowerBound >= movie.upperBound {
      notes.append(
        "left out: \(counted(part.range.count, "byte")) after the movie, \(part.kind.title)")
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

extension Bytes {
  /// This JPEG file with another description of its movie and its parts in XMP.
  func settingMotionPhoto(
    _ change: (inout MotionPhotoDescription) -> Void
  ) throws(EditError) -> ByteWriter {
    let picture = JPEGSegments(self)
    let packet = try changed(picture.xmp, change)
    guard let packet else {
      var writer = ByteWriter()
      writer.write(self)
      return writer
    }
    do throws(MetadataSettingError) { return try picture.settingXMP(packet) } catch {
      throw EditError(error)
    }
  }
}

extension Edit {
  /// Gives this HEIC or AVIF photo another description of its movie in XMP.
  mutating func setMotionPhoto(
    _ change: (inout MotionPhotoDescription) -> Void
  ) throws(EditError) {
    guard let photo = HEIFFile(original), let primary = photo.primaryItem else {
      throw EditError(.wrongFile, "is not a HEIC or AVIF photo with an image in a meta box")
    }
    let item = photo.xmpItem(of: primary.id)
    var old: Bytes?
    do throws(FieldError) {
      old = try item.map { (item) throws(FieldError) in try photo.data(of: item.id) }
    } catch { throw EditError(error) }
    guard let packet = try changed(old, change) else { return }
    if let item {
      try setData(of: item, to: packet, in: photo)
      guard packet.isEmpty else { return }
      removeItems([item.id])
      // The XMP box is empty now.
      file.boxes.removeAll { box in
        box.type == "mdat" && !box.pieces.isEmpty && box.pieces.allSatisfy(\.isEmpty)
      }
      return
    }
    guard !packet.isEmpty else { return }
    try addMetadata(
      "mime", contentType: "application/rdf+xml", packet, describing: primary, in: photo)
  }
}

/// The packet with another description; empty if it has nothing else, and nil if it does not change.
private func changed(
  _ xmp: Bytes?, _ change: (inout MotionPhotoDescription) -> Void
) throws(EditError) -> [UInt8]? {
  guard let packet = XMPPacket(xmp.map { Array($0) } ?? XMPPacket.empty) else {
    throw EditError(.damaged, "has XMP metadata that cannot be read")
  }
  let old = packet.motionPhoto
  var new = old
  change(&new)
  guard new != old || packet.hasMovie && new == MotionPhotoDescription() else { return nil }
  guard let result = packet.describing(new) else {
    throw EditError(
      .unsupported, "has XMP metadata without room for the description of the movie")
  }
  return XMPPacket(result)?.saysNothing == true ? [] : result
}

/// The records about a movie in a photo for Samsung's gallery, with their directory.
struct SamsungMotionPhoto {
  typealias Record = SamsungExtendedDataBox.Record

  /// The records of other data, and of the version of the movie.
  private let others: [Record]
  private let version: UInt32
  private let movie: ByteWriter?

  /// - Parameters:
  ///   - old: the records of the photo, which are kept.
  ///   - movie: the movie of a JPEG file, in which the record is the movie itself.
  init(of old: SamsungTrailer?, movie: ByteWriter? = nil) {
    var format = Record()
    format.marker = Record.movieVersion
    format.name = Text("MotionPhoto_Version", form: .plain)
    format.payload = Bytes(Array("mpv3".utf8))
    others = (old?.otherRecords ?? []) + [format]
    version = old?.data.directory?.version ?? 107
    self.movie = movie
  }

  /// The records of a JPEG file: the bytes before the movie, and the bytes after it.
  func encoded() throws(EditError) -> (before: [UInt8], after: [UInt8]) {
    // The records are encoded without the movie, of which only the length is needed.
    let count = movie?.count ?? 0
    guard count < Int(UInt32.max) - (1 << 20) else {
      throw EditError(.unsupported, "is too long for a Samsung record")
    }
    var data = SamsungExtendedDataBox(records: others + [record(Bytes())], version: version)
    let before: [UInt8]
    do throws(FieldError) {
      let directory = data.directory
      data.directory = nil
      before = try data.encoded()
      data.directory = directory
    } catch { throw EditError(error) }
    guard var directory = data.directory else { return (before, []) }
    for index in directory.entries.indices {
      directory.entries[index].distance += UInt32(count)
    }
    directory.entries[directory.entries.count - 1].length += UInt32(count)
    do throws(FieldError) { return (before, try directory.encoded()) } catch {
      throw EditError(error)
    }
  }

  /// The box of a HEIC file, with the offset of the movie.
  func box(movieAt start: Int, count: Int) throws(EditError) -> [UInt8] {
    var range = SamsungExtendedDataBox.MovieRange()
    guard let offset = UInt32(exactly: start), let length = UInt32(exactly: count) else {
      throw EditError(.unsupported, "is too long for a Samsung record")
    }
    range.offset = offset
    range.length = length
    do throws(FieldError) {
      var record = record(Bytes())
      record.movieRange = range
      var file = BoxFile(Bytes())
      file.boxes = [Box(SamsungExtendedDataBox(records: others + [record], version: version))]
      return try file.encoded().bytes
    } catch { throw EditError(error) }
  }

  private func record(_ payload: Bytes) -> Record {
    var record = Record()
    record.marker = Record.movie
    record.name = Text("MotionPhoto_Data", form: .plain)
    record.payload = payload
    return record
  }
}
