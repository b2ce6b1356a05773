import HEIF
public import ISOBMFF
public import Metadata
import Movie

extension Edit {
  /// Removes all data that tells where a photo or a movie was taken, or all metadata. Pixels, audio and
  /// subtitles do not change.
  ///
  ///     var edit = Edit(try ByteSource(mapping: "IMG_1234.HEIC").bytes)
  ///     try edit.strip(.location)
  ///     print(edit.notes)  // removed: the location in Exif (item 52)
  ///     let edited = try edit.finished()
  ///
  /// Removed bytes become zeros or free space, so that nothing else moves. Data of unknown content that may
  /// contain a location is removed, too, and the notes say so. Texts of people are removed if a location of the file is
  /// found in them, and the notes name the other texts. Colour profiles and orientation stay.
  ///
  /// Throws if the file does not allow that with certainty.
  ///
  /// - Parameter decompressor: decompresses metadata so that it can be searched; without it, compressed metadata is
  ///   removed, and ``EditedFile/unexamined`` names the images of a PNG file.
  public mutating func strip(
    _ what: MetadataStripping, decompressor: Decompressor? = nil
  ) throws(EditError) {
    guard what != .nothing else { return }
    let bytes = original.bytes
    if bytes.starts(with: PNGChunks.signature) {
      var stripping = PNGStripping(
        what, PNGChunks(bytes), of: bytes, LocationTraces(), decompressor)
      traces = MetadataTraces(stripping.locations, of: bytes, leavingOut: what)
      rewritten = try stripping.run()
      return add(stripping)
    }
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      var stripping = JPEGStripping(what, JPEGSegments(bytes), LocationTraces(), decompressor)
      traces = MetadataTraces(stripping.locations, of: bytes, leavingOut: what)
      rewritten = try stripping.run()
      return add(stripping)
    }
    var stripping = Stripping(what, file, nil, decompressor)
    traces = MetadataTraces(stripping.locations, of: bytes, leavingOut: what)
    try stripping.run()
    file = stripping.file
    changedItems.formUnion(stripping.changedItems)
    changedTracks.formUnion(stripping.changedTracks)
    removedTracks.formUnion(stripping.removedTracks)
    add(stripping)
  }

  private mutating func add(_ stripping: some StrippingReport) {
    notes += stripping.notes
    unexamined = stripping.unknownRemark ?? unexamined
    losesMedia = losesMedia || stripping.losesMedia
  }

  /// Checks a file after its metadata was removed: it must not contain a location of the original in any form, and,
  /// if all metadata was removed, no serial number and no identifier, except in what ``EditedFile/unexamined`` names.
  ///
  /// - Parameters:
  ///   - written: the new file, which consists of boxes, or is a JPEG or PNG file.
  ///   - traces: the traces of the original.
  ///   - decompressor: decompresses metadata, as for ``strip(_:decompressor:)``.
  /// - Throws: if something is left; the message says what and where.
  public static func checkStripped(
    _ what: MetadataStripping, _ written: Bytes, _ traces: MetadataTraces,
    decompressor: Decompressor? = nil
  ) throws(EditError) {
    guard what != .nothing else { return }
    if written.starts(with: PNGChunks.signature) {
      var after = PNGStripping(
        what, PNGChunks(written), of: written, traces.locations, decompressor)
      _ = try after.run()
      try check(after.removed.first)
      return try traces.check(written)
    }
    if written.starts(with: [0xFF, 0xD8, 0xFF]) {
      var after = JPEGStripping(what, JPEGSegments(written), traces.locations, decompressor)
      _ = try after.run()
      try check(after.removed.first)
      return try traces.check(written)
    }
    let file = BoxFile(written)
    var after = Stripping(what, file, traces.locations, decompressor)
    try after.run()
    try check(after.removed.first)
    // What stays and is named is not hidden.
    let named = after.unread.map(\.range).joined
    for part in after.searched.flatMap(named.gaps(in:)) {
      guard let bytes = written.part(part), let found = traces.first(in: bytes) else { continue }
      let offset = part.lowerBound + found.offset
      let name = file.boxes.name(at: offset)
      let words = "\(found.what) left in \(name), at byte \(offset)"
      guard ["mdat", "imda"].contains(name) else {
        throw EditError(.proofFailed, words, offset: offset)
      }
      if let item = HEIFFile(file)?.metadataItem(at: offset) {
        throw EditError(
          .unsupported,
          "\(found.what) left in item \(item.id) (\(item.type)), at byte \(offset), in a form in which it cannot be taken out; boxwalk strip all removes the item",
          offset: offset)
      }
      let command = MovieFile(file) == nil ? "convert" : "transcode --quality 90"
      throw EditError(
        .unsupported,
        "\(words): coded media contains it, and an edit does not change that; boxwalk \(command) --strip \(what.rawValue) codes the pictures again",
        offset: offset)
    }
  }

  private static func check(_ rest: String?) throws(EditError) {
    if let rest { throw EditError(.proofFailed, "something is left that should not be: \(rest)") }
  }
}

