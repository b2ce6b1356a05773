public import Editing
public import ISOBMFF
import Metadata

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
