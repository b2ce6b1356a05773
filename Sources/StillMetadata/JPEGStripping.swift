/// Removes metadata from JPEG files, without changing the picture.
public enum JPEGStripping {
  /// A file without some of its metadata.
  public struct Result {
    /// The file, in pieces that follow one another.
    public var pieces: [Bytes]
    /// Sentences about the removed data.
    public var notes: [String] = []
    /// Texts that stay, by the names of their fields: people may have written anything there.
    public var texts: [String] = []

    /// A file of these pieces, with nothing to note.
    public init(pieces: [Bytes]) { self.pieces = pieces }
  }

  /// - Parameter traces: the places of the file that contains the picture. Those of the picture are added to them.
  /// - Throws: for a file that cannot be read well enough to be sure.
  public static func stripped(
    _ jpeg: JPEGSegments, _ stripping: MetadataStripping, _ traces: PlaceTraces = PlaceTraces()
  ) throws(FieldError) -> Result {
    let bytes = jpeg.bytes
    var traces = traces
    traces.add(jpeg: jpeg)
    if let finding = jpeg.finding { throw finding }
    guard let scans = scans(of: jpeg) else {
      throw FieldError(.invalid("the picture has no end"), offset: bytes.fileOffset + bytes.count)
    }
    var result = Result(pieces: [Bytes([0xFF, 0xD8])])
    var removed: [String] = []
    try result.addMetadata(of: jpeg, stripping, traces, &removed)
    let hasProfile = jpeg.hasProfile
    for segment in jpeg.segments.dropLast() {
      let name = JPEGSegments.name(segment.marker)
      guard let payload = kept(of: segment, hasProfile, stripping, traces) else {
        if !isExifOrXMP(segment) { removed.append(name) }
        continue
      }
      if segment.marker == 0xFE, !result.texts.contains("comment") {
        result.texts.append("comment")
      }
      if payload.count < segment.payload.count {
        removed.append("what follows the fields of \(name)")
      }
      result.addSegment(segment.marker, payload)
    }
    result.pieces += scans.pieces
    removed += scans.removed
    if !jpeg.strayBytes.isEmpty { removed.append("stray bytes between segments") }
    if scans.end < bytes.count { removed.append("what follows the picture") }
    removed = removed.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    if !removed.isEmpty { result.notes.append("left out: \(removed.joined(separator: ", "))") }
    return result
  }

  /// The first scan and what follows, without the application data, comments and stray bytes between scans. Nil if the
  /// picture has no end.
  private static func scans(
    of jpeg: JPEGSegments
  ) -> (pieces: [Bytes], end: Int, removed: [String])? {
    var gone: [(range: Range<Int>, name: String)] = []
    let end = jpeg.walkScans(
      stray: { gone.append(($0, "stray bytes between segments")) },
      { marker, range in
        guard (0xE0...0xEF).contains(marker) || marker == 0xFE else { return }
        gone.append((range, "\(JPEGSegments.name(marker)) between scans"))
      })
    guard let end, var start = jpeg.segments.last?.offset else { return nil }
    var pieces: [Bytes] = []
    for (range, _) in gone {
      if let piece = jpeg.bytes.part(start..<range.lowerBound) { pieces.append(piece) }
      start = range.upperBound
    }
    if let piece = jpeg.bytes.part(start..<end) { pieces.append(piece) }
    return (pieces, end, gone.map(\.name))
  }

  /// The metadata that is left in a file although it should have been removed; nil if there is none.
  ///
  /// - Parameters:
  ///   - hasGainMap: whether a gain map follows the picture, and the metadata describes it.
  ///   - traces: the places of the original.
  public static func rest(
    of stripping: MetadataStripping, in bytes: Bytes, hasGainMap: Bool = false,
    _ traces: PlaceTraces = PlaceTraces()
  ) -> String? {
    let jpeg = JPEGSegments(bytes)
    if let finding = jpeg.finding { return "\(finding)" }
    guard let trailer = jpeg.trailer, trailer.isEmpty || hasGainMap else {
      return "what follows the picture"
    }
    if hasGainMap {
      let map = JPEGSegments(trailer)
      guard map.finding == nil, map.trailer?.isEmpty == true else { return "a second picture" }
      if let rest = rest(of: .all, inPicture: map, hasGainMap: true, traces) {
        return "\(rest) of the gain map"
      }
    }
    return rest(of: stripping, inPicture: jpeg, hasGainMap: hasGainMap, traces)
  }

  private static func rest(
    of stripping: MetadataStripping, inPicture jpeg: JPEGSegments, hasGainMap: Bool,
    _ traces: PlaceTraces
  ) -> String? {
    if let between = scans(of: jpeg)?.removed.first { return between }
    let hasProfile = jpeg.hasProfile
    for segment in jpeg.segments {
      let isKnown =
        isExifOrXMP(segment) || hasGainMap && isGainMap(segment)
        || kept(of: segment, hasProfile, stripping, traces)?.count == segment.payload.count
      if !isKnown { return JPEGSegments.name(segment.marker) }
      if traces.first(in: segment.payload) != nil {
        return "the location in \(JPEGSegments.name(segment.marker))"
      }
    }
    if stripping == .all {
      let ownXMP = jpeg.xmp.map { XMPPacket($0)?.holdsOnlyGainMap == true && hasGainMap }
      guard ownXMP != false, jpeg.segments.filter(isXMP).count <= 1 else { return "XMP" }
      let fields = jpeg.exif.flatMap { try? TIFFFile($0) }?.directories.flatMap(\.entries) ?? []
      return fields.allSatisfy { $0.tag == orientation } ? nil : "Exif"
    }
    if let exif = jpeg.exif, ExifEditor.mayHaveLocation(exif, traces) {
      return "the location in Exif"
    }
    let hasExtension = jpeg.segments.contains {
      $0.marker == 0xE1 && $0.payload.starts(with: JPEGSegments.extendedXMPIdentifier)
    }
    guard !hasExtension || jpeg.extendedXMP != nil else { return "extended XMP of nothing" }
    for packet in [jpeg.xmp, jpeg.extendedXMP].compactMap({ $0 })
    where XMPPacket(packet)?.hasLocation(traces) != false {
      return "the location in XMP"
    }
    return nil
  }

