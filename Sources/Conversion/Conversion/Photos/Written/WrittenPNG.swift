import FieldCoding
import Metadata
import WorkerClient
import WorkerProtocol

/// A written PNG file.
struct WrittenPNG: WrittenPicture {
  private let chunks: PNGChunks
  private let header: PNGHeader

  init(_ bytes: Bytes) throws(ConversionError) {
    chunks = PNGChunks(bytes)
    if let finding = chunks.finding { throw ConversionError(written: "is damaged: \(finding)") }
    guard let header = chunks.header, chunks.first("IDAT") != nil else {
      throw ConversionError(written: "has no image")
    }
    if let damaged = chunks.chunks.first(where: { !$0.isWhole }) {
      throw ConversionError(written: "is damaged: the checksum of \(damaged.type) is wrong")
    }
    guard chunks.end == bytes.count else {
      throw ConversionError(
        written: "has \(counted(bytes.count - chunks.end, "byte")) after its image")
    }
    self.header = header
  }

  var size: (width: Int, height: Int)? { (Int(header.width), Int(header.height)) }

  func check(_ job: ConversionJob, _ reply: ConversionReply) throws(ConversionError) {
    if let other = chunks.chunks.first(where: { !WrittenPNG.types.contains($0.type) }) {
      throw ConversionError(written: "has a chunk \(other.type)")
    }
    guard !reply.hasGainMap else { throw ConversionError(written: "has lost its gain map") }
    let texts = chunks.chunks.count { $0.type == "iTXt" }
    let xmp = PNGTextMetadata(chunks).xmp
    // A warning says so if something is left out.
    let mayLack = !reply.notes.isEmpty
    if !(mayLack && chunks.exif == nil), job.thumbnails.isEmpty || chunks.exif == nil {
      try job.check(chunks.exif, job.exif, "Exif")
    }
    // A text has no zero at its end.
    let end = job.xmp.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0
    if !(mayLack && texts == 0) { try job.check(xmp, job.xmp.prefix(end), "XMP") }
    guard texts == (xmp == nil ? 0 : 1) else {
      throw ConversionError(written: "has \(counted(texts, "text")) that it should not have")
    }
    let hasProfile = chunks.first("iCCP") != nil
    guard hasProfile == (job.hasPNGProfile || !job.iccProfile.isEmpty) || mayLack && !hasProfile
    else {
      throw ConversionError(
        written: hasProfile ? "has a colour profile" : "has lost its colour profile")
    }
    // An image that is opaque after all has no alpha.
    guard job.hasOpacity || header.colourType & 4 == 0 else {
      throw ConversionError(written: "has a transparency")
    }
  }

  /// The types of chunks that are written.
  private static let types: [FourCC] = ["IHDR", "IDAT", "IEND", "iCCP", "cICP", "eXIf", "iTXt"]
}
