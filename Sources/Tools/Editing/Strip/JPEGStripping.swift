import HEIF
import ISOBMFF
import Metadata

/// Removes metadata from a JPEG file. The image does not change, and what follows it keeps its size, so that nothing
/// that counts from the end of the file becomes wrong.
struct JPEGStripping: StrippingReport {
  let what: MetadataStripping
  let jpeg: JPEGSegments
  /// The locations of the file that contains the image, and those of the image.
  let locations: LocationTraces
  var removed: [String] = []
  var remarks: [String] = []
  var texts: [String] = []
  var unknown: [String] = []
  var losesMedia = false
  private var changes: [JPEGSegments.Change] = []
  private let trailing: TrailingData
  private let hasProfile: Bool
  private let thermal: FLIRRecords?
  private let decompressor: Decompressor?
  /// Whether the image may be truncated, because nothing follows it.
  var mayBeTruncated = false
  /// Whether no scan lacks a table. It reads all scans.
  private lazy var isStructureWhole = jpeg.structureProblem == nil

  /// - Parameters:
  ///   - locations: of the file that contains the image. Those of the image are added to them.
  ///   - decompressor: decompresses what follows the image.
  init(
    _ what: MetadataStripping, _ jpeg: JPEGSegments, _ locations: LocationTraces,
    _ decompressor: Decompressor?
  ) {
    self.what = what
    self.decompressor = decompressor
    self.jpeg = jpeg
    trailing = TrailingData(jpeg)
    var locations = locations
    locations.add(jpeg: jpeg)
    locations.add(trailing)
    self.locations = locations
    thermal = FLIRRecords(jpeg)
    hasProfile = jpeg.icc.map { ICCProfile.problem(of: $0) == nil } ?? false
  }

  /// The file without the metadata.
  ///
  /// - Throws: for a file that cannot be read well enough to be sure.
  mutating func run() throws(EditError) -> ByteWriter {
    if let finding = jpeg.finding { throw EditError(finding) }
    if let end = jpeg.end {
      try stripTrailing(end)
    } else if mayBeTruncated, let scan = jpeg.segments.last,
      jpeg.bytes.part(scan.offset + scan.size..<jpeg.bytes.count)?.statesLocation(locations)
        == false
    {
      unknown.append("the data of a truncated image")
    } else {
      throw EditError(
        .damaged,
        "the image has no end (EOI), so that not all of it is known; boxwalk repair adds it if nothing else is missing, and boxwalk convert --rescue makes an image of what is left",
        offset: jpeg.bytes.fileOffset + jpeg.bytes.count)
    }
    try stripExif()
    try stripXMP()
    try stripPhotoshopResources()
    stripThermalRecords()
    stripProfile()
    for segment in jpeg.segments.dropLast() { strip(segment) }
    stripScans()
    for range in jpeg.strayBytes { stripStrayBytes(range) }
    return jpeg.written(changes)
  }

  // MARK: Segments

  private static func range(_ segment: JPEGSegments.Segment) -> Range<Int> {
    segment.offset..<segment.offset + segment.size
  }

  private static func isExif(_ segment: JPEGSegments.Segment) -> Bool {
    segment.marker == 0xE1 && segment.payload.starts(with: JPEGSegments.exifIdentifier)
  }

  private static func isXMP(_ segment: JPEGSegments.Segment) -> Bool {
    segment.marker == 0xE1
      && (JPEGSegments.isXMP(segment.payload)
        || segment.payload.starts(with: JPEGSegments.extendedXMPIdentifier))
  }

  private static func isProfile(_ segment: JPEGSegments.Segment) -> Bool {
    segment.marker == 0xE2 && segment.payload.starts(with: JPEGSegments.iccIdentifier)
  }

  private static func isPhotoshop(_ segment: JPEGSegments.Segment) -> Bool {
    segment.marker == 0xED && segment.payload.starts(with: PhotoshopResources.identifier)
  }

  /// Replaces some segments, which hold parts of one structure, with other payloads.
  private mutating func replace(
    _ isMeant: (JPEGSegments.Segment) -> Bool, with payloads: [[UInt8]]
  ) {
    let segments = jpeg.segments.filter(isMeant)
    for (index, segment) in segments.enumerated() {
      let bytes = index > 0 ? [] : payloads.flatMap { JPEGSegments.segment(segment.marker, $0) }
      changes.append(JPEGSegments.Change(range: JPEGStripping.range(segment), bytes: bytes))
    }
  }

