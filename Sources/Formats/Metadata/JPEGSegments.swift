/// The marker segments of a JPEG file up to its first scan (ISO/IEC 10918-1 §B.1.1).
public struct JPEGSegments: Sendable {
  /// A marker with its parameters.
  public struct Segment: Sendable {
    /// The second byte of the marker: E1 for APP1.
    public var marker: UInt8
    /// The offset of the marker, counted from the first byte of the image.
    public var offset: Int
    /// The number of bytes, with marker and length.
    public var size: Int
    /// The parameters, without marker and length.
    public var payload: Bytes
  }

  /// The whole file.
  public let bytes: Bytes
  /// The segments after SOI, up to and including SOS.
  public private(set) var segments: [Segment] = []
  /// Bytes between segments that belong to none of them, counted from the first byte of the image.
  ///
  /// Decoders skip them. They are not fill bytes, which are allowed between segments (§B.1.1.2).
  public private(set) var strayBytes: [Range<Int>] = []
  /// The error after which the segments could not be followed.
  public private(set) var finding: FieldError?

  /// Real files have dozens; this number of segments of metadata could hold 4 GB.
  private static let segmentLimit = 65_536

  /// Reads the segments of any `bytes`: if there is no SOI, there are no segments, and a finding says so.
  public init(_ bytes: Bytes) {
    self.bytes = bytes
    do throws(FieldError) { try readSegments() } catch { finding = error }
  }

  private mutating func readSegments() throws(FieldError) {
    guard bytes.has([0xFF, 0xD8]) else {
      throw FieldError(
        .invalid("is not a JPEG image: it has no SOI marker"), offset: bytes.fileOffset)
    }
    var position = 2
    while true {
      try passStrayBytes(&position)
      let start = position
      // Any number of fill bytes may precede a marker (§B.1.1.2).
      while position < bytes.count, bytes[position] == 0xFF { position += 1 }
      guard position < bytes.count else {
        throw FieldError(.invalid("ends within a marker"), offset: bytes.fileOffset(at: start))
      }
      let marker = bytes[position]
      position += 1
      if marker == 0xD9 {
        throw FieldError(.invalid("has no scan before EOI"), offset: bytes.fileOffset(at: start))
      }
      if marker == 0xD8 {
        finding = FieldError(
          .invalid("has a second start (SOI) before its first scan"),
          offset: bytes.fileOffset(at: start)
        )
      }
      // TEM and RSTn have no length and no payload.
      if marker == 0x01 || (0xD0...0xD8).contains(marker) { continue }
      let length =
        bytes.integer(at: position, size: 2, .big).map(Int.init(truncatingIfNeeded:)) ?? 0
      guard length >= 2, let payload = bytes.slice(at: position + 2, count: length - 2) else {
        let left = bytes.count - position
        throw FieldError(
          .invalid(
            "the \(JPEGSegments.name(marker)) segment has "
              + (length < 2
                ? "no length"
                : "\(counted(length, "byte")), but only \(counted(left, "is", "are")) left")),
          offset: bytes.fileOffset(at: start), path: [JPEGSegments.name(marker)])
      }
      position += length
      guard segments.count < JPEGSegments.segmentLimit else {
        throw FieldError(
          .invalid("more than \(JPEGSegments.segmentLimit) segments precede the first scan"),
          offset: bytes.fileOffset(at: start))
      }
      segments.append(
        Segment(marker: marker, offset: start, size: position - start, payload: payload))
      if marker == 0xDA { return }
    }
  }

  /// A file of holes may have any number of bytes without a marker.
  private static let mostStrayBytes = 1 << 20

  /// Skips to the next marker with its fill bytes, as decoders do.
  ///
  /// Another image is not part of this one, so bytes before an SOI are not skipped.
  private mutating func passStrayBytes(_ position: inout Int) throws(FieldError) {
    let start = position
    let end = min(bytes.count, start + JPEGSegments.mostStrayBytes)
    while position < end {
      guard bytes[position] == 0xFF else {
        position += 1
        continue
      }
      let fill = position
      while position < bytes.count, bytes[position] == 0xFF { position += 1 }
      // A zero makes no marker of what precedes it (table B.1).
      if position < bytes.count, bytes[position] == 0 { continue }
      let startsSegment =
        position == bytes.count
        || bytes[position] >= 0xC0
          && !(0xD0...0xD9).contains(bytes[position])
      position = fill
      guard fill > start else { return }
      guard startsSegment else { break }
      strayBytes.append(start..<fill)
      return
    }
    let found = bytes.part(start..<min(start + 4, bytes.count)) ?? Bytes()
    throw FieldError(
      found.isEmpty
        ? .invalid("ends before its first scan")
        : .invalid(
          "a marker (FF) should start here, but there is "
            + found.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }
            .joined(separator: " ")),
      offset: bytes.fileOffset(at: start))
  }

  /// The name of a marker: `APP1`, `SOF0`.
  public static func name(_ marker: UInt8) -> String {
    switch marker {
    case 0xC4: "DHT"
    case 0xC8: "JPG"
    case 0xCC: "DAC"
    case 0xC0...0xCF: "SOF\(marker - 0xC0)"
    case 0xD0...0xD7: "RST\(marker - 0xD0)"
    case 0xD8: "SOI"
    case 0xD9: "EOI"
    case 0xDA: "SOS"
    case 0xDB: "DQT"
    case 0xDC: "DNL"
    case 0xDD: "DRI"
    case 0xDE: "DHP"
    case 0xDF: "EXP"
    case 0xE0...0xEF: "APP\(marker - 0xE0)"
    case 0xFE: "COM"
    default: "FF" + String(marker, radix: 16, uppercase: true)
    }
  }
}

