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