extension HEIFFile {
  /// The item at a byte of the file, if it is metadata.
  fileprivate func metadataItem(at offset: Int) -> Item? {
    items.first { item in
      let kind = Stripping.Kind(item)
      return kind != nil && kind != .picture
        && ((try? extents(of: item.id)) ?? []).contains { $0.contains(offset) }
    }
  }
}

extension [Box] {
  /// The types of the boxes around a byte of the file.
  fileprivate func name(at offset: Int) -> String {
    guard let box = first(where: { $0.origin?.range.contains(offset) == true }) else {
      return "what follows the boxes"
    }
    let isInside = box.children.contains { $0.origin?.range.contains(offset) == true }
    return isInside ? "\(box.type)/\(box.children.name(at: offset))" : "\(box.type)"
  }
}

/// Removes metadata from a file.
struct Stripping: StrippingReport {
  let what: MetadataStripping
  var file: BoxFile
  var changedItems: Set<UInt32> = []
  var changedTracks: Set<UInt32> = []
  var removedTracks: Set<UInt32> = []
  var removed: [String] = []
  var remarks: [String] = []
  /// The locations of the file, all of which are removed.
  let locations: LocationTraces
  var texts: [String] = []
  /// Bytes of the file that become zeros.
  var erased: [Range<Int>] = []
  /// Bytes that were replaced, by their range.
  var replaced: [Range<Int>: [UInt8]] = [:]
  var unknown: [String] = []
  var losesMedia = false
  /// What is left in boxes and was not searched.
  var unread: [BoxContents.Part] = []
  /// The indices in `ipco` of properties that were removed.
  var removedProperties: Set<Int> = []
  /// Whether the file is embedded in another one, so that its size must not change.
  var isInside = false
  /// Whether the movie in this photo is done, as the file that it is.
  var hasDoneMovieInside = false

  /// Decompresses items.
  let decompressor: Decompressor?

  /// - Parameters:
  ///   - locations: the locations of the original; nil for those of the file itself.
  ///   - decompressor: decompresses items, which are removed without it.
  init(
    _ what: MetadataStripping, _ file: BoxFile, _ locations: LocationTraces?,
    _ decompressor: Decompressor?
  ) {
    self.decompressor = decompressor
    self.what = what
    self.file = file
    self.locations = locations ?? LocationTraces(file)
  }

  mutating func run() throws(EditError) {
    guard what != .nothing else { return }
    try refuseOthers()
    try stripItems()
    try stripTracks()
    try stripUserData()
    try stripMovieInside()
    try stripBoxes()
    try stripUnusedSpace()
    try eraseBytes()
    nameUnread()
  }

  private func refuseOthers() throws(EditError) {
    if file.isCanonRaw {
      throw EditError(.unsupported, "is a raw photo (CR3), whose metadata is not fully known")
    }
    let hidden: Set<FourCC> = ["!mov", "!mof", "brob"]
    if let box = file.boxes.first(where: { hidden.contains($0.type) }) {
      throw EditError(.unsupported, "holds compressed boxes (\(box.type)), which may hold anything")
    }
    if file.boxes.last?.statedSize != nil {
      let advice = isInside ? "" : "; use boxwalk repair first"
      throw EditError(.damaged, "is truncated, so that not all of it is known" + advice)
    }
    if let lost = file.lostContents?.bytes {
      throw EditError(
        .damaged,
        "has \(counted(lost.count, "byte")) after its last box that are part of it, and in no box"
          + (isInside
            ? ""
            : "; boxwalk repair looks for boxes in them, and if it finds none, copy the file again from where it came from"),
        offset: lost.fileOffset)
    }
    if let meta = file.boxes.first(where: { ["moov", "meta"].contains($0.type) }),
      !meta.isContainer
    {
      throw EditError(.damaged, "is damaged: its \(meta.type) box cannot be read")
    }
  }

