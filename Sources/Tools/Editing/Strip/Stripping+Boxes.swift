import HEIF
import ISOBMFF
import Metadata
import Movie

extension Stripping {
  /// Strips metadata in boxes: user data, keys, XMP, and boxes of vendors.
  mutating func stripBoxes() throws(EditError) {
    var boxes: [Box] = []
    for box in file.boxes {
      switch try strip(box, in: []) {
      case .same: boxes.append(box)
      case .changed(let box): boxes.append(box)
      case .gone:
        // The box keeps its size, so that nothing moves.
        let size = (box.origin?.count ?? 8) - 8
        boxes.append(Box(type: "free", opaque: Bytes([UInt8](repeating: 0, count: max(0, size)))))
      }
    }
    file.boxes = boxes
  }

  /// Names what is left in boxes and was not searched.
  mutating func nameUnread() {
    let isDone = hasDoneMovieInside
    let contents = BoxContents(file) { !(isDone && $0.type == "mpvd") }
    unread = unreadParts(of: contents)
    unknown += unread.map(\.name)
    if what == .location { texts += contents.texts.filter(\.isFreeText).map(\.name) }
    if !file.findings.isEmpty { unknown.append("damaged boxes") }
  }

  /// What nobody here can read in boxes: every field that is neither a number nor a text, and texts that state a
  /// location, or are metadata, and cannot be taken out.
  private func unreadParts(of contents: BoxContents) -> [BoxContents.Part] {
    contents.unread.filter { !isSearched($0) }
      // A text is searched for locations, and not for anything else.
      + contents.texts.filter {
        what == .all && ($0.field == "data" || $0.isFreeText) || $0.bytes.statesLocation(locations)
      }
  }

  /// Whether bytes without fields were searched as the images and the values that they are.
  private func isSearched(_ part: BoxContents.Part) -> Bool {
    guard let list = part.path.lastIndex(of: "ilst"), list + 1 < part.path.count else {
      return part.bytes.starts(with: [0xFF, 0xD8, 0xFF])
    }
    let item = part.path[list + 1]
    // Numbers of tracks and discs; values of keys are named by their keys.
    if ["trkn", "disk"].contains(item) || item.rawValue <= 0xFFFF { return true }
    return item == "covr" && part.bytes.starts(with: [0xFF, 0xD8, 0xFF])
  }

  enum Change {
    case same
    case changed(Box)
    case gone
  }

  /// - Parameter path: the types of the boxes around it.
  private mutating func strip(_ box: Box, in path: [FourCC]) throws(EditError) -> Change {
    let name = (path + [box.type]).map(\.description).joined(separator: "/")
    let parent = path.last ?? "file"
    if Stripping.isMedia(box) && box.type != "stbl" || box.type == "mpvd" && hasDoneMovieInside {
      return .same
    }
    if what == .all, goes(box, in: parent) {
      removed.append(title(of: box, name))
      if box.holdsCover { remarks.append("the cover picture is removed with \(name)") }
      return .gone
    }
    let content = stripContent(of: box, in: path, name)
    if let content {
      guard box.isContainer else { return content }
      // A sample entry has fields, and boxes behind them.
      guard case .changed(let entry) = content else { return try stripChildren(of: box, in: path) }
      let children = try stripChildren(of: entry, in: path)
      if case .same = children { return content }
      return children
    }
    if let reason = reasonToGo(box, in: path) {
      removed.append(title(of: box, name))
      if !reason.isEmpty { remarks.append("\(name) \(reason)") }
      return .gone
    }
    if what == .location { noteText(of: box, in: path, name) }
    guard box.isContainer else { return .same }
    return try stripChildren(of: box, in: path)
  }

