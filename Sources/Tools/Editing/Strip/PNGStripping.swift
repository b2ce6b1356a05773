import HEIF
import ISOBMFF
import Metadata

/// Removes metadata from a PNG file (Portable Network Graphics, third edition, §11.3). All other chunks stay as they are.
struct PNGStripping: StrippingReport {
  let what: MetadataStripping
  private let png: PNGChunks
  private let trailing: TrailingData
  let locations: LocationTraces
  private let decompressor: Decompressor?
  private let inflate: InflateUpTo?
  var removed: [String] = []
  var remarks: [String] = []
  var texts: [String] = []
  var unknown: [String] = []
  var losesMedia = false

  /// - Parameters:
  ///   - bytes: the file.
  ///   - locations: locations that are looked for, besides those of the file.
  ///   - decompressor: decompresses texts, which are removed without it, and images.
  init(
    _ what: MetadataStripping, _ png: PNGChunks, of bytes: Bytes,
    _ locations: LocationTraces, _ decompressor: Decompressor?
  ) {
    self.what = what
    self.png = png
    self.decompressor = decompressor
    if let decompressor {
      inflate = { (data: [UInt8], _: Int) -> [UInt8]? in
        guard let text = decompressor.content(Bytes(data), "deflate") else { return nil }
        return Array(text)
      }
    } else {
      inflate = nil
    }
    var locations = locations
    locations.add(png: png, inflate: inflate)
    trailing = TrailingData(png, of: bytes)
    locations.add(trailing)
    self.locations = locations
  }

  /// The file without the metadata.
  mutating func run() throws(EditError) -> ByteWriter {
    if let finding = png.finding { throw EditError(finding) }
    if let part = trailing.parts.first, let defect = png.defects.first {
      throw EditError(
        .damaged,
        "has data after its end that may belong to the damaged image: \(defect)",
        offset: part.bytes.fileOffset)
    }
    var writer = ByteWriter()
    writer.write(PNGChunks.signature)
    let cut = cutStreams()
    for (index, chunk) in png.chunks.enumerated() {
      let data: Bytes?
      if let rest = cut[index] { data = rest } else { data = stripped(chunk) }
      if let data { PNGChunks.write(chunk, data, to: &writer) }
    }
    for part in trailing.parts {
      if what == .all {
        removed.append("\(part.kind.title) after the picture")
        continue
      }
      var stripped = StrippedTrailer(what, part, locations, decompressor)
      try stripped.run()
      add(stripped, in: "\(part.kind.title) after the picture")
      writer.write(stripped.rest)
    }
    return writer
  }

  /// The data of chunks without what no decoder shows: what is behind the rows of their images, and behind the streams
  /// that hold these, by the numbers of the chunks.
  private mutating func cutStreams() -> [Int: Bytes] {
    var cut: [Int: Bytes] = [:]
    for image in png.images {
      let data = png.data(of: image)
      guard let sizes = decompressor?.zlibSizes(data), let rows = image.header?.byteCountOfRows
      else {
        unknown.append("\(image.type), which cannot be decompressed")
        continue
      }
      var stream = Array(data[..<sizes.stream])
      if sizes.content > rows {
        guard let content = inflate?(stream, sizes.content), content.count > rows else {
          unknown.append("bytes behind the rows of \(image.title)")
          continue
        }
        removed.append(
          "\(counted(content.count - rows, "byte")) behind the rows of \(image.title), whose data is not compressed now"
        )
        stream = ZlibStream.stored(Array(content[..<rows]))
      }
      if data.count > sizes.stream {
        removed.append(
          "\(counted(data.count - sizes.stream, "byte")) behind the data of \(image.title)"
        )
      } else if sizes.content <= rows {
        continue
      }
      for index in image.chunks {
        cut[index] = Bytes(png.chunks[index].data.prefix(image.start) + stream)
        stream = []
      }
    }
    return cut
  }

  /// The colour profile without locations, and without what is behind its data.
  private mutating func profile(_ chunk: PNGChunks.Chunk) -> Bytes? {
    guard let (name, data) = chunk.profile, case let stream = Array(data),
      let size = decompressor?.zlibSizes(stream)?.stream,
      let profile = inflate.flatMap({ $0(stream, PNGText.limit) }).map({ Bytes($0) })
    else {
      unknown.append("iCCP, which cannot be decompressed")
      return chunk.data
    }
    if what == .all, ICCProfile.problem(of: profile) != nil {
      removed.append("iCCP, which is no colour profile")
      return nil
    }
    let stripped = ICCProfile.withoutLocation(profile, locations)
    let hasLocation = name.statesLocation(locations)
    guard stripped != nil || hasLocation || size < stream.count else { return chunk.data }
    removed.append("texts in the colour profile (iCCP)")
    let head = hasLocation ? Array("ICC profile".utf8) : Array(name)
    return Bytes(head + [0, 0] + ZlibStream.stored(stripped ?? Array(profile)))
  }

