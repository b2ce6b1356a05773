import AV1
import FieldCoding
import HEIF
import ISOBMFF
import Movie
import Rescue

extension Edit {
  /// Removes bytes after the last box that are no box: bytes that a transfer added, or zeros.
  mutating func removeTrailingBytes() {
    // The line that ends a part of a transfer by HTTP (RFC 2046 §5.1.1). Other bytes may have a meaning.
    let trailing = file.trailing
    let isDelimiter = trailing.starts(with: Array("\r\n--".utf8))
    guard !trailing.isEmpty, isDelimiter || trailing.count < 8 || trailing.allSatisfy({ $0 == 0 })
    else { return }
    file.trailing = Bytes()
    notes.append(
      "\(counted(trailing.count, "byte")) after the last box, at byte \(trailing.fileOffset), \(trailing.count == 1 ? "was" : "were") not a box: removed"
    )
  }

  /// Gives what is behind an overwritten header a header again: free space for zeros before a box, the type that the boxes
  /// in it show (`moov`, `moof` or `meta`), and media data for samples and images that are in no box. All offsets stay,
  /// unless a movie is whole only without the zeros. Stray bytes that are too few for a header are removed.
  mutating func giveHeadersToLostBoxes() {
    var filled = self
    let gaps = filled.fillGaps()
    guard filled.file.boxes.count > file.boxes.count else { return }
    if MovieFile(filled.file) != nil, !filled.file.leadsToSamples {
      if removeGaps(gaps) { return }
      // Fragments that have moved are found by their content.
      if filled.isInFragments, hasDescription { return }
    }
    self = filled
  }

  /// - Returns: the zeros that are free space now, and the stray bytes.
  private mutating func fillGaps() -> [Range<Int>] {
    var gaps: [Range<Int>] = []
    // Each look reads the list of boxes, and a hostile file could have a gap before each of them.
    for _ in 0..<64 {
      guard !file.boxes.isEmpty, let contents = file.lostContents, contents.bytes.count > 8,
        !contents.bytes.isZero
      else { break }
      let lost = contents.bytes
      let start = lost.fileOffset - file.bytes.fileOffset
      let wasDescribed = hasDescription
      let end: Int
      switch lost.gap {
      case .strayBytes(let count):
        end = count
        gaps.append(start..<start + end)
        notes.append(
          "the \(counted(count, "byte")) at byte \(lost.fileOffset) \(count == 1 ? "is" : "are") in no box, so that programs did not find what follows: removed"
        )
      case .box(let box, let count):
        end = count
        file.boxes.append(box)
        notes.append(
          "the header of the \(box.type) box, at byte \(lost.fileOffset), was overwritten: it is made again, because the boxes in it are there"
        )
      case .zeros(let count):
        end = count
        gaps.append(start..<start + end)
        file.boxes.append(Box(type: "free", opaque: lost.part(8..<end) ?? Bytes()))
        notes.append(
          "the \(counted(end, "byte")) at byte \(lost.fileOffset) were zeros, which end a list of boxes: they are a free box now, so that programs find what follows"
        )
      case nil:
        let used = file.usedMedia().filter { $0.upperBound > start }
        guard let first = used.first, first.lowerBound >= start + 8 else { return gaps }
        end =
          used.map { $0.upperBound - start }.first { end in
            end < lost.count && lost.part(end..<lost.count)?.isBoxOfFile == true
          } ?? FragmentWalk(lost).nextFragment(from: 8) ?? lost.count
        file.boxes.append(Box(type: "mdat", opaque: lost.part(8..<end) ?? Bytes()))
        notes.append(
          "the \(counted(end, "byte")) from byte \(lost.fileOffset) on were in no box, although samples or images are in them: they have the header of media data (mdat) now"
        )
      }
      let rest = BoxFile(lost.part(end..<lost.count) ?? Bytes())
      file.boxes += rest.boxes
      file.trailing = rest.trailing
      if case .media = contents, wasDescribed { continue }
      changedItems.formUnion(HEIFFile(file)?.items.map(\.id) ?? [])
      changedTracks.formUnion(MovieFile(file)?.tracks.map(\.id) ?? [])
    }
    return gaps
  }