  /// Replaces bytes of the file with the same number of others.
  mutating func replace(_ ranges: [Range<Int>], with bytes: [UInt8]) throws(EditError) {
    var position = 0
    for range in ranges {
      let part = Array(bytes[position..<position + range.count])
      position += range.count
      // Two items may have the same bytes.
      if replaced[range] == part { continue }
      guard file.bytes.part(range)?.elementsEqual(part) != true else { continue }
      guard file.replace(range, with: Bytes(part)) else {
        throw EditError(
          .unsupported, "metadata at byte \(range.lowerBound) shares bytes with something else")
      }
      replaced[range] = part
    }
  }

  /// Overwrites removed metadata with zeros. The file loses bytes at its end, because zeros there look like an
  /// interrupted transfer.
  private mutating func eraseBytes() throws(EditError) {
    erased = erased.joined
    if !isInside, let last = erased.last, last.upperBound == file.bytes.count,
      file.boxes.last?.type == "mdat", file.replace(last, with: Bytes())
    {
      erased.removeLast()
    }
    guard file.erase(erased) else {
      throw EditError(
        .unsupported, "metadata shares bytes with something else and cannot be taken out")
    }
  }
}

/// The result of stripping a piece of metadata.
enum StrippedPart {
  /// Nothing has to be removed.
  case clean(Rest = Rest())
  /// The same number of bytes, without the data that has to be removed.
  case changed([UInt8], notes: [String], Rest)
  /// It cannot be read with certainty, and so it has to be removed completely.
  case unreadable(String)

  /// What stays and is named.
  struct Rest {
    /// The names of texts that may be from users.
    var texts: [String] = []
    /// The names of data whose form is not known.
    var unknown: [String] = []
  }

  /// Exif without its location.
  ///
  /// - Parameter payload: the payload of an `Exif` item, or a TIFF structure.
  static func exif(_ payload: Bytes, _ locations: LocationTraces) -> StrippedPart {
    guard payload.contains(where: { $0 != 0 }) else { return .clean() }
    guard let tiff = ExifItem.tiff(in: payload) else {
      return .unreadable("has no TIFF structure")
    }
    var bytes = Array(payload)
    let start = tiff.fileOffset - payload.fileOffset
    guard start >= 0, start + tiff.count <= bytes.count else {
      return .unreadable("is in pieces")
    }
    let result: ExifEditor.Result
    do throws(FieldError) { result = try ExifEditor.withoutLocation(tiff, locations) } catch {
      return .unreadable("is damaged (\(error.reason))")
    }
    var notes = result.notes
    let padding = [UInt8](repeating: 0, count: max(0, tiff.count - result.bytes.count))
    bytes.replaceSubrange(start..<start + tiff.count, with: result.bytes + padding)
    if let rest = payload.part(start + tiff.count..<payload.count),
      rest.statesLocation(locations)
    {
      let end = start + tiff.count..<bytes.count
      bytes.replaceSubrange(end, with: repeatElement(0, count: end.count))
      notes.append("what follows it is left out, too")
    }
    var left = Rest(texts: result.texts, unknown: result.unknown)
    if let start = payload.part(0..<start), !ExifItem.isStart(start) {
      if start.statesLocation(locations) {
        bytes.replaceSubrange(0..<start.count, with: ExifItem.start(ofSize: start.count))
        notes.append("what precedes it is left out, too")
      } else if !start.isReadableText {
        left.unknown.append("bytes before Exif")
      }
    }
    return bytes.elementsEqual(payload) ? .clean(left) : .changed(bytes, notes: notes, left)
  }

  /// XMP, or other XML, without its location. Spaces at the end replace the removed text.
  static func xml(_ payload: Bytes, _ locations: LocationTraces) -> StrippedPart {
    // Some writers add zeros at the end.
    let end = payload.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0
    guard let text = payload.part(0..<end), !text.isEmpty else { return .clean() }
    guard let packet = XMPPacket(text) else { return .unreadable("cannot be read as XML") }
    let rest = packet.withoutLocation(locations)
    let texts = packet.freeTexts(locations)
    guard rest != packet.bytes else { return .clean(Rest(texts: texts)) }
    guard rest.count <= text.count else {
      return .unreadable("has a location between its elements")
    }
    let spaces = [UInt8](repeating: 0x20, count: text.count - rest.count)
    return .changed(rest + spaces + payload.dropFirst(end), notes: [], Rest(texts: texts))
  }