  /// The data of a chunk; nil if it goes.
  private mutating func stripped(_ chunk: PNGChunks.Chunk) -> Bytes? {
    if chunk.type == "iCCP" { return profile(chunk) }
    if PNGStripping.pictures.contains(chunk.type) { return chunk.data }
    if chunk.type == "eXIf" { return exif(chunk) }
    if what == .all {
      removed.append("\(chunk.type)")
      return nil
    }
    guard let text = PNGText(chunk) else {
      if chunk.data.statesLocation(locations) {
        removed.append("\(chunk.type)")
        return nil
      }
      if chunk.type != "tIME" { unknown.append("\(chunk.type)") }
      return chunk.data
    }
    guard let content = text.text(inflate) else {
      removed.append("\(chunk.type) \(text.keyword), which is compressed and may hold the location")
      return nil
    }
    let isXMP = text.keyword == PNGText.xmpKeyword
    let metadata = PNGTextMetadata(content, text.keyword)
    let hasLocation =
      isXMP
      ? XMPPacket(content)?.hasLocation(locations) != false
      : content.statesLocation(locations) || chunk.data.statesLocation(locations)
        || LocationText.isLocation(keyword: text.keyword) || metadata.hasLocation(locations)
    guard hasLocation else {
      if metadata.hasUnknownForm || PNGTextMetadata.isProfile(text.keyword) && metadata.isEmpty {
        unknown.append(text.keyword)
      } else if !isXMP {
        texts.append(text.keyword)
      }
      return chunk.data
    }
    guard isXMP, let packet = XMPPacket(content),
      let data = text.data(withText: packet.withoutLocation(locations))
    else {
      removed.append("\(chunk.type) \(text.keyword)")
      return nil
    }
    removed.append("the location in XMP")
    texts += packet.freeTexts(locations)
    return data
  }

  private mutating func exif(_ chunk: PNGChunks.Chunk) -> Bytes? {
    if what == .location {
      guard let result = try? ExifEditor.withoutLocation(chunk.data, locations) else {
        removed.append("Exif, which is damaged and may hold the location")
        return nil
      }
      texts += result.texts
      unknown += result.unknown
      guard !result.bytes.elementsEqual(chunk.data) else { return chunk.data }
      remarks += result.notes
      removed.append("the location in Exif")
      return Bytes(result.bytes)
    }
    // Without its orientation, the image would be shown rotated.
    let value = ExifSummary(tiff: chunk.data).orientation.flatMap { UInt16(exactly: $0) }
    if let value, (2...8).contains(value),
      let tiff = try? TIFFWriter.tiff(.big, [TIFFField(0x0112, .shorts([value]))])
    {
      if !tiff.elementsEqual(chunk.data) { removed.append("Exif, except the orientation") }
      return Bytes(tiff)
    }
    removed.append("Exif")
    return nil
  }

  /// The chunks that are the image, or change how it is shown.
  private static let pictures: Set<FourCC> = [
    "IHDR", "PLTE", "IDAT", "IEND", "tRNS", "cHRM", "gAMA", "sBIT", "sRGB", "cICP", "mDCV",
    "mDCv", "cLLI", "cLLi", "bKGD", "hIST", "pHYs", "acTL", "fcTL", "fdAT", "oFFs", "pCAL", "sCAL",
    "sTER",
  ]
}

extension PNGTextMetadata {
  /// Whether a profile in hexadecimal digits holds a location, or cannot be read.
  fileprivate func hasLocation(_ locations: LocationTraces) -> Bool {
    if let exif, ExifEditor.mayHaveLocation(exif, locations) { return true }
    if let xmp, XMPPacket(xmp)?.hasLocation(locations) != false { return true }
    if let resources, resources.statesLocation(locations) || !isClean(resources, locations) {
      return true
    }
    guard let other else { return false }
    return other.statesLocation(locations)
      || ICCProfile.problem(of: other) == nil
        && ICCProfile.withoutLocation(other, locations) != nil
  }

  /// Whether Photoshop's resources, or records of IPTC without them, hold no location.
  private func isClean(_ resources: Bytes, _ locations: LocationTraces) -> Bool {
    guard let list = PhotoshopResources(resources)?.resources, !list.isEmpty else {
      return StrippedPart.iptc(resources, locations).isClean
    }
    return list.allSatisfy { StrippedPart.photoshop($0, locations).part.isClean }
  }

  /// Whether there is a profile that is neither a colour profile nor text.
  fileprivate var hasUnknownForm: Bool {
    other.map { !$0.isReadableText && ICCProfile.problem(of: $0) != nil } ?? false
  }

  fileprivate var isEmpty: Bool {
    exif == nil && xmp == nil && resources == nil && other == nil
  }
}
