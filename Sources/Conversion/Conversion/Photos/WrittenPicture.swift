import FieldCoding
import Files
import HEIF
import ISOBMFF
import Metadata
import WorkerClient
import WorkerProtocol

/// An image file that the worker wrote, which is read and checked before it gets its name.
///
/// The worker decodes the bytes of anybody. So what it says of its output is only believed if the output is so.
protocol WrittenPicture {
  /// Throws unless `bytes` are one whole file of the format.
  init(_ bytes: Bytes) throws(ConversionError)

  /// The size of the image as it is shown, in samples; nil if it cannot be known.
  var size: (width: Int, height: Int)? { get }

  /// Throws unless the file has the metadata and the further images of the job, and nothing else.
  func check(_ job: ConversionJob, _ reply: ConversionReply) throws(ConversionError)
}

extension ConversionJob {
  /// Throws unless `output` is what was to be written, and what the reply says.
  ///
  /// - Returns: the number of bytes.
  @discardableResult
  func check(
    _ output: borrowing OutputFile, _ reply: ConversionReply
  ) throws(ConversionError) -> Int {
    try ConversionError.output { () throws(SystemError) in
      try output.withBytes { (bytes) throws(ConversionError) in try check(bytes, reply) }
    }.get()
  }

  private func check(_ bytes: Bytes, _ reply: ConversionReply) throws(ConversionError) -> Int {
    let picture: any WrittenPicture =
      switch format {
      case .jpeg: try WrittenJPEG(bytes)
      case .png: try WrittenPNG(bytes)
      case .heic, .avif: try WrittenHEIF(bytes)
      }
    let size = outputSize
    guard let found = picture.size, found == (size.width, size.height) else {
      let text = picture.size.map { "is \($0.width) × \($0.height)" } ?? "has no size"
      throw ConversionError(written: "\(text) instead of \(size.width) × \(size.height)")
    }
    try picture.check(self, reply)
    return bytes.count
  }

  /// Compares metadata of a written file with the metadata of the job.
  func check(
    _ found: Bytes?, _ wanted: some Collection<UInt8>, _ name: String
  ) throws(ConversionError) {
    let found = found ?? Bytes()
    guard found.elementsEqual(wanted) else {
      throw ConversionError(
        written:
          "has other \(name) metadata: \(counted(found.count, "byte")) instead of \(grouped(wanted.count))"
      )
    }
  }

  /// Whether the file has a colour profile, of which the worker knows more.
  var hasUnknownProfile: Bool { hasPNGProfile && iccProfile.isEmpty }
}

extension ConversionError {
  /// - Parameter sentence: what is wrong with the file that the worker wrote.
  init(written sentence: String) { self.init(.worker, "the file that was written \(sentence)") }
}

/// A written HEIC or AVIF file.
struct WrittenHEIF: WrittenPicture {
  private let file: HEIFFile
  private let item: Item
  private let plan: ImagePlan

  init(_ bytes: Bytes) throws(ConversionError) {
    let boxes = BoxFile(bytes)
    if let finding = boxes.findings.first {
      throw ConversionError(written: "is damaged: \(finding)")
    }
    guard boxes.trailing.isEmpty else {
      throw ConversionError(
        written: "has \(counted(boxes.trailing.count, "byte")) after its last box")
    }
    for (index, box) in boxes.boxes.enumerated() {
      guard box.type == (index == 0 ? "ftyp" : index == 1 ? "meta" : "mdat") else {
        throw ConversionError(written: "has a box '\(box.type)' as its box \(index + 1)")
      }
    }
    guard let file = HEIFFile(boxes), let item = file.primaryItem else {
      throw ConversionError(written: "has no image")
    }
    do throws(FieldError) { plan = try file.plan(for: item.id) } catch {
      throw ConversionError(written: "cannot be decoded: \(error)")
    }
    self.file = file
    self.item = item
  }

  var size: (width: Int, height: Int)? { (plan.displaySize.width, plan.displaySize.height) }

