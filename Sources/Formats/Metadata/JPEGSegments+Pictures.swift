extension JPEGSegments {
  /// The bytes with which an APP2 segment starts that lists the images of a file (CIPA DC-007 §5.1).
  public static let multiPictureIdentifier = Array("MPF\0".utf8)

  /// The images after this one in its file, according to their index (CIPA DC-007 §5.2.3). Each is a separate JPEG
  /// file. Missing ones are left out.
  public var furtherPictures: [Bytes] {
    statedPictures.compactMap { range in
      bytes.part(range).flatMap { $0.starts(with: [0xFF, 0xD8]) ? $0 : nil }
    }
  }

  /// The ranges of further images that the index states, counted from its first byte. It is not checked whether
  /// there are any images.
  package var statedPictures: [Range<Int>] { statedEntries.map(\.range) }

  /// The entries of the index for further images: what they state, and the bytes that state the offset.
  private var statedEntries: [(range: Range<Int>, field: Range<Int>, origin: Int, order: ByteOrder)]
  {
    guard let index = contents(0xE2, JPEGSegments.multiPictureIdentifier).first,
      let tiff = try? TIFFFile(index),
      let list = tiff[.ifd0]?[0xB002]
    else { return [] }
    let entries = list.value
    // Offsets count from the byte order mark, in the file that starts with the first image.
    let origin = index.fileOffset - bytes.fileOffset
    return stride(from: 0, to: entries.count - 15, by: 16).compactMap { entry in
      guard let size = entries.integer(at: entry + 4, size: 4, tiff.order),
        let offset = entries.integer(at: entry + 8, size: 4, tiff.order), offset > 0, size > 0
      else { return nil }
      let start = origin + Int(offset)
      let field = origin + list.valueOffset + entry + 8
      return (start..<start + Int(size), field..<field + 4, origin, tiff.order)
    }
  }

  /// Those of ``statedPictures`` that are in the file, but do not start with a JPEG image, by their order.
  package var misplacedPictures: [(index: Int, range: Range<Int>)] {
    statedPictures.enumerated().filter { _, range in
      range.upperBound <= bytes.count && !startsPicture(at: range.lowerBound)
    }
    .map { (index: $0.offset, range: $0.element) }
  }

  /// The file with an index that leads to all images; nil if it does, or if not all of them are found.
  ///
  /// - Parameter pictures: the images that were found, of which an entry is that of the same size.
  package func written(leadingTo pictures: [Range<Int>]) -> ByteWriter? {
    let entries = statedEntries.filter { !startsPicture(at: $0.range.lowerBound) }
    let stated = Set(statedPictures.map(\.lowerBound))
    let changes = entries.compactMap { entry -> Change? in
      let fitting = pictures.filter {
        $0.count == entry.range.count && !stated.contains($0.lowerBound)
      }
      guard fitting.count == 1, let offset = UInt32(exactly: fitting[0].lowerBound - entry.origin)
      else { return nil }
      var bytes: [UInt8] = []
      bytes.append(UInt64(offset), size: 4, entry.order)
      return Change(range: entry.field, bytes: bytes)
    }
    return changes.isEmpty || changes.count < entries.count ? nil : written(changes)
  }

  /// The gain map among the further images: one with the metadata of ISO 21496-1, Adobe or Apple; nil without one.
  public var gainMap: JPEGSegments? {
    furtherPictures.lazy.map { JPEGSegments($0) }.first(where: \.isGainMap)
  }

  /// Whether the image is the gain map of another one: it has the metadata of ISO 21496-1, Adobe or Apple.
  package var isGainMap: Bool {
    let xmp = xmp.flatMap { XMPPacket($0) }
    return gainMapMetadata != nil || xmp?.hasGainMap == true || xmp?.isAppleGainMap == true
  }

  /// The content of the APP2 segment of ISO 21496-1; nil without one.
  public var gainMapMetadata: Bytes? { contents(0xE2, JPEGSegments.gainMapIdentifier).first }
}

/// The entries of an index of images (CIPA DC-007 §5.2.3.3).
enum MultiPictureEntry {
  /// Passes the entries of the index for each image to `sink`.
  ///
  /// - Parameter index: the TIFF structure of the index.
  static func describe(_ index: Bytes, to sink: any FieldSink) {
    guard let tiff = try? TIFFFile(index), let entries = tiff[.ifd0]?[0xB002]?.value else { return }
    for (number, start) in stride(from: 0, to: entries.count - 15, by: 16).enumerated() {
      let offset = entries.fileOffset + start
      let group = FieldGroup(name: "images[\(number)]", fileRange: offset..<offset + 16)
      guard sink.open(group) else { return }
      let fields: [(name: String, size: Int, format: FieldFormat)] = [
        ("attributes", 4, .hex), ("size", 4, .decimal), ("offset", 4, .decimal),
        ("dependent_1", 2, .decimal), ("dependent_2", 2, .decimal),
      ]
      var position = start
      for field in fields {
        if let value = entries.integer(at: position, size: field.size, tiff.order) {
          let first = (entries.fileOffset + position) * 8
          sink.field(field.name, .uint(value, field.format), bits: first..<first + field.size * 8)
        }
        position += field.size
      }
      sink.close(group)
    }
  }
}