  /// Names bytes that are part of the file if no box was found in them. They are left out if nothing is known to be in them.
  mutating func nameLostContents() {
    guard let lost = file.lostContents?.bytes else { return }
    let start = lost.fileOffset - file.bytes.fileOffset
    let isUsed = file.usedMedia().contains { $0.upperBound > start }
    if !isUsed { file.trailing = Bytes() }
    losesMedia = true
    notes.append(
      "the \(counted(lost.count, "byte")) from byte \(lost.fileOffset) on are part of the file, and no box was found in them: they \(isUsed ? "stay, because samples or images are in them" : "are left out"); copy the file again from where it came from"
    )
  }

  /// Removes bytes that were added between boxes, if all samples of a movie are where it says without them.
  ///
  /// - Returns: whether that is so.
  private mutating func removeGaps(_ gaps: [Range<Int>]) -> Bool {
    guard let first = gaps.first else { return false }
    var writer = ByteWriter()
    for range in gaps.gaps(in: 0..<original.bytes.count) {
      if let part = original.bytes.part(range) { writer.write(uncopied: part) }
    }
    guard let bytes = try? writer.read(), BoxFile(bytes).leadsToSamples else { return false }
    rewritten = writer
    notes.append(
      "\(counted(gaps.reduce(0) { $0 + $1.count }, "byte")) between boxes, \(gaps.count > 1 ? "the first " : "")at byte \(original.bytes.fileOffset + first.lowerBound), were added to the file: removed, so that all offsets in it are right again"
    )
    return true
  }

  /// The `meta` box of a photo has a version and flags (ISO/IEC 14496-12 §8.11.1), without which readers
  /// find no image. In movies it can also be that of QuickTime, which has none: readers know both.
  mutating func giveMetadataItsVersion() {
    for index in file.boxes.indices {
      guard var meta = file.boxes[index][MetaBox.self], meta.header == nil,
        meta.children.first(HandlerBox.self)?.handlerType == "pict"
      else { continue }
      meta.header = FullBoxHeader()
      file.boxes[index][MetaBox.self] = meta
      notes.append("the meta box of the photo had no version and flags: it has them now")
    }
  }

  /// Gives a photo an `ftyp` box, without which programs take it for no image.
  mutating func addFileType() {
    guard file.boxes.allSatisfy({ !["ftyp", "styp", "moov", "jP  ", "JXL "].contains($0.type) }),
      let heif = HEIFFile(file), let primary = heif.primaryItem
    else { return }
    var type = FileTypeBox()
    type.majorBrand = heif.brand(of: primary)
    type.compatibleBrands = ["mif1", type.majorBrand]
    file.boxes.insert(Box(type), at: 0)
    notes.append("the ftyp box was missing: a new one has the brand '\(type.majorBrand)'")
  }

  /// The handler of the items of a photo is 'pict' (ISO/IEC 23008-12 §6.2): a file with a primary item and the brands of
  /// photos has no other one.
  mutating func nameItemHandler() {
    for index in file.boxes.indices where file.boxes[index].type == "meta" {
      var children = file.boxes[index].children
      guard let handlerIndex = children.firstIndex("hdlr"),
        var handler = children[handlerIndex][HandlerBox.self], handler.handlerType.rawValue == 0,
        HEIFFile(file)?.primaryItem != nil
      else { continue }
      handler.handlerType = "pict"
      children[handlerIndex][HandlerBox.self] = handler
      file.boxes[index].children = children
      notes.append("the meta box of the photo did not say that its items are pictures: it does now")
    }
  }

  /// The primary item of a photo with one image is this image.
  mutating func namePrimaryItem() {
    guard let meta = file.boxes.firstIndex("meta"),
      let heif = HEIFFile(file), heif.primaryItem == nil, let only = heif.shownItemID
    else { return }
    let old = heif.primaryItemID
    var children = file.boxes[meta].children
    var primary = PrimaryItemBox()
    primary.itemID = only
    if only > UInt16.max { primary.header.version = 1 }
    if let old, let index = children.firstIndex("pitm") {
      guard !heif.groups.contains(where: { $0.id == old }) else { return }
      children[index] = Box(primary)
    } else {
      // A movie has items that are not shown.
      guard file.boxes.first("moov") == nil, children.firstIndex("pitm") == nil,
        let handler = children.firstIndex("hdlr"),
        children[handler][HandlerBox.self]?.handlerType == "pict"
      else { return }
      children.insert(Box(primary), at: handler + 1)
    }
    file.boxes[meta].children = children
    let what =
      old.map { "the primary item \($0) does not exist" } ?? "the photo has no primary item (pitm)"
    notes.append("\(what): it is item \(only) now, the only image")
  }