  private mutating func stripExif() throws(EditError) {
    guard let exif = jpeg.exif else {
      // Segments without a structure in them.
      if jpeg.segments.contains(where: JPEGStripping.isExif) {
        replace(JPEGStripping.isExif, with: [])
        removed.append("Exif, which cannot be read")
      }
      return
    }
    // Without its orientation, the image would be shown rotated.
    let value = ExifSummary(tiff: exif).orientation.flatMap { UInt16(exactly: $0) }
    var orientation: [[UInt8]] = []
    if let value, (2...8).contains(value),
      let tiff = try? TIFFWriter.tiff(.big, [TIFFField(0x0112, .shorts([value]))])
    {
      orientation = ExifSegments.payloads(of: tiff)
    }
    if what == .all {
      guard !orientation.elementsEqual([JPEGSegments.exifIdentifier + Array(exif)]) else { return }
      replace(JPEGStripping.isExif, with: orientation)
      return removed.append("Exif")
    }
    let result: ExifEditor.Result
    do throws(FieldError) { result = try ExifEditor.withoutLocation(exif, locations) } catch {
      replace(JPEGStripping.isExif, with: orientation)
      removed.append("Exif")
      remarks.append(
        "Exif is damaged (\(error.reason)): it is left out, as it may hold the location")
      return
    }
    texts += result.texts
    unknown += result.unknown
    let count = jpeg.segments.lazy.filter(JPEGStripping.isExif)
      .reduce(0) { $0 + $1.payload.count - JPEGSegments.exifIdentifier.count }
    if count > exif.count {
      removed.append("Exif that is there twice, which some programs read")
    } else if result.bytes.elementsEqual(exif) {
      return
    }
    remarks += result.notes
    replace(JPEGStripping.isExif, with: ExifSegments.payloads(of: result.bytes))
    if !result.bytes.elementsEqual(exif) { removed.append("the location in Exif") }
  }

  private mutating func stripXMP() throws(EditError) {
    guard jpeg.segments.contains(where: JPEGStripping.isXMP) else { return }
    guard let bytes = jpeg.xmp, let packet = XMPPacket(bytes) else {
      replace(JPEGStripping.isXMP, with: [])
      return removed.append("XMP, which cannot be read")
    }
    if what == .all {
      // What the file needs to find the further images and the movie, and to show them.
      let rest = packet.onlyPictures
      let isNeeded = !trailing.parts.isEmpty || jpeg.isGainMap
      let keeps = isNeeded && XMPPacket(rest)?.saysNothing == false
      let isAlone = jpeg.segments.count(where: JPEGStripping.isXMP) == 1
      guard !keeps || rest != packet.bytes || !isAlone else { return }
      replace(
        JPEGStripping.isXMP, with: keeps ? [JPEGSegments.xmpIdentifier + rest] : [])
      return removed.append(keeps ? "XMP, except that of further pictures" : "XMP")
    }
    let extended = jpeg.extendedXMP.flatMap { bytes in XMPPacket(bytes).map { (bytes, $0) } }
    let further = jpeg.xmpPackets.dropFirst().compactMap { XMPPacket($0) }
    let packets = [packet] + further + [extended?.1].compactMap { $0 }
    texts += packets.flatMap { $0.freeTexts(locations) }
    let hasUnread = jpeg.hasUnreadXMP
    guard hasUnread || packets.contains(where: { $0.hasLocation(locations) }) else { return }
    removed.append("the location in XMP")
    if hasUnread { removed.append("XMP that is in no packet that can be read") }
    let rest = packet.withoutLocation(locations)
    var payloads = [JPEGSegments.xmpIdentifier + rest]
    if let (_, more) = extended, !hasUnread, !more.hasLocation(locations) {
      // It stays as it is, also if its name is not its digest.
      payloads += jpeg.segments.filter {
        $0.marker == 0xE1 && $0.payload.starts(with: JPEGSegments.extendedXMPIdentifier)
      }
      .map { Array($0.payload) }
    } else if let (bytes, more) = extended {
      let both = XMPSegments.payloads(
        of: rest, extendedBy: bytes, now: more.withoutLocation(locations))
      if both == nil { removed.append("extended XMP, which has no name") }
      payloads = both ?? payloads
    }
    payloads += further.map { JPEGSegments.xmpIdentifier + $0.withoutLocation(locations) }
    replace(JPEGStripping.isXMP, with: payloads)
  }