  func check(_ job: ConversionJob, _ reply: ConversionReply) throws(ConversionError) {
    guard plan.codec == (job.format == .heic ? .hevc : .av1) else {
      throw ConversionError(written: "is coded in \(plan.codec.title)")
    }
    guard plan.colour != nil else {
      throw ConversionError(written: "does not say what its colours are")
    }
    // If the worker added a thumbnail, Exif is longer than in the job.
    if job.thumbnails.isEmpty || file.exifItem(of: item.id) == nil {
      try job.check(
        data(file.exifItem(of: item.id)).flatMap { ExifItem.tiff(in: $0) }, job.exif, "Exif")
    }
    try job.check(data(file.xmpItem(of: item.id)), job.xmp, "XMP")
    guard
      job.hasUnknownProfile || file.iccProfile(of: item.id) ?? Bytes() == job.iccProfile
    else { throw ConversionError(written: "has another colour profile") }
    let alpha = file.auxiliaryImages(of: item.id).filter { $0.kind == .alpha }
    guard alpha.count == (job.hasOpacity ? 1 : 0) else {
      throw ConversionError(
        written: alpha.isEmpty ? "has lost its transparency" : "has a transparency")
    }
    guard (file.gainMap(of: item.id) != nil) == reply.hasGainMap else {
      throw ConversionError(written: reply.hasGainMap ? "has lost its gain map" : "has a gain map")
    }
    guard file.targets("prem", from: item.id).isEmpty != job.isPremultiplied else {
      throw ConversionError(
        written: "does not say correctly whether its colours are multiplied by its alpha")
    }
  }

  private func data(_ item: Item?) -> Bytes? { item.flatMap { try? file.data(of: $0.id) } }
}

/// A written JPEG file: one image, and perhaps its gain map behind it.
struct WrittenJPEG: WrittenPicture {
  private let segments: JPEGSegments
  /// The gain map, which is the rest of the file; nil if the image is the whole file.
  private let map: JPEGSegments?

  init(_ bytes: Bytes) throws(ConversionError) {
    segments = JPEGSegments(bytes)
    let end = try WrittenJPEG.end(of: segments)
    guard end < bytes.count else {
      map = nil
      return
    }
    guard segments.statedPictures == [end..<bytes.count], let rest = bytes.part(end..<bytes.count)
    else {
      throw ConversionError(written: "has \(counted(bytes.count - end, "byte")) after its image")
    }
    let map = JPEGSegments(rest)
    guard try WrittenJPEG.end(of: map) == rest.count else {
      throw ConversionError(written: "has bytes after its gain map")
    }
    self.map = map
  }

  private static func end(of segments: JPEGSegments) throws(ConversionError) -> Int {
    if let finding = segments.finding {
      throw ConversionError(written: "is damaged: \(finding)")
    }
    guard let end = segments.end else { throw ConversionError(written: "has no end (EOI)") }
    return end
  }

  var size: (width: Int, height: Int)? { segments.frameSize }

  func check(_ job: ConversionJob, _ reply: ConversionReply) throws(ConversionError) {
    let other = segments.segments.first { !WrittenJPEG.markers.contains($0.marker) }
    if let other {
      throw ConversionError(written: "has a segment \(JPEGSegments.name(other.marker))")
    }
    guard (map != nil) == reply.hasGainMap else {
      throw ConversionError(written: map == nil ? "has lost its gain map" : "has a gain map")
    }
    var (app1, app2) = (job.app1Segments, [Bytes]())
    if let map, let gainMap = job.gainMaps.first {
      app1 = gainMap.pictureAPP1.map { $0.stating(lengthOfGainMap: map.bytes.count) }
      app2 = gainMap.pictureAPP2
      try check(map.segments, 0xE1, gainMap.mapAPP1, job)
      try check(map.segments, 0xE2, gainMap.mapAPP2, job)
    }
    try check(segments.segments, 0xE1, app1, job)
    let others = segments.segments.filter {
      !$0.payload.starts(with: JPEGSegments.iccIdentifier)
        && !$0.payload.starts(with: JPEGSegments.multiPictureIdentifier)
    }
    try check(others, 0xE2, app2, job)
    guard job.hasUnknownProfile || (segments.icc ?? Bytes()).elementsEqual(job.iccProfile) else {
      throw ConversionError(written: "has another colour profile")
    }
  }

  /// The markers of images, JFIF, Exif, XMP, profiles, and lists of images.
  private static let markers: [UInt8] = [
    0xC0, 0xC1, 0xC2, 0xC4, 0xDA, 0xDB, 0xDD, 0xE0, 0xE1, 0xE2,
  ]

  private func check(
    _ segments: [JPEGSegments.Segment], _ marker: UInt8, _ wanted: [Bytes], _ job: ConversionJob
  ) throws(ConversionError) {
    let found = segments.filter { $0.marker == marker }
    let name = JPEGSegments.name(marker)
    guard found.count == wanted.count else {
      throw ConversionError(
        written: "has \(counted(found.count, "segment")) \(name) instead of \(wanted.count)")
    }
    for (segment, payload) in zip(found, wanted) {
      // The worker adds the thumbnail.
      let mayDiffer =
        !job.thumbnails.isEmpty && payload.starts(with: JPEGSegments.exifIdentifier)
        && segment.payload.starts(with: JPEGSegments.exifIdentifier)
      if !mayDiffer { try job.check(segment.payload, payload, name) }
    }
  }
}

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
