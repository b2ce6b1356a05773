public import FieldCoding
import ISOBMFF
import Metadata

extension Edit {
  /// Restores the markers of tables and headers of a JPEG image and the usual Huffman tables, and removes bytes that
  /// belong to no segment.
  /// Tables, headers, scans, metadata and data after the image stay the same.
  ///
  /// While the image lacks a table, no byte is removed: it may be a part of that table.
  mutating func repairPicture() throws(EditError) {
    var jpeg = JPEGSegments(original.bytes)
    guard jpeg.finding == nil else { return }
    let markers = jpeg.overwrittenMarkers
    if !markers.isEmpty {
      let written = jpeg.written(restoring: markers)
      jpeg = try segments(of: written)
      rewritten = written
      for marker in markers {
        notes.append(
          "the marker of the \(marker.name) segment at byte \(marker.offset) was overwritten, as the length there and what the scan needs show: restored"
        )
      }
    }
    if let problem = jpeg.structureProblem, let written = jpeg.writtenWithUsualTables() {
      jpeg = try segments(of: written)
      rewritten = written
      notes.append(
        "\(problem.reason), at byte \(problem.offset): the usual Huffman tables are there now, and all of the data are codes of them"
      )
    }
    guard jpeg.structureProblem == nil, !jpeg.lacksTables else { return }
    try removeStrayBytes(of: jpeg)
  }

  private func segments(of written: ByteWriter) throws(EditError) -> JPEGSegments {
    do throws(ByteSourceError) {
      return JPEGSegments(try ByteSource(viewing: written, filling: \.count).bytes)
    } catch { throw EditError(.damaged, "\(error)") }
  }

  private mutating func removeStrayBytes(of jpeg: JPEGSegments) throws(EditError) {
    let stray = jpeg.allStrayBytes
    guard !stray.isEmpty else { return }
    let written: ByteWriter
    do throws(MetadataSettingError) { written = try jpeg.withoutStrayBytes() } catch {
      throw EditError(.damaged, "\(error)")
    }
    // Without these bytes, the file can be read completely.
    let clean = try segments(of: written)
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

  /// Adds the marker that ends a JPEG image (EOI), if nothing else is missing.
  ///
  /// - Parameter isWhole: whether the image of a file with that marker can be decoded completely.
  public mutating func endImage(_ isWhole: (ByteWriter) -> Bool) throws(EditError) {
    let written: ByteWriter
    if let rewritten {
      written = rewritten
    } else {
      var copy = ByteWriter()
      copy.write(uncopied: original.bytes)
      written = copy
    }
    let jpeg = try segments(of: written)
    guard jpeg.lacksOnlyItsEnd else { return }
    var ended = written
    // A byte of the marker may be there.
    ended.write(jpeg.bytes.last == 0xFF ? [0xD9] : [0xFF, 0xD9])
    guard isWhole(ended) else { return }
    rewritten = ended
    notes.append("the marker that ends the picture (EOI) was missing: added; no sample is lost")
  }
}