// MARK: - The frame

extension JPEGSegments {
  /// The segment of the frame header (§B.2.2).
  var frameSegment: Segment? {
    segments.first {
      (0xC0...0xCF).contains($0.marker) && ![0xC4, 0xC8, 0xCC].contains($0.marker)
    }
  }

  private var frame: Bytes? { frameSegment?.payload }

  /// The coded size of the image; nil if there is none.
  public var frameSize: (width: Int, height: Int)? {
    guard let frame, let height = frame.integer(at: 1, size: 2, .big),
      let width = frame.integer(at: 3, size: 2, .big)
    else { return nil }
    return (Int(truncatingIfNeeded: width), Int(truncatingIfNeeded: height))
  }

  /// The coding process, and the bits of a sample (§B.2.2, Table B.1); nil if there is no image.
  public var frameCoding: (process: String, bitDepth: Int)? {
    guard let frameSegment, let depth = frame?.integer(at: 0, size: 1, .big) else { return nil }
    let process =
      switch frameSegment.marker {
      case 0xC0: "baseline"
      case 0xC1: "extended sequential"
      case 0xC2: "progressive"
      case 0xC3: "lossless"
      case 0xC5...0xC7: "hierarchical"
      default: "arithmetic coding"
      }
    return (process, Int(truncatingIfNeeded: depth))
  }

  /// Whether the scans have arithmetic coding, in whose data damage cannot be noticed.
  public var isArithmetic: Bool { frameSegment.map { $0.marker >= 0xC9 } ?? false }

  /// The number of colour components.
  public var componentCount: Int? {
    frame?.integer(at: 5, size: 1, .big).map(Int.init(truncatingIfNeeded:))
  }

  /// Whether more scans may follow the first: the image is progressive, or the first has not all
  /// components (§B.2.3).
  public var hasSeveralScans: Bool {
    guard let frameSegment, let scan = segments.last, scan.marker == 0xDA else { return false }
    return [0xC2, 0xC6, 0xCA, 0xCE].contains(frameSegment.marker)
      || scan.payload.first.map(Int.init) != componentCount
  }
}

// MARK: - Metadata

extension JPEGSegments {
  /// The bytes with which an APP1 segment of Exif starts (Exif 2.32 §4.7.2).
  public static let exifIdentifier: [UInt8] = [0x45, 0x78, 0x69, 0x66, 0, 0]
  /// The bytes with which an APP1 segment of XMP starts (XMP specification part 3, §1.1.3).
  public static let xmpIdentifier = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
  /// How XMP segments of F-Spot and other programs start.
  static let spacedXMPIdentifier = Array("http://ns.adobe.com/xap/1.0/ \0".utf8)
  /// The bytes with which an APP2 segment of a colour profile starts (ICC.1:2022 §B.4).
  public static let iccIdentifier = Array("ICC_PROFILE\0".utf8)
  /// The bytes with which an APP2 segment of gain map metadata starts (ISO 21496-1).
  public static let gainMapIdentifier = Array("urn:iso:std:iso:ts:21496:-1\0".utf8)

  /// The TIFF structure of the first Exif segment (Exif 2.32 §4.7.2), and of the segments directly after it that continue
  /// it; see ``ExifSegments``.
  public var exif: Bytes? {
    func content(_ segment: Segment) -> Bytes? {
      segment.marker == 0xE1 && segment.payload.has(JPEGSegments.exifIdentifier)
        ? segment.payload.part(JPEGSegments.exifIdentifier.count..<segment.payload.count) : nil
    }
    guard let first = segments.firstIndex(where: { content($0) != nil }),
      let start = content(segments[first])
    else { return nil }
    let further = segments[(first + 1)...].prefix { segment in
      content(segment).map { TIFFFile.byteOrder($0) == nil } ?? false
    }
    if further.isEmpty { return start }
    var joined = Array(start)
    var pieces = [ByteSource.Piece(start: 0, fileOffset: start.fileOffset)]
    for part in further.compactMap(content) {
      pieces.append(ByteSource.Piece(start: joined.count, fileOffset: part.fileOffset))
      joined += part
    }
    return ByteSource(joined, pieces: pieces).bytes
  }

