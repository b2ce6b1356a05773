public import Editing
import HEIF
public import ISOBMFF
public import Metadata

extension Edit {
  /// Gives this HEIC photo a content identifier, in the Apple maker note of its Exif metadata. Both are made
  /// if they are missing (ISO/IEC 23008-12 §A.2).
  ///
  ///     var edit = Edit(try ByteSource(mapping: "IMG_1234.HEIC").bytes)
  ///     try edit.setContentIdentifier(.random())
  ///
  /// No image changes.
  ///
  /// Throws if the file is damaged or not a photo with items, or if it has a maker note that may not be replaced.
  ///
  /// - Parameter replacesNote: whether a maker note of another vendor, or a damaged one, may be replaced.
  public mutating func setContentIdentifier(
    _ identifier: ContentIdentifier, replacingMakerNote replacesNote: Bool = false
  ) throws(EditError) {
    try refuseDamage()
    guard let photo = HEIFFile(original), let primary = photo.primaryItem else {
      throw EditError(
        .wrongFile,
        "is not a HEIC photo with a meta box; movies, minimised photos and sequences cannot be the still"
      )
    }
    for item in photo.items where item.location != nil {
      do throws(ItemLocationError) { _ = try photo.dataRanges(of: item.id) } catch {
        guard case .pastEnd = error else { continue }
        throw EditError(.damaged, "is truncated: item \(item.id) (\(item.type)) \(error)")
      }
    }
    guard let item = photo.exifItem(of: primary.id) else {
      let tiff: [UInt8]
      do throws(FieldError) {
        tiff = try ExifEditor.tiff(contentIdentifier: identifier.text)
      } catch {
        throw EditError(error)
      }
      notes.append("has Exif metadata now, with an Apple maker note")
      return try addMetadata("Exif", ExifItem.payload(of: tiff), describing: primary, in: photo)
    }
    let payload: Bytes
    do throws(FieldError) { payload = try photo.data(of: item.id) } catch {
      throw EditError(error)
    }
    guard let tiff = ExifItem.tiff(in: payload) else {
      throw EditError(.damaged, "has Exif metadata that cannot be read")
    }
    let new = try changed(tiff, identifier, replacesNote)
    guard !new.elementsEqual(tiff) else { return }
    try setData(of: item, to: ExifItem.payload(of: new, replacing: tiff, in: payload), in: photo)
  }

  private mutating func changed(
    _ tiff: Bytes, _ identifier: ContentIdentifier, _ replacesNote: Bool
  ) throws(EditError) -> [UInt8] {
    do throws(MakerNoteObstacle) {
      return try ExifEditor.settingContentIdentifier(
        tiff, to: identifier.text, replacingNote: replacesNote)
    } catch {
      throw EditError(error)
    }
  }
}

extension EditError {
  /// The error for an identifier that cannot be written, with advice.
  init(_ obstacle: MakerNoteObstacle) {
    switch obstacle {
    case .otherVendor, .damagedNote:
      self.init(
        .unsupported, "\(obstacle); --replace-maker-note replaces it by one of Apple's")
    case .damagedExif: self.init(.damaged, "\(obstacle)")
    }
  }
}

/// A still with a content identifier.
public struct LiveStill: Sendable {
  /// All bytes of the new file, in order.
  public let written: ByteWriter
  /// Sentences about what was done and what the user should know.
  public let notes: [String]

  init(written: ByteWriter, notes: [String]) {
    self.written = written
    self.notes = notes
  }

  /// Writes an identifier into a JPEG image or a HEIC photo; see
  /// ``Editing/Edit/setContentIdentifier(_:replacingMakerNote:)``.
  ///
  /// Throws if the file is damaged or not a photo, or if it has a maker note that may not be replaced.
  public init(
    _ bytes: Bytes, identifier: ContentIdentifier, replacingMakerNote replacesNote: Bool = false
  ) throws(EditError) {
    let kind = FileKind(bytes)
    if let refusal = kind.refusalAsStill { throw EditError(.wrongFile, refusal) }
    guard kind == .jpeg else {
      var edit = Edit(bytes)
      try edit.setContentIdentifier(identifier, replacingMakerNote: replacesNote)
      let edited = try edit.finished()
      written = edited.written
      notes = edited.notes
      return
    }
    let picture = JPEGSegments(bytes)
    guard picture.finding == nil, picture.endsWithEOI else {
      throw EditError(
        .damaged,
        "is truncated, or damaged: \(picture.finding.map { "\($0.reason)" } ?? "nothing ends the image (EOI)")"
      )
    }
    var notes: [String] = []
    let tiff: [UInt8]
    do {
      if let exif = picture.exif {
        tiff = try ExifEditor.settingContentIdentifier(
          exif, to: identifier.text, replacingNote: replacesNote)
      } else {
        tiff = try ExifEditor.tiff(contentIdentifier: identifier.text)
        notes.append("has Exif metadata now, with an Apple maker note")
      }
      let written = try picture.settingExif(tiff)
      guard LiveStill.keepsPicture(picture, written) else {
        throw EditError(.proofFailed, "would no longer show the same image")
      }
      self.written = written
    } catch let error as EditError {
      throw error
    } catch let error as MakerNoteObstacle {
      throw EditError(error)
    } catch let error as MetadataSettingError {
      throw EditError(error)
    } catch {
      throw EditError(.damaged, "\(error)")
    }
    self.notes = notes
  }