  /// An AV1 image has a sequence header, which determines its configuration (AV1 Image File Format §2.1).
  mutating func correctImageConfigurations() {
    guard let heif = HEIFFile(file), let meta = file.boxes.firstIndex("meta")
    else { return }
    var corrected = 0
    file.boxes[meta].change(["iprp", "ipco"]) { list in
      var properties = list.children
      for index in properties.indices {
        guard let own = properties[index][AV1CodecConfigurationBox.self]?.record, own.version != 1,
          let origin = properties[index].origin,
          let item = heif.items.first(where: { item in
            item.properties.contains { $0.box.origin?.range == origin.range }
          }),
          let data = try? heif.data(of: item.id),
          let units = try? OpenBitstreamUnit.units(in: data),
          let header = units.first(where: { $0.header.type == .sequenceHeader }),
          let record = try? AV1CodecConfigurationRecord(units: [header])
        else { continue }
        properties[index][AV1CodecConfigurationBox.self]?.record = record
        corrected += 1
      }
      if corrected > 0 { list.children = properties }
      return corrected > 0
    }
    guard corrected > 0 else { return }
    notes.append(
      "\(counted(corrected, "configuration")) of AV1 images could not be read: made again from the sequence headers of the images"
    )
  }

  /// Descriptors of derived images are in `idat`. Some writers lose the construction method, and then the offset seems
  /// to count from the start of the file.
  mutating func findDescriptorsInItemData() throws(EditError) {
    guard let heif = HEIFFile(file), let meta = file.boxes.firstIndex("meta"),
      let index = file.boxes[meta].children.firstIndex("iloc"),
      var locations = file.boxes[meta].children[index][ItemLocationBox.self]
    else { return }
    let itemData = file.boxes[meta].children.first("idat")?.pieces.first ?? Bytes()
    var found: [UInt32] = []
    for index in locations.items.indices {
      let location = locations.items[index]
      guard location.constructionMethod == 0, let item = heif.item(location.id),
        item.type == ImageGrid.itemType, let extent = location.extents.first,
        location.extents.count == 1
      else { continue }
      let start = location.baseOffset &+ extent.offset
      guard !describes(item, try? heif.data(of: item.id), heif),
        let first = Int(exactly: start), let length = Int(exactly: extent.length),
        first <= itemData.count, length <= itemData.count - first,
        describes(item, itemData.part(first..<first + length), heif)
      else { continue }
      locations.items[index].constructionMethod = 1
      found.append(item.id)
    }
    guard !found.isEmpty else { return }
    if locations.header.version == 0 { locations.header.version = 1 }
    changedItems.formUnion(found)
    file.boxes[meta].children[index][ItemLocationBox.self] = locations
    notes.append(
      "the descriptor of \(found.count == 1 ? "item \(found[0])" : "\(found.count) items") is in idat, which its location did not say: it does now"
    )
  }

  /// Makes descriptors of grids that are lost: the number and the size of the tiles, and the size of the image,
  /// determine them.
  mutating func makeGridDescriptors() throws(EditError) {
    guard let heif = HEIFFile(file) else { return }
    for item in heif.items where item.type == ImageGrid.itemType {
      guard !describes(item, try? heif.data(of: item.id), heif),
        let bytes = heif.gridDescriptor(of: item)
      else { continue }
      let offset = file.addMedia(bytes)
      try changeLocations { (locations) throws(EditError) in
        locations.items.removeAll { $0.id == item.id }
        try locations.add(item.id, at: offset, count: bytes.count)
      }
      changedItems.insert(item.id)
      notes.append(
        "the descriptor of item \(item.id), a grid, was lost: its tiles determine it, and it is made again"
      )
    }
  }

  /// Whether bytes are a grid of as many tiles as the item has, of its size.
  private func describes(_ item: Item, _ bytes: Bytes?, _ heif: HEIFFile) -> Bool {
    guard let bytes, let grid = try? ImageGrid(decoding: bytes), grid.version == 0, grid.flags < 2
    else { return false }
    let size = item.property(ImageSpatialExtentsProperty.self)
    return grid.rows * grid.columns == heif.targets("dimg", from: item.id).count
      && (size == nil || size?.width == grid.outputWidth && size?.height == grid.outputHeight)
  }
}

