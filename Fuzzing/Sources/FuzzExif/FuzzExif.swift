import FuzzDriver
import HEIF
import ISOBMFF
import Inspection
import Metadata

/// TIFF structures, maker notes and JPEG files; and what is made of them for an upright picture, or
/// written from their fields, can be read again.
@_cdecl("FuzzExif_main")
public func enter(_ count: CInt, _ arguments: Arguments?) -> CInt {
  fuzz(count, arguments, seeds: seeds) { bytes in
    let jpeg = JPEGSegments(bytes)
    _ = (jpeg.frameSize, jpeg.componentCount, jpeg.xmp, jpeg.icc, jpeg.extendedXMP, jpeg.trailer)
    check(MakerNote(bytes))
    _ = NamedMetadata(bytes).tags
    check(tiff: jpeg.exif ?? ExifItem.tiff(in: bytes) ?? bytes)
  }
}

private func check(tiff: Bytes) {
  _ = ExifSummary(tiff: tiff).location
  guard let file = try? TIFFFile(tiff) else { return }
  file.describe(to: Listener())
  for directory in file.directories {
    for entry in directory.entries {
      _ = (entry.text, entry.rational(), entry.number(at: 2), entry.valueText)
    }
    check(directory, file.order)
  }
  if let note = file.makerNote { check(note) }
  if let without = try? ExifEditor.withoutLocation(tiff) {
    precondition(!ExifEditor.mayHaveLocation(Bytes(without.bytes)), "a location is left")
  }
  for limit in [65_527, 400] {
    guard let upright = try? ExifEditor.upright(tiff, width: 4032, height: 3024, limit: limit)
    else { continue }
    let segments = ExifSegments.payloads(of: upright.bytes)
    precondition(segments.allSatisfy { $0.count <= 65_533 }, "more than a segment holds")
    precondition((try? TIFFFile(Bytes(upright.bytes))) != nil, "cannot be read after editing")
  }
}

/// The bytes of a directory's fields, written into a structure of their own.
private func check(_ directory: ExifDirectory, _ order: ByteOrder) {
  let fields = directory.entries.map { TIFFField($0.tag, .undefined(Array($0.value))) }
  guard let written = try? TIFFWriter.tiff(order, fields) else { return }
  let again = (try? TIFFFile(Bytes(written)))?[.ifd0]?.entries.map {
    TIFFField($0.tag, .undefined(Array($0.value)))
  }
  let expected = fields.enumerated().sorted {
    ($0.element.tag, $0.offset) < ($1.element.tag, $1.offset)
  }
  precondition(again == expected.map(\.element), "fields are not read as they were written")
}

private func check(_ note: MakerNote) {
  for identifier in ["", "id", "7A1C5B2E-0B8F-4D54-9F3B-1C0B6E2F9D11"] {
    guard let other = note.settingContentIdentifier(identifier) else { continue }
    precondition(
      MakerNote(Bytes(other)).contentIdentifier == identifier, "the identifier is not the new one")
  }
}

private func seeds(_ file: Bytes) -> [[UInt8]] {
  if file.starts(with: [0xFF, 0xD8]) {
    return [JPEGSegments(file).exif.map(Array.init) ?? [], Array(file.prefix(16384))]
  }
  guard let photo = HEIFFile(BoxFile(file)) else { return [] }
  return photo.items.filter { $0.type == "Exif" }.compactMap {
    guard let data = try? photo.data(of: $0.id), let tiff = ExifItem.tiff(in: data),
      tiff.count <= 32768
    else { return nil }
    return Array(tiff)
  }
}