  /// Whether the image and the bytes after it are unchanged.
  private static func keepsPicture(_ picture: JPEGSegments, _ written: ByteWriter) -> Bool {
    guard let source = try? ByteSource(viewing: written, filling: \.count) else {
      return false
    }
    return picture.isSamePicture(as: JPEGSegments(source.bytes), withTrailer: true)
  }
}

/// Facts of a still's Exif metadata that its movie can have as keys.
public struct LiveStillFacts: Equatable, Sendable {
  var keys: [String: String] = [:]
  /// The time when it was taken.
  var captureTime: CaptureTime?

  /// No facts.
  public init() {}

  /// The facts that Exif states: make, model, software, date and location.
  public init(_ exif: ExifSummary) {
    captureTime = exif.dateTimeOriginal.flatMap { CaptureTime($0) }
    keys["make"] = exif.make
    keys["model"] = exif.model
    keys["software"] = exif.software
    keys["creationdate"] = exif.dateTimeOriginal.flatMap(LiveStillFacts.date)
    keys[LiveStillFacts.location] = exif.location.map(LiveStillFacts.iso6709)
  }

  private static let order = [location, "make", "model", "software", "creationdate"]
  private static let camera: Set<String> = ["make", "model", "software"]

  private static let location = "location.ISO6709"

  var hasLocation: Bool { keys[LiveStillFacts.location] != nil }

  /// The keys that a movie lacks. If a movie names its own camera, the camera of the still is not added.
  ///
  /// - Parameter withLocation: whether the location, which may be private, is one of them.
  func keys(lackingIn present: Set<String>, withLocation: Bool) -> [LiveMovieKey] {
    let prefix = "com.apple.quicktime."
    let known = { (name: String) in present.contains(prefix + name) }
    let hasCamera = LiveStillFacts.camera.contains(where: known)
    return LiveStillFacts.order.compactMap { name in
      guard let value = keys[name], !known(name), withLocation || name != LiveStillFacts.location,
        !(hasCamera && LiveStillFacts.camera.contains(name))
      else { return nil }
      return .text(prefix + name, value)
    }
  }

  /// `2025-01-01 11:06:46.123+09:00` as `2025-01-01T11:06:46+0900`; nil without a zone.
  private static func date(_ text: String) -> String? {
    let letters = Array(text)
    guard letters.count >= 25, letters[10] == " ", ["+", "-"].contains(letters[letters.count - 6]),
      letters[letters.count - 3] == ":"
    else { return nil }
    let zone = letters.suffix(6).filter { $0 != ":" }
    return String(letters[0..<10]) + "T" + String(letters[11..<19]) + String(zone)
  }

  /// Coordinates in the form of ISO 6709: `+35.7143+139.7963+007.400/`.
  private static func iso6709(_ location: ExifSummary.Location) -> String {
    func part(_ value: Double, _ whole: Int, _ digits: Int) -> String {
      let text = fixedPoint(abs(value), digits: digits)
      return (value < 0 ? "-" : "+") + zeroPadded(text, to: whole + 1 + digits)
    }
    return part(location.latitude, 2, 4) + part(location.longitude, 3, 4)
      + (location.altitude.map { part($0, 3, 3) } ?? "") + "/"
  }
}

extension LiveStillFacts {
  /// The facts of a JPEG or HEIC photo; none if it has no Exif metadata.
  public init(photo bytes: Bytes) {
    guard let exif = LiveStillFacts.exif(of: bytes) else {
      self.init()
      return
    }
    self.init(ExifSummary(tiff: exif))
  }

  private static func exif(of bytes: Bytes) -> Bytes? {
    if bytes.starts(with: [0xFF, 0xD8]) { return JPEGSegments(bytes).exif }
    guard let photo = HEIFFile(BoxFile(bytes)), let primary = photo.primaryItemID,
      let item = photo.exifItem(of: primary), let payload = try? photo.data(of: item.id)
    else { return nil }
    return ExifItem.tiff(in: payload)
  }
}

extension FileKind {
  /// The reason why a file cannot be the still of a Live Photo, by its first bytes; nil if it can.
  package var refusalAsStill: String? {
    switch self {
    case .boxes, .jpeg: nil
    case .empty: "is empty (0 bytes)"
    case .other(let text): "is \(text), and not a JPEG or HEIC photo"
    case .unknown: "is neither a JPEG image nor a HEIC photo"
    }
  }
}