extension HEIFFile {
  /// The item that the photo shows: the primary item, or the only image if there is no primary item. Nil if neither is there.
  var shownItemID: UInt32? {
    if let primaryItem { return primaryItem.id }
    let pictures = pictures
    return pictures.count == 1 ? pictures[0].id : nil
  }

  /// The only descriptor that a grid with these tiles can have; nil if there is none.
  fileprivate func gridDescriptor(of item: Item) -> [UInt8]? {
    let tiles = targets("dimg", from: item.id)
    let sizes = tiles.map { self.item($0)?.statedSize }
    guard let size = item.property(ImageSpatialExtentsProperty.self), let tile = sizes.first ?? nil,
      sizes.allSatisfy({ $0 == tile }), tile.width > 0, tile.height > 0
    else { return nil }
    let columns = (Int(size.width) + tile.width - 1) / tile.width
    let rows = (Int(size.height) + tile.height - 1) / tile.height
    guard (1...256).contains(columns), (1...256).contains(rows), columns * rows == tiles.count
    else {
      return nil
    }
    var grid = ImageGrid()
    grid.flags = max(size.width, size.height) > UInt16.max ? 1 : 0
    (grid.columnsMinusOne, grid.rowsMinusOne) = (UInt8(columns - 1), UInt8(rows - 1))
    (grid.outputWidth, grid.outputHeight) = (size.width, size.height)
    return try? grid.encoded()
  }
}

/// Files with several `moov` boxes, or with one that was truncated or overwritten.
extension Edit {
  /// Removes whole movies that follow the first one: readers show one, and take the other for unused data.
  mutating func removeFollowingMovies() {
    let bytes = original.bytes
    let heads = file.boxes.indices.filter { file.boxes[$0].type == "ftyp" }
    guard heads.first == 0, heads.count > 1,
      let first = file.boxes[..<heads[1]].first("moov"),
      first.isIntactMovie(in: bytes)
    else { return }
    let starts = heads.compactMap { file.boxes[$0].origin?.range.lowerBound }
      .map { $0 - bytes.range.lowerBound }
    let ends = starts.dropFirst() + [bytes.count]
    let parts = zip(starts, ends).compactMap { bytes.part($0..<$1) }
    let areMovies = parts.dropFirst().allSatisfy { part in
      BoxFile(part).boxes.first("moov")?.isIntactMovie(in: part) == true
    }
    guard areMovies, parts.count == heads.count else { return }
    file.boxes.removeSubrange(heads[1]...)
    file.trailing = Bytes()
    for (number, part) in parts.enumerated().dropFirst() {
      let isCopy = parts[..<number].contains { $0.elementsEqual(part) }
      losesMedia = losesMedia || !isCopy
      let range = "from byte \(part.fileOffset) on"
      notes.append(
        isCopy
          ? "the file has the same movie again, \(range): removed"
          : "another movie follows, \(range): it is not in the new file; these \(counted(part.count, "byte")) are a whole file of their own, which tail -c +\(part.fileOffset + 1) takes out of the original"
      )
    }
  }

  /// Removes `moov` boxes that cannot be read, or have the same content as the one that stays, if another one can be read.
  mutating func removeOtherMovies() {
    let bytes = original.bytes
    let movies = file.boxes.filter { $0.type == "moov" }
    // Most files have one, and nothing is wrong with it.
    guard
      movies.count > 1 || !file.trailing.isEmpty
        || !movies.allSatisfy({ $0.isIntactMovie(in: bytes) && !$0.isDamaged })
    else {
      return
    }
    let intact = movies.filter { $0.isIntactMovie(in: bytes) }
    let best = intact.first { !$0.isDamaged }
    if best == nil, let torn = movies.first, useMovie(behind: torn) { return }
    guard movies.count > 1, let used = (best ?? intact.first)?.origin else { return }
    var isKept = false
    file.boxes.removeAll { box in
      guard box.type == "moov", let origin = box.origin else { return false }
      if !isKept, origin == used {
        isKept = true
        return false
      }
      let isSame = origin.elementsEqual(used)
      guard isSame || box.isDamaged || !box.isIntactMovie(in: bytes) else { return false }
      notes.append(
        "the file has \(movies.count) moov boxes: the one at byte \(origin.fileOffset), which \(isSame ? "has the same content as the first" : box.isDamaged ? "cannot be read" : "does not lead to its samples"), is removed"
      )
      return true
    }
    if movies.first?.origin != used { changeAllTracks() }
  }