  /// One of Photoshop's resources without its location, and the words for what goes.
  static func photoshop(
    _ resource: PhotoshopResources.Resource, _ locations: LocationTraces
  ) -> (part: StrippedPart, name: String) {
    switch resource.number {
    case 0x0404: (iptc(resource.data, locations), "the location in IPTC")
    case 0x0422, 0x0423: (exif(resource.data, locations), "the location in Exif")
    case 0x0424: (xml(resource.data, locations), "the location in XMP")
    default:
      (
        resource.data.statesLocation(locations) ? .unreadable("states a location") : .clean(),
        "resource \(resource.number)"
      )
    }
  }

  /// Records of IPTC without their location.
  static func iptc(_ payload: Bytes, _ locations: LocationTraces) -> StrippedPart {
    let (bytes, texts) = IPTCRecords(payload).withoutLocation(locations)
    let rest = Rest(texts: texts)
    return bytes.map { .changed($0, notes: [], rest) } ?? .clean(rest)
  }

  /// Whether nothing has to be removed.
  var isClean: Bool { if case .clean = self { true } else { false } }

  /// A JPEG image without metadata, or without its location; zeros follow it.
  ///
  /// - Parameter mayBeTruncated: whether the data of a truncated image stays, and is named.
  static func jpeg(
    _ payload: Bytes, _ what: MetadataStripping, _ locations: LocationTraces,
    _ decompressor: Decompressor?, mayBeTruncated: Bool = false
  ) -> StrippedPart {
    let jpeg = JPEGSegments(payload)
    // Without application segments and comments, there is no metadata in what is left of a damaged image.
    let hasMetadata = jpeg.segments.contains {
      (0xE1...0xEF).contains($0.marker) || $0.marker == 0xFE
    }
    guard hasMetadata || jpeg.finding == nil && jpeg.end != nil else {
      return payload.statesLocation(locations)
        ? .unreadable("is not a whole JPEG picture") : .clean()
    }
    var stripping = JPEGStripping(what, jpeg, locations, decompressor)
    stripping.mayBeTruncated = mayBeTruncated
    do throws(EditError) {
      let bytes = try stripping.run().read()
      let left = Rest(texts: stripping.texts, unknown: stripping.unknown)
      if stripping.removed.isEmpty { return .clean(left) }
      guard bytes.count <= payload.count else { return .unreadable("would grow") }
      let zeros = [UInt8](repeating: 0, count: payload.count - bytes.count)
      return .changed(bytes + zeros, notes: stripping.remarks, left)
    } catch {
      return .unreadable("is damaged (\(error.message))")
    }
  }
}

/// What was removed from a file, what stays, and what could not be searched.
protocol StrippingReport {
  var what: MetadataStripping { get }
  /// Phrases about the removed data, with its location.
  var removed: [String] { get set }
  /// Notes for the user.
  var remarks: [String] { get set }
  /// Texts that stay, by field: people may have written anything there.
  var texts: [String] { get set }
  /// The names of data that stays, and whose form is not known.
  var unknown: [String] { get set }
  /// Whether images or movies are removed because they cannot be read.
  var losesMedia: Bool { get set }
}

extension StrippingReport {
  /// Sentences about everything but ``unknown``.
  var notes: [String] {
    removed.map { "removed: \($0)" } + remarks
      + [MetadataStripping.remark(onTexts: texts)].compactMap { $0 }
  }

  /// A sentence about ``unknown``; nil if there is nothing.
  var unknownRemark: String? {
    let names = Array(Set(unknown)).sorted()
    guard !names.isEmpty else { return nil }
    let more = names.count > 4 ? " and \(names.count - 4) others" : ""
    return "not searched, because their form is unknown: \(names.prefix(4).joined(separator: ", "))"
      + more
  }

  /// Takes over what stays in a part of the file.
  mutating func add(_ rest: StrippedPart.Rest, in name: String) {
    texts += rest.texts.map { "\($0) (\(name))" }
    unknown += rest.unknown.map { "\($0) in \(name)" }
  }

  /// Takes over what was found in a part of the file.
  ///
  /// - Parameter name: of the part.
  mutating func add(_ part: some StrippingReport, in name: String) {
    removed += part.removed.map { "\($0), in \(name)" }
    remarks += part.remarks.map { "in \(name): \($0)" }
    texts += part.texts.map { "\($0) (in \(name))" }
    unknown += part.unknown.map { "\($0) in \(name)" }
    losesMedia = losesMedia || part.losesMedia
  }
}
