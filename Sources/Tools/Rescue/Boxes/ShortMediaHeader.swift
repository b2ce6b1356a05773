import FieldCoding
package import ISOBMFF
import Movie

extension BoxFile {
  /// Lets an `mdat` box whose size says that it has a large one begin where the samples do, if the `moov` box says that
  /// these begin in the bytes of that size.
  ///
  /// - Returns: a sentence about it; nil if there is no such box.
  package mutating func shortenMediaHeader() -> String? {
    guard let movie = MovieFile(self),
      let index = boxes.firstIndex(where: {
        $0.type == "mdat" && $0.headerSize == 16 && $0.statedSize != nil
      }),
      let origin = boxes[index].origin
    else { return nil }
    let start = UInt64(clamping: origin.fileOffset)
    let isInSize = movie.tracks.contains { track in
      track.samples.chunks.contains { (start + 8..<start + 16).contains($0.start) }
    }
    guard isInSize else { return nil }
    boxes[index] = Box(type: "mdat", opaque: origin.part(8..<origin.count) ?? Bytes())
    return
      "the mdat box, at byte \(start), says that it has a size of 64 bits, but samples begin there: it has \(counted(origin.count, "byte")), up to the end of the file"
  }
}