  /// Uses a `moov` box that begins within another one, which was written only partly, or after it.
  ///
  /// - Returns: whether there is one.
  private mutating func useMovie(behind torn: Box) -> Bool {
    guard let offset = torn.origin?.range.lowerBound,
      let index = file.boxes.firstIndex(where: { $0.origin == torn.origin }),
      file.boxes[..<index].contains(where: { $0.type == "mdat" })
    else { return false }
    let start = offset - original.bytes.range.lowerBound
    guard let found = RepairableMovie(in: original.bytes, from: start + torn.headerSize),
      !found.isBeforeSamples,
      let rest = original.bytes.part(
        found.bytes.range.lowerBound - original.bytes.range.lowerBound..<original.bytes.count)
    else { return false }
    let end = BoxFile(rest)
    file.boxes.replaceSubrange(index..., with: end.boxes)
    file.trailing = end.trailing
    changeAllTracks()
    notes.append(
      "the moov box at byte \(torn.origin?.fileOffset ?? 0) cannot be read: it is removed, and the one at byte \(found.bytes.fileOffset) is used"
    )
    return true
  }

  /// Keeps the tracks of a `moov` box whose tables can be read, if those of others were truncated or overwritten.
  ///
  /// - Returns: whether that was so.
  mutating func keepReadableTracks() -> Bool {
    guard let index = file.boxes.firstIndex("moov"),
      file.boxes.filter({ $0.type == "moov" }).count == 1
    else { return false }
    let moov = file.boxes[index]
    let tracks = moov.children.all("trak")
    let lost = tracks.filter { !$0.isReadableTrack }
    guard moov.statedSize != nil || !lost.isEmpty, lost.count < tracks.count,
      moov.children.first(MovieHeaderBox.self) != nil
    else { return false }
    let kept = moov.children.filter {
      $0.type == "trak" ? $0.isReadableTrack : $0.damage.isEmpty && $0.opaquePayload == nil
    }
    file.boxes[index] = .container("moov", kept)
    file.removeDescriptions(ofTracks: Set(lost.map(\.trackID)))
    changeAllTracks()
    losesMedia = true
    notes.append(
      "the moov box, at byte \(moov.origin?.fileOffset ?? 0), is not complete: it describes \(counted(tracks.count - lost.count, "track")), and the tables of \(lost.isEmpty ? "others" : counted(lost.count, "other")) are lost; boxwalk repair --like finds their samples with another recording of the same camera"
    )
    return true
  }

  private mutating func changeAllTracks() {
    changedTracks.formUnion(MovieFile(original)?.tracks.map(\.id) ?? [])
  }
}

/// The durations of a movie and its tracks, computed from the samples that are left.
struct MovieTiming {
  let timescale: UInt32
  /// The duration of the longest track, in the movie's timescale.
  private(set) var duration: UInt64 = 0

  init(timescale: UInt32) { self.timescale = timescale }

  mutating func keep(_ track: Box) {
    keep(track.children.first(TrackHeaderBox.self)?.duration ?? 0)
  }

  fileprivate mutating func keep(_ trackDuration: UInt64) {
    duration = max(duration, trackDuration)
  }

  /// A duration of media in the movie's timescale.
  fileprivate func scaled(_ media: UInt64, from scale: UInt32) -> UInt64 {
    guard scale > 0 else { return 0 }
    let (high, low) = media.multipliedFullWidth(by: UInt64(timescale))
    guard high < UInt64(scale) else { return .max }
    return UInt64(scale).dividingFullWidth((high, low)).quotient
  }
}

extension Box {
  /// Keeps only the first samples in the tables, durations and edits of a `trak` box.
  ///
  /// - Parameter composedEnd: the end of the last of these samples in composition time, in the track's timescale.
  mutating func keepSamples(_ count: Int, until composedEnd: Int64, _ timing: inout MovieTiming) {
    var mediaDuration: UInt64 = 0
    change(["mdia", "minf", "stbl"]) { table in
      table.keepSamples(0..<count)
      mediaDuration = table.sampleDuration
      return true
    }
    var timescale: UInt32 = 0
    change(["mdia", "mdhd"]) { header in
      timescale = header[MediaHeaderBox.self]?.timescale ?? 0
      header[MediaHeaderBox.self]?.duration = mediaDuration
      return true
    }
    var duration = timing.scaled(mediaDuration, from: timescale)
    let end = max(mediaDuration, UInt64(clamping: composedEnd))
    change(["edts", "elst"]) { list in
      guard let edits = list[EditListBox.self]?.entries else { return false }
      let (shorter, total) = edits.endingAt(end) { timing.scaled($0, from: timescale) }
      list[EditListBox.self]?.entries = shorter
      duration = total
      return true
    }
    change(["tkhd"]) { header in
      header[TrackHeaderBox.self]?.duration = duration
      return true
    }
    timing.keep(duration)
  }
}

