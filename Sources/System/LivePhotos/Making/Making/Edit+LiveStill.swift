public import Editing
import HEIF
import ISOBMFF
import Metadata

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