  /// ``exif``, and the contents of all Exif segments that begin a structure.
  package var exifSegments: [Bytes] {
    // The first may go on in further segments.
    (exif.map { [$0] } ?? [])
      + contents(0xE1, JPEGSegments.exifIdentifier).filter { TIFFFile.byteOrder($0) != nil }
  }

  /// The main XMP packet (XMP specification part 3, §1.1.3).
  public var xmp: Bytes? { xmpPackets.first }

  /// All packets that are not extended ones. Programs differ in which of several they read.
  package var xmpPackets: [Bytes] {
    contents(0xE1, JPEGSegments.xmpIdentifier) + contents(0xE1, JPEGSegments.spacedXMPIdentifier)
  }

  /// Whether the payload of an APP1 segment is a main XMP packet.
  public static func isXMP(_ payload: Bytes) -> Bool {
    payload.has(xmpIdentifier) || payload.has(spacedXMPIdentifier)
  }

  /// The colour profile of a press, for an image of four inks (CMYK).
  package var inkProfile: Bytes? {
    icc.flatMap { profile in
      guard ICCProfile.problem(of: profile) == nil else { return nil }
      return profile.part(16..<20)?.elementsEqual("CMYK".utf8) == true ? profile : nil
    }
  }

  /// The colour profile, joined from its chunks; nil if one of them is missing
  /// (ICC.1:2022 §B.4).
  public var icc: Bytes? {
    let chunks = contents(0xE2, JPEGSegments.iccIdentifier)
    guard let count = chunks.first?.dropFirst().first, chunks.count >= Int(count), count > 0 else {
      return nil
    }
    var profile: [UInt8] = []
    var pieces: [ByteSource.Piece] = []
    for number in 1...count {
      guard let chunk = chunks.first(where: { $0.first == number }), chunk.count >= 2 else {
        return nil
      }
      guard let part = chunk.part(2..<chunk.count) else { return nil }
      if count == 1 { return part }
      pieces.append(ByteSource.Piece(start: profile.count, fileOffset: part.fileOffset))
      profile += part
    }
    return ByteSource(profile, pieces: pieces).bytes
  }

  /// Sentences about metadata in several segments, of which some are missing.
  public var incompleteMetadata: [String] {
    var sentences: [String] = []
    if icc == nil, !contents(0xE2, JPEGSegments.iccIdentifier).isEmpty {
      sentences.append("the colour profile cannot be read: a part of it is missing")
    }
    if !contents(0xE1, JPEGSegments.extendedXMPIdentifier).isEmpty,
      extendedXMP.map({ XMPPacket($0) != nil }) != true || xmp.map({ XMPPacket($0) != nil }) != true
    {
      sentences.append("the extended XMP metadata cannot be read: a part of it is missing")
    }
    return sentences
  }

  /// Whether a gain map follows this image, with metadata of Adobe or of ISO 21496-1.
  public var hasGainMap: Bool {
    xmp.flatMap { XMPPacket($0) }?.hasGainMap == true
      || !contents(0xE2, JPEGSegments.gainMapIdentifier).isEmpty
  }

  func contents(_ marker: UInt8, _ identifier: [UInt8]) -> [Bytes] {
    segments.compactMap { segment in
      guard segment.marker == marker, segment.payload.has(identifier) else { return nil }
      return segment.payload.part(identifier.count..<segment.payload.count)
    }
  }
}

// MARK: - The end

extension JPEGSegments {
  /// The end of the image, after its EOI marker; nil if it has none.
  ///
  /// It reads every byte of the scans.
  public var end: Int? { walkScans { _, _ in } }

  /// Where the data of an image without EOI ends: before another image, or with the bytes. Nil if it has no scan.
  package var endOfTruncated: Int? {
    guard finding == nil, let scan = segments.last, let data = bytes.part(scan.offset..<bytes.count)
    else { return nil }
    return scan.offset + (data.firstRange(of: [0xFF, 0xD8, 0xFF])?.lowerBound ?? data.count)
  }

  /// ``strayBytes``, and stray bytes after segments between later scans. Bytes after the data of a scan cannot be
  /// distinguished from it.
  ///
  /// If there may be several scans, this reads every byte of them.
  public var allStrayBytes: [Range<Int>] {
    guard hasSeveralScans else { return strayBytes }
    var later: [Range<Int>] = []
    _ = walkScans(stray: { later.append($0) }, { _, _ in })
    return strayBytes + later
  }