extension FieldTable {
  /// The edits (`elst`) without media after its end, and their total duration.
  fileprivate func endingAt(
    _ mediaDuration: UInt64, _ scaled: (UInt64) -> UInt64
  ) -> (edits: FieldTable, duration: UInt64) {
    var total: UInt64 = 0
    var rows: [[Int64]] = []
    forEachRow { _, row in
      var row = row
      // An edit without a media time shows nothing for its duration.
      if let start = UInt64(exactly: row[1]) {
        let left = mediaDuration > start ? scaled(mediaDuration - start) : 0
        row[0] = Int64(clamping: min(UInt64(bitPattern: row[0]), left))
      }
      total &+= UInt64(bitPattern: row[0])
      rows.append(row)
    }
    return (FieldTable(columns: columns, rows: rows), total)
  }
}

extension Box {
  /// A `moof` box with only the samples that are whole; nil if there are none, or if other tables describe its samples.
  func fragment(at start: Int, before end: Int, in movie: MovieFile) -> Box? {
    var fragment = self
    for index in fragment.children.indices where fragment.children[index].type == "traf" {
      var traf = fragment.children[index]
      let id = traf.children.first(TrackFragmentHeaderBox.self)?.trackID
      guard traf.children.allSatisfy({ ["tfhd", "tfdt", "trun"].contains($0.type) }),
        let track = movie.tracks.first(where: { $0.id == id })
      else { return nil }
      var chunks = track.samples.chunks.filter { $0.fragmentStart == start }.makeIterator()
      var isWhole = true
      for run in traf.children.indices where traf.children[run].type == "trun" {
        guard let samples = traf.children[run][TrackRunBox.self]?.samples,
          let chunk = chunks.next(), chunk.sampleCount == samples.count
        else { return nil }
        let whole = isWhole ? chunk.wholeSamples(before: end) - chunk.index : 0
        isWhole = whole == samples.count
        traf.children[run][TrackRunBox.self]?.samples = samples.prefix(whole)
      }
      traf.children.removeAll { $0[TrackRunBox.self]?.samples.isEmpty == true }
      fragment.children[index] = traf
    }
    fragment.children.removeAll {
      $0.type == "traf" && $0.children.first(TrackRunBox.self) == nil
    }
    return fragment.children.contains { $0.type == "traf" } ? fragment : nil
  }
}

extension BoxFile {
  /// Whether the samples of its movie are in media data and have the form of their codec, its indexes lead to boxes, and
  /// its fragments have all media data.
  fileprivate var leadsToSamples: Bool {
    guard lostContents == nil, !hasStaleFragmentIndex, !hasStaleSegmentIndex,
      let movie = MovieFile(self),
      movie.tracks.allSatisfy({
        $0.samples.areWithin(bytes.count) && $0.leadsToSamples(in: bytes)
      })
    else { return false }
    let media = boxes.filter { ["mdat", "imda"].contains($0.type) }.flatMap(\.pieces).map {
      $0.fileOffset - bytes.fileOffset..<$0.fileOffset - bytes.fileOffset + $0.count
    }
    .joined
    let used = movie.usedMedia(in: 0..<bytes.count).joined
    // Media data without a sample is that of a fragment that is lost.
    return (media + used).joined == media
      && (boxes.first("moof") == nil
        || media.allSatisfy { $0.isEmpty || !used.overlapping($0).isEmpty })
  }

  /// Whether an index of its segments (`sidx`) has positions at which no box starts.
  private var hasStaleSegmentIndex: Bool {
    let starts = Set(boxes.compactMap { $0.origin?.fileOffset })
    return boxes.contains { box in
      guard let index = box[SegmentIndexBox.self], let origin = box.origin else { return false }
      return index.starts(behind: origin.fileOffset + origin.count).dropLast()
        .contains { !starts.contains($0) }
    }
  }
}