  /// Photoshop's resources: IPTC, and Exif, XMP and a thumbnail once more.
  private mutating func stripPhotoshopResources() throws(EditError) {
    guard jpeg.segments.contains(where: JPEGStripping.isPhotoshop) else { return }
    if what == .all {
      replace(JPEGStripping.isPhotoshop, with: [])
      return removed.append("Photoshop's resources, with IPTC")
    }
    var payloads: [[UInt8]] = []
    let count = removed.count
    for list in jpeg.photoshopResources {
      guard let resources = PhotoshopResources(list) else {
        if list.statesLocation(locations) {
          removed.append("Photoshop's resources, which cannot be read")
        } else {
          unknown.append("Photoshop's resources (APP13)")
          payloads += PhotoshopResources.payloads(of: Array(list))
        }
        continue
      }
      var kept = resources
      kept.resources = []
      var names: [String] = []
      for var resource in resources.resources {
        let part = strip(&resource)
        if let name = part.removed { names.append(name) }
        if part.stays { kept.resources.append(resource) }
      }
      guard !names.isEmpty else {
        payloads += PhotoshopResources.payloads(of: Array(list))
        continue
      }
      // It is the digest of IPTC, which programs take for changed if another one is stated.
      kept.resources.removeAll { $0.number == 0x0425 }
      payloads += kept.segmentPayloads
      removed.append("\(names.joined(separator: ", ")), in Photoshop's resources")
    }
    if removed.count > count { replace(JPEGStripping.isPhotoshop, with: payloads) }
  }

  /// - Returns: what was removed from the resource, and whether the rest of it stays.
  private mutating func strip(
    _ resource: inout PhotoshopResources.Resource
  ) -> (removed: String?, stays: Bool) {
    let (part, name) = StrippedPart.photoshop(resource, locations)
    switch part {
    case .clean(let rest):
      add(rest, in: "Photoshop's resources")
      return (nil, true)
    case .changed(let bytes, let notes, let rest):
      resource.data = Bytes(bytes)
      remarks += notes
      add(rest, in: "Photoshop's resources")
      return (name, !bytes.isEmpty)
    case .unreadable: return (name, false)
    }
  }

  /// The records of FLIR's cameras, of which one is the position; the thermal image stays.
  private mutating func stripThermalRecords() {
    guard let thermal else { return }
    var rest = thermal.bytes
    for range in thermal.positions {
      rest.replaceSubrange(range, with: repeatElement(0, count: range.count))
    }
    if what == .all || Bytes(rest).statesLocation(locations) {
      replace(FLIRRecords.isPart, with: [])
      removed.append("thermal data of FLIR")
    } else if rest != thermal.bytes {
      replace(FLIRRecords.isPart, with: FLIRRecords.payloads(of: rest))
      removed.append("the position in the records of FLIR")
    }
  }

  /// The colour profile, without locations, and without parts that are in no profile.
  private mutating func stripProfile() {
    guard hasProfile, let profile = jpeg.icc else { return }
    let size = jpeg.segments.lazy.filter(JPEGStripping.isProfile)
      .reduce(0) { $0 + $1.payload.count - JPEGSegments.iccIdentifier.count - 2 }
    let stripped = ICCProfile.withoutLocation(profile, locations)
    guard stripped != nil || size > profile.count else { return }
    replace(
      JPEGStripping.isProfile,
      with: JPEGSegments.payloads(ofProfile: stripped ?? Array(profile)))
    removed.append("texts in the colour profile")
  }

  /// Segments besides those of Exif, XMP, Photoshop and FLIR.
  private mutating func strip(_ segment: JPEGSegments.Segment) {
    guard !JPEGStripping.isExif(segment), !JPEGStripping.isXMP(segment),
      !JPEGStripping.isPhotoshop(segment), thermal == nil || !FLIRRecords.isPart(segment)
    else { return }
    strip(segment.marker, segment.payload, JPEGStripping.range(segment), between: "")
  }

  private mutating func strip(
    _ marker: UInt8, _ payload: Bytes, _ range: Range<Int>, between: String
  ) {
    let name = JPEGSegments.name(marker)
    let title =
      JPEGSegments.use(marker, payload).map { "\($0) (\(name)\(between))" } ?? name + between
    switch kept(marker, payload, between) {
    case .all: if marker == 0xFE, what == .location { texts.append("comment") }
    case .unsearched: unknown.append(title)
    case .first(let count):
      guard count < payload.count, let rest = payload.part(count..<payload.count) else { return }
      guard what == .all || rest.statesLocation(locations) else { return }
      let bytes = JPEGSegments.segment(marker, Array(payload.prefix(count)))
      changes.append(JPEGSegments.Change(range: range, bytes: bytes))
      removed.append("what follows the fields of \(name)")
    case .nothing:
      changes.append(JPEGSegments.Change(range: range, bytes: []))
      removed.append(title)
    }
  }