  /// Reads every byte after the header of the first scan, up to the end of the image.
  ///
  /// - Parameters:
  ///   - stray: gets the ranges of stray bytes after a segment.
  ///   - segment: gets each segment between scans: its marker and its range.
  /// - Returns: the end of the image, after its EOI marker; nil if it has none.
  package func walkScans(
    stray: (Range<Int>) -> Void = { _ in }, _ segment: (UInt8, Range<Int>) -> Void
  ) -> Int? {
    guard let scan = segments.last, scan.marker == 0xDA else { return nil }
    var position = scan.offset + scan.size
    // The end of a segment that is not followed by the data of a scan.
    var behind: Int?
    while position + 1 < bytes.count {
      guard bytes[position] == 0xFF else {
        position += 1
        continue
      }
      let next = bytes[position + 1]
      if let start = behind, next != 0x00 {
        if start < position { stray(start..<position) }
        behind = nil
      }
      switch next {
      case 0xD9: return position + 2
      // A stuffed byte, a restart marker, TEM; a fill byte.
      case 0x00, 0x01, 0xD0...0xD7: position += 2
      case 0xFF: position += 1
      case 0xD8: return nil
      default:
        // Tables and headers between scans may hold any bytes.
        guard let length = bytes.integer(at: position + 2, size: 2, .big), length >= 2 else {
          return nil
        }
        let start = position
        position += 2 + Int(truncatingIfNeeded: length)
        segment(next, start..<min(position, bytes.count))
        behind = next == 0xDA ? nil : position
      }
    }
    return nil
  }

  /// Whether the marker that ends the image (EOI) is missing, but no scan: only the data of the last one may be
  /// incomplete.
  ///
  /// A progressive image without its last scans can be decoded, but has less detail.
  package var lacksOnlyItsEnd: Bool {
    finding == nil && !isArithmetic && structureProblem == nil && end == nil && hasAllScans
  }

  /// Whether an EOI marker ends the image.
  public var endsWithEOI: Bool { end != nil }

  /// The bytes after the image: another image, a movie, an index of them. Nil without EOI.
  public var trailer: Bytes? { end.flatMap { bytes.part($0..<bytes.count) } }

  /// The bytes with which an APP0 segment of JFIF starts.
  package static let jfifIdentifier = Array("JFIF\0".utf8)

  /// The bytes with which a segment of Content Credentials starts.
  package static let jumbfIdentifier = Array("JP\0".utf8)

  /// The use of a segment; nil if it is unknown.
  package static func use(_ marker: UInt8, _ payload: Bytes?) -> String? {
    switch marker {
    case 0xC4: return "Huffman tables"
    case 0xC0...0xCF: return "frame header"
    case 0xDA: return "scan headers"
    case 0xDB: return "quantisation tables"
    case 0xDD: return "restart interval"
    case 0xFE: return "comment"
    case 0xE0...0xEF:
      let known = identifiers.first { payload?.starts(with: $0.identifier) == true }
      return known?.title ?? payload.flatMap(text(startOf:))
    default: return nil
    }
  }

  /// The bytes with which a segment of known contents starts; nil for others.
  package static func identifier(of payload: Bytes) -> [UInt8]? {
    identifiers.first { payload.starts(with: $0.identifier) }?.identifier
  }

  /// The text with which a segment begins, up to the zero; nil if it does not begin with one.
  private static func text(startOf payload: Bytes) -> String? {
    let text = payload.prefix(32).prefix { (0x20...0x7E).contains($0) }
    guard text.count >= 3 else { return nil }
    return String(decoding: text, as: UTF8.self)
  }

  private static let identifiers: [(identifier: [UInt8], title: String)] = [
    (exifIdentifier, "Exif"), (xmpIdentifier, "XMP"),
    (spacedXMPIdentifier, "XMP"),
    (Array("http://ns.adobe.com/xmp/extension/\0".utf8), "extended XMP"),
    (jfifIdentifier, "JFIF"), (Array("JFXX\0".utf8), "JFIF extension"),
    (iccIdentifier, "colour profile (ICC)"),
    (multiPictureIdentifier, "index of pictures (MPF)"),
    (gainMapIdentifier, "gain map metadata (ISO 21496-1)"),
    (PhotoshopResources.identifier, "Photoshop and IPTC"), (Array("Adobe\0".utf8), "Adobe"),
    (Array("FPXR\0".utf8), "FlashPix"), (Array("FLIR\0".utf8), "thermal data of FLIR"),
    (jumbfIdentifier, "JUMBF (Content Credentials)"),
  ]
}
