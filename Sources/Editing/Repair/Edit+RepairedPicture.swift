import FieldCoding
import ISOBMFF
import StillMetadata

extension Edit {
  /// Takes bytes out of a JPEG picture that belong to none of its segments. Tables, headers, scans, metadata and
  /// what follows the picture stay the same bytes.
  mutating func repairPicture() throws(EditError) {
    let jpeg = JPEGSegments(original.bytes)
    guard jpeg.finding == nil, !jpeg.strayBytes.isEmpty else { return }
    let written: ByteWriter
    let copy: ByteSource
    do {
      written = try jpeg.withoutStrayBytes()
      copy = try ByteSource(viewing: written, filling: \.count)
    } catch { throw EditError(.damaged, "\(error)") }
    guard jpeg.isSamePicture(as: JPEGSegments(copy.bytes), withTrailer: true) else {
      throw EditError(.proofFailed, "would no longer show the same picture")
    }
    picture = written
    notes.append(
      "removed: \(counted(jpeg.strayByteCount, "stray byte")) between the segments of the picture, which had no use"
    )
  }
}