  private mutating func stripChildren(
    of box: Box, in path: [FourCC]
  ) throws(EditError) -> Change {
    var children = box.children
    var isChanged = false
    if box.type == "meta", stripKeys(&children, in: path) { isChanged = true }
    var kept: [Box] = []
    var gone: Set<Int> = []
    for (index, child) in children.enumerated() {
      switch try strip(child, in: path + [box.type]) {
      case .same: kept.append(child)
      case .changed(let child):
        kept.append(child)
        isChanged = true
      case .gone:
        gone.insert(index)
        isChanged = true
      }
    }
    guard isChanged else { return .same }
    if box.type == "ipco" { removedProperties = gone }
    if box.type == "iprp", !removedProperties.isEmpty {
      for index in kept.indices {
        try kept[index][ItemPropertyAssociationBox.self]?.renumber { number in
          removedProperties.contains(number - 1)
            ? 0 : number - removedProperties.count { $0 < number - 1 }
        }
      }
    }
    if box.type == "mpvd" {
      // The movie inside has its own offsets.
      guard (try? kept.keepOffsets(isFollowed: true)) == true else {
        throw EditError(
          .unsupported, "the metadata of the movie in mpvd leaves a space that cannot be filled")
      }
    }
    var box = box
    box.children = kept
    // What was needed in it may be gone.
    return what == .all && goes(box, in: path.last ?? "file") ? .gone : .changed(box)
  }
}

/// Fields that are cleared in boxes that have to stay.
extension Stripping {
  /// A header without its dates; nil for a box that has none.
  mutating func withoutDates(_ box: Box, _ name: String) -> Change? {
    switch box.type {
    case "mvhd":
      return change(box, name, MovieHeaderBox.self, "the dates") {
        $0.creationTime = 0
        $0.modificationTime = 0
      }
    case "tkhd":
      return change(box, name, TrackHeaderBox.self, "the dates") {
        $0.creationTime = 0
        $0.modificationTime = 0
      }
    case "mdhd":
      return change(box, name, MediaHeaderBox.self, "the dates") {
        $0.creationTime = 0
        $0.modificationTime = 0
      }
    case "prft":
      return change(box, name, ProducerReferenceTimeBox.self, "the date") { $0.ntpTimestamp = 0 }
    case "pnot":
      return change(box, name, PreviewBox.self, "the date") { $0.modificationDate = 0 }
    case "crtt", "mdft":
      return change(box, name, CreationTimeProperty.self, "the date") { $0.time = 0 }
    default: return nil
    }
  }

  /// Clears texts of users, names of tracks and items, which may be names of devices, and texts of sample descriptions:
  /// all of them, or those that contain the location. Those that stay are named. Nil for a box that has none.
  mutating func stripTexts(of box: Box, _ name: String) -> Change? {
    let (locations, isAll) = (locations, what == .all)
    // What follows a text, as in a name in UTF-16, is of unknown form.
    func goes(_ text: Text) -> Bool {
      isAll && !text.isEmpty || text.isFollowed || Bytes(text.bytes).statesLocation(locations)
    }
    var kept: [String] = []
    func clear(_ text: inout Text) {
      if goes(text) { text.clear() } else { kept.append(text.string) }
    }
    // Names of programs and schemas, which nobody needs.
    func clearTechnical(_ text: inout Text) {
      if goes(text) { text.clear() }
    }
    // Texts for programs, which no program knows if they state a location.
    func clearLocation(_ text: inout Text) {
      if Bytes(text.bytes).statesLocation(locations) { text.bytes = [] }
    }
    let result: Change
    switch box.type {
    case "udes":
      result = change(box, name, UserDescriptionProperty.self, "text") {
        clear(&$0.name)
        clear(&$0.description)
        clear(&$0.tags)
      }
    case "altt":
      result = change(box, name, AccessibilityTextProperty.self, "text") { clear(&$0.altText) }
    case "hdlr":
      result = change(box, name, HandlerBox.self, "a name") { clear(&$0.name) }
    case "infe":
      result = change(box, name, ItemInfoEntry.self, "a name") {
        clear(&$0.name)
        clearLocation(&$0.contentType)
        clearLocation(&$0.uriType)
        if var encoding = $0.contentEncoding {
          clearLocation(&encoding)
          $0.contentEncoding = encoding
        }
      }
    // Where the data was, if it is in the file itself now.
    case "url ":
      result = change(box, name, DataEntryUrlBox.self, "a name") {
        if $0.header.flags & 1 != 0, let location = $0.location, goes(location) {
          $0.location = nil
        }
      }
    case "alis" where isAll:
      result = change(box, name, AliasBox.self, "a name") {
        if $0.header.flags & 1 != 0 { $0.alias = Bytes() }
      }
    // The source of time codes: the name of a reel.
    case "name" where box[UserDataTextBox.self] != nil:
      result = change(box, name, UserDataTextBox.self, "a name") {
        for index in $0.texts.indices { clearTechnical(&$0.texts[index].text) }
      }
    case "svhd":
      result = change(box, name, SphericalVideoHeaderBox.self, "the name of the program") {
        clearTechnical(&$0.metadataSource)
      }
    case "rvif":
      result = change(box, name, RecommendedViewportInformationBox.self, "text") {
        clearTechnical(&$0.viewportDescription)
      }
    case "stpp":
      result = change(box, name, XMLSubtitleSampleEntry.self, "the URL of the schema") {
        clearTechnical(&$0.schemaLocation)
      }
    case "metx":
      result = change(box, name, XMLMetaDataSampleEntry.self, "the URL of the schema") {
        clearTechnical(&$0.schemaLocation)
      }
    default:
      let title = "the name of the compressor"
      if box[VisualSampleEntry.self] != nil {
        result = change(box, name, VisualSampleEntry.self, title) {
          clearTechnical(&$0.compressorName)
        }
      } else if box[VolumetricVisualSampleEntry.self] != nil {
        result = change(box, name, VolumetricVisualSampleEntry.self, title) {
          clearTechnical(&$0.compressorName)
        }
      } else {
        return nil
      }
    }
    if kept.contains(where: {
      LocationTraces.tellsSomething($0) && !Stripping.isTechnical(name: $0)
    }) {
      texts.append(name)
    }
    return result
  }