  private enum Kept {
    case all
    /// All of it, although its form is not known.
    case unsearched
    /// The first bytes.
    case first(Int)
    case nothing
  }

  /// What stays of a segment: all of tables and headers, and of application data what changes how the image is shown,
  /// or what states no location.
  private func kept(_ marker: UInt8, _ payload: Bytes, _ between: String) -> Kept {
    guard (0xE0...0xEF).contains(marker) || marker == 0xFE else { return .all }
    func starts(_ identifier: [UInt8]) -> Bool { payload.starts(with: identifier) }
    switch marker {
    case 0xE0 where starts(JPEGSegments.jfifIdentifier) && payload.count >= 14:
      // A thumbnail follows the fields (ISO/IEC 10918-5 §10.1).
      return .first(min(payload.count, 14 + 3 * Int(payload[12]) * Int(payload[13])))
    case 0xEE where starts(Array("Adobe".utf8)): return .first(min(payload.count, 12))
    case 0xE2 where hasProfile && starts(JPEGSegments.iccIdentifier) && between.isEmpty:
      return .all
    case 0xE2 where starts(JPEGSegments.gainMapIdentifier): return .all
    case 0xEB where what == .location && starts(JPEGSegments.jumbfIdentifier):
      return payload.statesLocation(locations) ? .nothing : .all
    case 0xE2 where starts(JPEGSegments.multiPictureIdentifier):
      if what == .all, trailing.pictures.isEmpty { return .nothing }
      return payload.statesLocation(locations) ? .nothing : .all
    default: break
    }
    if what == .all || payload.statesLocation(locations) { return .nothing }
    return marker == 0xFE || payload.isReadableText ? .all : .unsearched
  }

  /// The segments between scans, and what is between them.
  private mutating func stripScans() {
    var stray: [Range<Int>] = []
    var segments: [(UInt8, Range<Int>)] = []
    _ = jpeg.walkScans(stray: { stray.append($0) }, { segments.append(($0, $1)) })
    for (marker, range) in segments {
      let start = min(range.lowerBound + 4, range.upperBound)
      strip(
        marker, jpeg.bytes.part(start..<range.upperBound) ?? Bytes(), range,
        between: " between scans")
    }
    for range in stray { stripStrayBytes(range) }
  }

  private mutating func stripStrayBytes(_ range: Range<Int>) {
    guard let bytes = jpeg.bytes.part(range), what == .all || bytes.statesLocation(locations) else {
      return
    }
    // They may be a table whose marker is damaged.
    guard isStructureWhole else {
      return unknown.append("stray bytes between segments")
    }
    changes.append(JPEGSegments.Change(range: range, bytes: []))
    removed.append("stray bytes between segments")
  }

  // MARK: After the image

  private mutating func stripTrailing(_ end: Int) throws(EditError) {
    let unknown = trailing.parts.first { if case .unknown = $0.kind { true } else { false } }
    if let unknown, let problem = jpeg.scanProblem, !problem.hasAllBlocks {
      throw EditError(
        .damaged,
        "has data after its end that may belong to the image, whose codes end in row \(problem.row)",
        offset: unknown.bytes.fileOffset)
    }
    var isKept = false
    var found: [JPEGSegments.Change] = []
    for part in trailing.parts {
      var after = StrippedTrailer(what, part, locations, decompressor)
      try after.run()
      add(after, in: part.kind.title)
      found += after.replaced.map { JPEGSegments.Change(range: $0, bytes: $1) }
      isKept = isKept || after.isKept
    }
    guard !isKept, what == .all, end < jpeg.bytes.count else {
      changes += found
      return
    }
    changes.append(JPEGSegments.Change(range: end..<jpeg.bytes.count, bytes: []))
  }
}

extension Bytes {
  /// Whether it is text that anybody can read.
  var isReadableText: Bool {
    String(validating: self, as: UTF8.self)?.unicodeScalars.allSatisfy {
      $0.value >= 0x20 && $0.value != 0x7F || [0, 9, 10, 13].contains($0.value)
    } == true
  }
}