  private static let orientation: UInt16 = 0x0112

  /// Whether a segment announces a gain map, or states its location.
  private static func isGainMap(_ segment: JPEGSegments.Segment) -> Bool {
    segment.marker == 0xE2
      && (segment.payload.starts(with: Array("MPF\0".utf8))
        || segment.payload.starts(with: JPEGSegments.gainMapIdentifier))
  }

  private static func isXMP(_ segment: JPEGSegments.Segment) -> Bool {
    segment.marker == 0xE1
      && (JPEGSegments.isXMP(segment.payload)
        || segment.payload.starts(with: JPEGSegments.extendedXMPIdentifier))
  }

  private static func isExifOrXMP(_ segment: JPEGSegments.Segment) -> Bool {
    isXMP(segment)
      || segment.marker == 0xE1 && segment.payload.starts(with: JPEGSegments.exifIdentifier)
  }

  /// What stays of a segment: all of tables and headers, and the fields of segments that change how the picture is shown:
  /// JFIF, the colour profile, and Adobe's colour transformation. Nil for other application data, which may contain anything.
  private static func kept(
    of segment: JPEGSegments.Segment, _ hasProfile: Bool, _ stripping: MetadataStripping,
    _ traces: PlaceTraces
  ) -> Bytes? {
    let payload = segment.payload
    switch segment.marker {
    case 0xE0:
      // A thumbnail follows the fields (ISO/IEC 10918-5 §10.1).
      guard payload.has(Array("JFIF\0".utf8)), payload.count >= 14 else { return nil }
      return payload.part(0..<min(payload.count, 14 + 3 * Int(payload[12]) * Int(payload[13])))
    case 0xE2: return hasProfile && payload.has(JPEGSegments.iccIdentifier) ? payload : nil
    case 0xEE:
      return payload.has(Array("Adobe".utf8)) ? payload.part(0..<min(payload.count, 12)) : nil
    case 0xE0...0xEF: return nil
    case 0xFE: return stripping == .location && !traces.isFound(inMetadata: payload) ? payload : nil
    default: return payload
    }
  }
}

extension JPEGStripping.Result {
  /// Exif and XMP, as far as they stay.
  fileprivate mutating func addMetadata(
    of jpeg: JPEGSegments, _ stripping: MetadataStripping, _ traces: PlaceTraces,
    _ removed: inout [String]
  ) throws(FieldError) {
    if stripping == .all {
      guard let exif = jpeg.exif else { return }
      removed.append("Exif")
      // Without its orientation, the picture would be shown rotated.
      let value = ExifSummary(tiff: exif).orientation.flatMap { UInt16(exactly: $0) }
      guard let value, (2...8).contains(value) else { return }
      let tiff = try TIFFWriter.tiff(.big, [TIFFField(0x0112, .shorts([value]))])
      return addSegments(ExifSegments.payloads(of: tiff))
    }
    if let exif = jpeg.exif {
      let stripped = try ExifEditor.withoutLocation(exif, traces)
      notes += stripped.notes
      texts += stripped.texts
      addSegments(ExifSegments.payloads(of: stripped.bytes))
    }
    guard let xmp = jpeg.xmp else { return }
    guard let packet = XMPPacket(xmp) else {
      removed.append("XMP, which cannot be read")
      return
    }
    // The movie of a motion photo and the gain map are removed with the data after the picture.
    var rest = packet.withoutLocation(traces)
    texts += packet.freeTexts(traces)
    if let own = XMPPacket(rest) { rest = own.withoutMovie }
    if let own = XMPPacket(rest) { rest = own.withoutGainMap }
    addSegments([JPEGSegments.xmpIdentifier + rest])
    guard let extended = jpeg.extendedXMP else { return }
    guard let more = XMPPacket(extended), !more.hasLocation(traces) else {
      // Its name is its digest: a changed one would be another.
      removed.append("extended XMP, which holds the location")
      return
    }
    texts += more.freeTexts(traces)
    for segment in jpeg.segments
    where segment.payload.starts(with: JPEGSegments.extendedXMPIdentifier) {
      addSegments([Array(segment.payload)])
    }
  }

  private mutating func addSegments(_ payloads: [[UInt8]]) {
    for payload in payloads { addSegment(0xE1, Bytes(payload)) }
  }

  fileprivate mutating func addSegment(_ marker: UInt8, _ payload: Bytes) {
    let size = payload.count + 2
    pieces.append(Bytes([0xFF, marker, UInt8(size >> 8 & 0xFF), UInt8(size & 0xFF)]))
    pieces.append(payload)
  }
}

extension JPEGSegments {
  /// Whether the segments that are called a colour profile are one.
  fileprivate var hasProfile: Bool { icc.map { ICCProfile.problem(of: $0) == nil } ?? false }
}