  private mutating func change<Body: BoxBody & Equatable>(
    _ box: Box, _ name: String, _ type: Body.Type, _ title: String, _ body: (inout Body) -> Void
  ) -> Change {
    guard let before = box[type] else { return .same }
    var after = before
    body(&after)
    guard after != before else { return .same }
    var box = box
    box[type] = after
    removed.append("\(title) in \(name)")
    return .changed(box)
  }

  /// Removes what free space holds, except texts without a location, and old copies of metadata from gaps between
  /// samples and items, and from bytes after the last box; or everything there. Names gaps that may hold something
  /// else.
  mutating func stripUnusedSpace() throws(EditError) {
    func isLeftover(_ range: Range<Int>) -> Bool {
      guard let bytes = file.bytes.part(range), !isZero(range) else { return false }
      return what == .all || bytes.isLeftover(of: locations)
    }
    func goes(_ range: Range<Int>) -> Bool {
      isLeftover(range) || file.bytes.part(range)?.isUnreadSpace == true || isIndexed(range)
    }
    let written = freeSpace(in: file.boxes).filter(goes)
    // Free space may be in a damaged file what a table takes for a sample.
    let used = written.isEmpty ? [] : file.usedMedia()
    for range in written.flatMap(used.gaps(in:)) where goes(range) {
      erased.append(range)
      removed.append("what free space held at byte \(range.lowerBound)")
    }
    let gaps = gaps
    if gaps == nil { unknown.append("media data of which not all samples are known") }
    for range in gaps ?? [] {
      if isLeftover(range) {
        erased.append(range)
        removed.append("what unused media data held at byte \(range.lowerBound)")
      } else if file.bytes.part(range)?.isUnreadSpace == true {
        unknown.append("unused media data at byte \(range.lowerBound)")
      }
    }
    try stripTrailing()
  }

  /// Whether it is the payload of a box of dashboard cameras, which begins with `freeGPS `.
  private func isIndexed(_ range: Range<Int>) -> Bool {
    file.bytes.part(range.lowerBound - 4..<range.upperBound)?.starts(with: Array("freeGPS ".utf8))
      == true
  }

