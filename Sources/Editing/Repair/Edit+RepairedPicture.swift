import FieldCoding
import ISOBMFF
import StillMetadata

extension Edit {
  /// Removes bytes from a JPEG picture that do not belong to a segment. Tables, headers, scans, metadata and data after
  /// the picture stay the same.
  mutating func repairPicture() throws(EditError) {
    let jpeg = JPEGSegments(original.bytes)
    let stray = jpeg.allStrayBytes
    guard jpeg.finding == nil, !stray.isEmpty else { return }
    let written: ByteWriter
    let copy: ByteSource
    do {
      written = try jpeg.withoutStrayBytes()
      copy = try ByteSource(viewing: written, filling: \.count)
    } catch { throw EditError(.damaged, "\(error)") }
    // Without these bytes, the file can be read completely.
    let clean = JPEGSegments(copy.bytes)
    let isSame =
      stray.count > jpeg.strayBytes.count
      ? clean.finding == nil && clean.allStrayBytes.isEmpty
        && clean.bytes.count == jpeg.bytes.count - stray.reduce(0) { $0 + $1.count }
      : jpeg.isSamePicture(as: clean, withTrailer: true)
    guard isSame else {
      throw EditError(.proofFailed, "would no longer show the same picture")
    }
    rewritten = written
    notes.append(
      "removed: \(counted(stray.reduce(0) { $0 + $1.count }, "stray byte")) between the segments of the picture, which had no use"
    )
  }
}
