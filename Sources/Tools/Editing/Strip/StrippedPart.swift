import ISOBMFF
import Metadata

/// The result of stripping a piece of metadata.
enum StrippedPart {
  /// Nothing has to be removed.
  case clean(Rest = Rest())
  /// The same number of bytes, without the data that has to be removed.
  case changed([UInt8], notes: [String], Rest)
  /// It cannot be read with certainty, and so it has to be removed completely.
  case unreadable(String)

  /// What stays and is named.
  struct Rest {
    /// The names of texts that may be from users.
    var texts: [String] = []
    /// The names of data whose form is not known.
    var unknown: [String] = []
  }

  /// Exif without its location.
  ///
  /// - Parameter payload: the payload of an `Exif` item, or a TIFF structure.
  static func exif(_ payload: Bytes, _ locations: LocationTraces) -> StrippedPart {
    guard payload.contains(where: { $0 != 0 }) else { return .clean() }
    guard let tiff = ExifItem.tiff(in: payload) else {
      return .unreadable("has no TIFF structure")
    }
    var bytes = Array(payload)
    let start = tiff.fileOffset - payload.fileOffset
    guard start >= 0, start + tiff.count <= bytes.count else {
      return .unreadable("is in pieces")
    }
    let result: ExifEditor.Result
    do throws(FieldError) { result = try ExifEditor.withoutLocation(tiff, locations) } catch {
      return .unreadable("is damaged (\(error.reason))")
    }
    var notes = result.notes
    let padding = [UInt8](repeating: 0, count: max(0, tiff.count - result.bytes.count))
    bytes.replaceSubrange(start..<start + tiff.count, with: result.bytes + padding)
    if let rest = payload.part(start + tiff.count..<payload.count),
      rest.statesLocation(locations)
    {
      let end = start + tiff.count..<bytes.count
      bytes.replaceSubrange(end, with: repeatElement(0, count: end.count))
      notes.append("what follows it is left out, too")
    }
    var left = Rest(texts: result.texts, unknown: result.unknown)
    if let start = payload.part(0..<start), !ExifItem.isStart(start) {
      if start.statesLocation(locations) {
        bytes.replaceSubrange(0..<start.count, with: ExifItem.start(ofSize: start.count))
        notes.append("what precedes it is left out, too")
      } else if !start.isReadableText {
        left.unknown.append("bytes before Exif")
      }
    }
    return bytes.elementsEqual(payload) ? .clean(left) : .changed(bytes, notes: notes, left)
  }

  /// XMP, or other XML, without its location. Spaces at the end replace the removed text.
  static func xml(_ payload: Bytes, _ locations: LocationTraces) -> StrippedPart {
    // Some writers add zeros at the end.
    let end = payload.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0
    guard let text = payload.part(0..<end), !text.isEmpty else { return .clean() }
    guard let packet = XMPPacket(text) else { return .unreadable("cannot be read as XML") }
    let rest = packet.withoutLocation(locations)
    let texts = packet.freeTexts(locations)
    guard rest != packet.bytes else { return .clean(Rest(texts: texts)) }
    guard rest.count <= text.count else {
      return .unreadable("has a location between its elements")
    }
    let spaces = [UInt8](repeating: 0x20, count: text.count - rest.count)
    return .changed(rest + spaces + payload.dropFirst(end), notes: [], Rest(texts: texts))
  }

  /// One of Photoshop's resources without its location, and the words for what goes.
  static func photoshop(
    _ resource: PhotoshopResources.Resource, _ locations: LocationTraces
  ) -> (part: StrippedPart, name: String) {
    switch resource.number {
    case 0x0404: (iptc(resource.data, locations), "the location in IPTC")
    case 0x0422, 0x0423: (exif(resource.data, locations), "the location in Exif")
    case 0x0424: (xml(resource.data, locations), "the location in XMP")
    default:
      (
        resource.data.statesLocation(locations) ? .unreadable("states a location") : .clean(),
        "resource \(resource.number)"
      )
    }
  }

  /// Records of IPTC without their location.
  static func iptc(_ payload: Bytes, _ locations: LocationTraces) -> StrippedPart {
    let (bytes, texts) = IPTCRecords(payload).withoutLocation(locations)
    let rest = Rest(texts: texts)
    return bytes.map { .changed($0, notes: [], rest) } ?? .clean(rest)
  }

  /// Whether nothing has to be removed.
  var isClean: Bool { if case .clean = self { true } else { false } }

  /// A JPEG image without metadata, or without its location; zeros follow it.
  static func jpeg(
    _ payload: Bytes, _ what: MetadataStripping, _ locations: LocationTraces,
    _ decompressor: Decompressor?
  ) -> StrippedPart {
    let jpeg = JPEGSegments(payload)
    // Without application segments and comments, there is no metadata in what is left of a damaged image.
    let hasMetadata = jpeg.segments.contains {
      (0xE1...0xEF).contains($0.marker) || $0.marker == 0xFE
    }
    guard hasMetadata || jpeg.finding == nil && jpeg.end != nil else {
      return payload.statesLocation(locations)
        ? .unreadable("is not a whole JPEG picture") : .clean()
    }
    var stripping = JPEGStripping(what, jpeg, locations, decompressor)
    do throws(EditError) {
      let bytes = try stripping.run().read()
      let left = Rest(texts: stripping.texts, unknown: stripping.unknown)
      if stripping.removed.isEmpty { return .clean(left) }
      guard bytes.count <= payload.count else { return .unreadable("would grow") }
      let zeros = [UInt8](repeating: 0, count: payload.count - bytes.count)
      return .changed(bytes + zeros, notes: stripping.remarks, left)
    } catch {
      return .unreadable("is damaged (\(error.message))")
    }
  }
}