  /// What follows the last box goes as a whole with all metadata; otherwise its records are examined one by one.
  private mutating func stripTrailing() throws(EditError) {
    let parts = TrailingData(file).parts
    let hasMovie = parts.contains { if case .movie = $0.kind { true } else { false } }
    let start = file.bytes.count - file.trailing.count
    if what == .all, !isInside, !parts.isEmpty, !hasMovie {
      removed += parts.map { "\($0.kind.title) after the last box" }
      file.trailing = Bytes()
      return
    }
    var bytes = Array(file.trailing)
    for part in parts {
      var stripped = StrippedTrailer(what, part, locations, decompressor)
      try stripped.run()
      add(stripped, in: "\(part.kind.title) after the last box")
      let range = part.range.lowerBound - start..<part.range.upperBound - start
      bytes.replaceSubrange(range, with: stripped.rest)
    }
    if !bytes.elementsEqual(file.trailing) { file.trailing = Bytes(bytes) }
  }

  /// The payloads of free space, at any depth.
  private func freeSpace(in boxes: [Box]) -> [Range<Int>] {
    boxes.flatMap { box -> [Range<Int>] in
      guard ["free", "skip", "wide"].contains(box.type) else { return freeSpace(in: box.children) }
      return box.pieces.filter { $0.source === file.bytes.source }
        .map { $0.fileOffset..<$0.fileOffset + $0.count }
    }
  }

  /// The parts of the media data that belong to no sample and no item; nil if not all of those are known.
  private var gaps: [Range<Int>]? {
    let media = file.boxes.filter { $0.type == "mdat" }
      .flatMap(\.pieces).filter { $0.source === file.bytes.source }
      .map { $0.fileOffset..<$0.fileOffset + $0.count }.filter { !$0.isEmpty }
    guard !media.isEmpty else { return [] }
    let movie = MovieFile(file)
    guard file.findings.isEmpty, movie?.refusal == nil,
      file.boxes.contains(where: { ["moov", "meta"].contains($0.type) })
    else { return nil }
    // Removed bytes are unused now.
    let known = (file.usedMedia() + erased).joined
    let gaps = media.map(known.gaps(in:))
    let isLost =
      // A fragment may have lost its description, and an image its size.
      movie?.isFragmented == true && zip(media, gaps).contains { [$0] == $1 && !isZero($0) }
      || gaps.contains { !$0.isEmpty } && movie?.tracks.contains(where: \.hasEmptySamples) == true
    return isLost ? nil : gaps.flatMap { $0 }
  }

  /// The bytes of the file that are searched for coordinates: all bytes of a small file, and those of a big file except
  /// coded media.
  var searched: [Range<Int>] {
    let all = 0..<file.bytes.count
    guard all.count > Stripping.longestSearched else { return [all] }
    let media = file.boxes.filter { $0.type == "mdat" }.compactMap(\.origin)
      .map { $0.fileOffset..<$0.fileOffset + $0.count }.joined
    return media.gaps(in: all) + (gaps ?? [])
  }

  private static let longestSearched = 1 << 26
}

extension Track {
  /// Whether frames, audio or texts have no bytes.
  fileprivate var hasEmptySamples: Bool {
    ["vide", "soun", "auxv", "text", "sbtl", "subt"].contains(handlerType)
      && samples.contains { $0.fileRange.isEmpty }
  }
}

extension Bytes {
  /// The fewest bytes of unused space that are not only there to fill it up: a latitude and a longitude.
  private static let fewestWritten = 8
  /// The most bytes that may be text of a program.
  private static let longestText = 1 << 16

  /// Whether unused space holds something that nobody here can read: neither the same byte again and again nor a text,
  /// which is searched, before zeros.
  fileprivate var isUnreadSpace: Bool {
    guard count >= Bytes.fewestWritten, let first, !isBlank, contains(where: { $0 != first }) else {
      return false
    }
    let end = firstIndex(of: 0) ?? count
    let isText = end <= Bytes.longestText && part(0..<end)?.isReadableText == true
    return !isText || part(end..<count)?.isZero != true
  }
}
