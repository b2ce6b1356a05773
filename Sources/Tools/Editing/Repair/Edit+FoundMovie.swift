import FieldCoding
import HEIF
import ISOBMFF
import Movie
import Rescue

extension Edit {
  /// Repairs the boxes at the top of a movie if they do not lead to its `moov` box: the size of `mdat` is wrong, or the
  /// head of the file was overwritten. All media data, and the `moov` box, stay at their offsets.
  ///
  /// - Returns: whether such a box was found.
  mutating func findMovie() throws(EditError) -> Bool {
    guard !hasDescription, file.boxes.first("moof") == nil else { return false }
    let box = file.mediaBox.map { file.boxes[$0] }
    // A size that no box can have.
    let header = box?.origin ?? file.trailing
    let hasHead =
      box != nil || file.dataBehindLostHeader != nil
      || file.trailing.part(4..<8)?.elementsEqual("mdat".utf8) == true
    if findPhoto(hasHead ? header : nil) { return false }
    guard let found = RepairableMovie(in: original.bytes, from: 0) else { return false }
    if found.isBeforeSamples {
      keepBoxes(from: found)
      return false
    }
    guard hasHead || file.boxes.allSatisfy({ $0.definition() == nil }) else { return false }
    if hasHead {
      try resize(header, upTo: found)
    } else {
      try replaceHead(before: found)
    }
    return true
  }

  /// Keeps a `moov` box before its samples, and what follows it. Of what is before it, the `ftyp` box stays if all its
  /// brands are known.
  private mutating func keepBoxes(from found: RepairableMovie) {
    let start = found.bytes.range.lowerBound - original.bytes.range.lowerBound
    guard let part = original.bytes.part(start..<original.bytes.count) else { return }
    let rest = BoxFile(part)
    let type = file.boxes.first { box in
      guard let type = box[FileTypeBox.self], let bytes = box.origin, box.statedSize == nil else {
        return false
      }
      return bytes.range.upperBound <= part.range.lowerBound
        && ([type.majorBrand] + type.compatibleBrands).allSatisfy {
          CodeRegistry.brands[$0] != nil
        }
    }
    file.boxes = [type ?? Box(found.fileType)] + rest.boxes
    file.trailing = rest.trailing
    changedTracks.formUnion(found.movie.tracks.map(\.id))
    notes.append(
      "the boxes before the moov box, which was found at byte \(start), do not lead to it: "
        + (type == nil
          ? "a new ftyp box with the brand '\(found.fileType.majorBrand)' replaces them"
          : "the ftyp box is kept"))
  }

  /// Finds the `meta` box of a photo if the size of `mdat` does not lead to it, or if bytes before it were overwritten.
  ///
  /// - Parameter header: the `mdat` box, from its header on; nil if there is none.
  /// - Returns: whether there is one.
  private mutating func findPhoto(_ header: Bytes?) -> Bool {
    guard header != nil || file.boxes.allSatisfy({ $0.definition() == nil }),
      let found = FoundPhoto(in: original.bytes)
    else { return false }
    var before: [Box] = []
    let hasMedia = found.rest.boxes.contains { $0.type == "mdat" }
    if header == nil {
      let count = hasMedia ? found.start : min(24, found.firstItem - 8)
      guard count >= 16 else { return false }
      before = found.head(count, isFilled: hasMedia)
    } else {
      before = Array(file.boxes.prefix(file.mediaBox ?? file.boxes.count))
    }
    if !hasMedia || header != nil {
      let start =
        header.map { $0.range.lowerBound - original.bytes.range.lowerBound }
        ?? before.first?[FileTypeBox.self].map { 16 + 4 * $0.compatibleBrands.count } ?? 0
      guard start + 8 <= found.firstItem, start + 8 <= found.start,
        let data = original.bytes.part(start + 8..<found.start)
      else { return false }
      before.append(Box(type: "mdat", opaque: data))
    }
    file.boxes = before + found.rest.boxes
    file.trailing = found.rest.trailing
    changedItems.formUnion(HEIFFile(file)?.items.map(\.id) ?? [])
    notes.append(
      header == nil
        ? "the file does not start with boxes: it has a new ftyp box with the brand '\(found.brand)'; its meta box was found at byte \(found.start)"
        : "the size of the mdat box is wrong: the meta box of the photo was found at byte \(found.start)"
    )
    return true
  }

  /// Lets the `mdat` box have what follows it, if its size is too small: bytes that are no boxes, and have images or samples
  /// where the file says.
  mutating func growMediaData() {
    guard let index = file.mediaBox, let box = file.boxes[index].origin,
      !file.trailing.isEmpty || file.boxes.last?.statedSize != nil,
      file.boxes[(index + 1)...].allSatisfy({ $0.definition() == nil }),
      let region = MediaRegion(file), region.box == index,
      box.range.upperBound < region.data.range.upperBound,
      hasMedia(behind: box.range.upperBound - original.bytes.range.lowerBound)
    else { return }
    putMediaData(region)
    changedItems.formUnion(HEIFFile(original)?.items.map(\.id) ?? [])
    changedTracks.formUnion(MovieFile(original)?.tracks.map(\.id) ?? [])
    if let note = region.note { notes.append(note) }
  }

  /// Whether samples or images are behind an offset, and all have the form of their codec.
  private func hasMedia(behind end: Int) -> Bool {
    let bytes = original.bytes
    if let movie = MovieFile(original) {
      return movie.tracks.allSatisfy { $0.leadsToSamples(in: bytes) }
        && movie.tracks.contains { !$0.samples.areWithin(end) }
    }
    let images = HEIFFile(original)?.codedImages ?? []
    let outside = images.filter { $0.range.upperBound > end }
    return !outside.isEmpty && outside.allSatisfy { $0.form.fits($0.range, in: bytes) }
  }

  /// - Parameter box: the `mdat` box, from its header on.
  private mutating func resize(_ box: Bytes, upTo found: RepairableMovie) throws(EditError) {
    let start = box.range.lowerBound - original.bytes.range.lowerBound
    let end = found.bytes.range.lowerBound - original.bytes.range.lowerBound
    let size = box.number(at: 0, size: 4) ?? 0
    let isLong = size == 1 && start + 16 <= found.firstSample
    guard start + 8 <= found.firstSample else {
      throw EditError(
        .damaged,
        "has a moov box at byte \(end), whose samples begin before the mdat box, at byte \(found.firstSample)"
      )
    }
    let isWide =
      file.boxes.first { $0.origin?.range.upperBound == box.range.lowerBound }
      .map { ["wide", "free", "skip"].contains($0.type) && $0.origin?.count == 8 } ?? false
    guard
      let header = MediaDataHeader(
        start: start, headerSize: isLong ? 16 : 8, end: end, hasPlaceholder: isWide)
    else {
      throw EditError(
        .damaged, "has no room for the size of its mdat box, which has more than 4 GB")
    }
    notes.append(
      box.part(4..<8)?.elementsEqual("mdat".utf8) != true
        ? "the header of the mdat box, at byte \(start), is lost: it is made again, up to the moov box, which was found at byte \(end)"
        : "the mdat box, at byte \(start), says that it has \(counted(isLong ? box.number(at: 9, size: 7) ?? 0 : size, "byte")): it has \(end - start), up to the moov box, which was found at byte \(end)"
    )
    try rewrite(header.start, header.bytes, found)
  }

  private mutating func replaceHead(before found: RepairableMovie) throws(EditError) {
    let end = found.bytes.range.lowerBound - original.bytes.range.lowerBound
    let type = found.fileType
    var top = BoxFile(Bytes())
    top.boxes = [Box(type)]
    let head: [UInt8]
    do throws(FieldError) { head = try top.encoded().bytes } catch { throw EditError(error) }
    // If there is no room for it before the first sample, everything moves.
    let isBefore = head.count + 8 <= found.firstSample
    let start = isBefore ? end : head.count + 8 + end
    guard
      let header = MediaDataHeader(
        start: head.count, headerSize: 8, end: start, hasPlaceholder: false)
        ?? MediaDataHeader(
          start: head.count, headerSize: 16, end: start + 8, hasPlaceholder: false),
      !isBefore || header.start + header.bytes.count <= found.firstSample
    else { throw EditError(.damaged, "has lost its header, and has no room for a new one") }
    losesMedia = true
    notes.append(
      "the file does not start with boxes: it has a new ftyp box with the brand '\(type.majorBrand)', and a new header of its mdat box, up to the moov box, which was found at byte \(end)"
    )
    if isBefore { notes.append("samples that begin in overwritten bytes stay damaged") }
    let new = head + header.bytes
    try rewrite(isBefore ? 0 : -new.count, new, found)
  }

  /// Exchanges bytes before the media data, or adds them before all others, and takes over the rest.
  ///
  /// - Parameter start: where they begin; less than 0 if all others come after them.
  private mutating func rewrite(
    _ start: Int, _ bytes: [UInt8], _ found: RepairableMovie
  ) throws(EditError) {
    let end = found.bytes.range.lowerBound - original.bytes.range.lowerBound
    guard start + bytes.count <= end else {
      throw EditError(.damaged, "has lost its header, and has no room for a new one")
    }
    var writer = ByteWriter()
    if let before = original.bytes.part(0..<max(0, start)) { writer.write(before) }
    writer.write(bytes)
    let media = start + bytes.count..<end
    if let data = original.bytes.part(media) { writer.write(uncopied: data) }
    // What is read as boxes again.
    writer.write(try movie(found, movedBy: max(0, -start)))
    let rest = end + found.bytes.count..<original.bytes.count
    if let after = original.bytes.part(rest) { writer.write(after) }
    foundMedia = original.bytes.part(media)?.range
    rewritten = writer
  }

  /// The bytes of a `moov` box with the offsets that samples have.
  private mutating func movie(
    _ found: RepairableMovie, movedBy distance: Int
  ) throws(EditError) -> [UInt8] {
    guard found.moved != nil || distance > 0 else { return Array(found.bytes) }
    var top = BoxFile(Bytes())
    top.boxes = [found.box]
    try follow(found.moved, found.movie, in: &top.boxes[0], distance: distance)
    do throws(FieldError) { return try top.encoded().bytes } catch { throw EditError(error) }
  }
}

extension RepairableMovie {
  /// An `ftyp` box for a file with this movie.
  fileprivate var fileType: FileTypeBox {
    var type = FileTypeBox()
    type.majorBrand = box.isQuickTimeMovie ? "qt  " : "isom"
    type.compatibleBrands = [type.majorBrand]
    return type
  }
}

/// Fragments to which the sizes of the boxes before them do not lead.
extension Edit {
  /// Finds the fragments of a movie if the boxes at the top do not lead to all of them: the size of an `mdat` box is wrong, or
  /// bytes are missing, overwritten or added. Media data without a `moof` box that can be read stays without description.
  public mutating func findFragments() {
    let isWithoutBoxes = file.boxes.allSatisfy { $0.definition() == nil }
    let isInFragments = file.boxes.contains {
      $0.type == "moof" || $0.type == "moov" && $0.children.contains { $0.type == "mvex" }
    }
    guard isWithoutBoxes || isInFragments || !hasDescription, !file.boxesLeadToEnd else { return }
    var walk = FragmentWalk(original.bytes)
    walk.run()
    let starts = file.boxes.compactMap { $0.origin?.range.lowerBound }
    guard walk.fragmentCount > 0,
      walk.starts != starts || file.lostFragments != nil && walk.lostCount > 0
    else { return }
    let known = Dictionary(
      file.boxes.compactMap { box in box.origin.map { ($0.range, box) } }
    ) { first, _ in first }
    file.boxes = walk.boxes(known)
    file.trailing = Bytes()
    // They state where fragments were.
    file.boxes.removeAll { ["sidx", "ssix", "mfra"].contains($0.type) }
    let offsets = walk.damagedOffsets.map { "\($0)" }
    notes.append(
      "the sizes of the boxes do not lead from fragment to fragment, at byte \(offsets.prefix(8).joined(separator: ", "))\(offsets.count > 8 ? " and \(offsets.count - 8) others" : ""): \(counted(walk.fragmentCount, "fragment")) found by their content"
    )
    if walk.lostCount > 0 {
      notes.append("\(counted(walk.lostCount, "byte")) that no fragment describes: left out")
    }
    losesMedia = true
    changedTracks.formUnion(MovieFile(original)?.tracks.map(\.id) ?? [])
    file.boxes.correctFragmentBases()
    guard hasDescription else { return }
    let used = file.usedMedia()
    let rest = walk.resizedMedia.flatMap(used.gaps(in:)).reduce(0) { $0 + $1.count }
    guard rest > 0 else { return }
    notes.append(
      "\(counted(rest, "byte")) of media data \(rest == 1 ? "is" : "are") in no sample: a fragment is lost there, or more"
    )
  }

  /// Names fragments that are missing between others, which no repair brings back.
  mutating func nameMissingFragments() {
    let numbers = file.boxes.all("moof").compactMap {
      $0.children.first(MovieFragmentHeaderBox.self)?.sequenceNumber
    }
    let missing = zip(numbers, numbers.dropFirst()).reduce(0) { count, pair in
      pair.1 > pair.0 ? count + Int(pair.1 - pair.0) - 1 : count
    }
    // The numbers of a part of a stream can have gaps of their own.
    guard missing > 0, MovieFile(file)?.tracks.contains(where: \.hasGapBetweenFragments) == true
    else { return }
    losesMedia = true
    notes.append(
      "\(counted(missing, "fragment")) \(missing == 1 ? "is" : "are") missing between the others, according to their numbers (mfhd) and times: nothing in the file has \(missing == 1 ? "its" : "their") samples"
    )
  }

  /// Removes the description of fragments, or of a track in them, if it is damaged: it leads to no samples.
  mutating func removeDamagedFragments() {
    var lost = 0
    for index in file.boxes.indices where file.boxes[index].type == "moof" {
      let children = file.boxes[index].children
      let kept = children.filter { $0.type != "traf" || $0.isReadableFragment }
      let isLost =
        !kept.contains { $0.type == "traf" } || file.boxes[index].trailing.contains { $0 != 0 }
      guard isLost || kept.count < children.count else { continue }
      lost += 1
      if isLost {
        file.boxes[index] = Box(type: "free", opaque: Bytes())
      } else {
        file.boxes[index].children = kept
      }
    }
    let indexes: Set<FourCC> = ["sidx", "ssix", "mfra"]
    let isIndexLost = file.boxes.contains { indexes.contains($0.type) && $0.isBroken }
    guard lost > 0 || isIndexLost else { return }
    file.boxes.removeAll { indexes.contains($0.type) }
    if isIndexLost { notes.append("the index of the fragments is damaged: removed") }
    guard lost > 0 else { return }
    losesMedia = true
    changedTracks.formUnion(MovieFile(original)?.tracks.map(\.id) ?? [])
    notes.append("lost: samples of \(counted(lost, "fragment")) whose description is damaged")
  }

  /// Puts fragments in the order of their numbers if their times are in this order as well: players play them in the order
  /// of the file.
  mutating func orderFragments() {
    guard let movie = MovieFile(file), movie.tracks.contains(where: \.goesBackInTime) else {
      return
    }
    // What precedes the fragments, and each fragment.
    var parts: [[Box]] = [[]]
    // An index states where fragments were.
    for box in file.boxes where !["sidx", "ssix", "mfra"].contains(box.type) {
      var part = [box]
      if box.type == "moof" {
        while let last = parts[parts.count - 1].last, ["styp", "prft", "emsg"].contains(last.type) {
          part.insert(parts[parts.count - 1].removeLast(), at: 0)
        }
        parts.append(part)
      } else {
        parts[parts.count - 1] += part
      }
    }
    let head = parts.removeFirst()
    func number(_ fragment: [Box]) -> UInt32 {
      fragment.first("moof")?.children.first(MovieFragmentHeaderBox.self)?.sequenceNumber ?? 0
    }
    parts.sort { number($0) < number($1) }
    var ordered = file
    ordered.boxes = head + parts.joined()
    guard zip(parts, parts.dropFirst()).allSatisfy({ number($0) < number($1) }),
      MovieFile(ordered)?.tracks.contains(where: \.goesBackInTime) == false
    else { return }
    file = ordered
    notes.append("the fragments were not in the order of their times: put in order")
    changedTracks.formUnion(movie.tracks.map(\.id))
  }

  /// Removes samples of fragments from the first one on that is not whole, because bytes of the fragment are missing.
  mutating func shortenDamagedFragments() {
    let areUnchanged = file.boxesOfFragmentsAreUnchanged(in: original)
    let last = original.boxes.last
    let isCut = last?.type == "mdat" && last?.statedSize != nil
    guard isCut || !areUnchanged, let movie = MovieFile(file) else { return }
    var shortened = 0
    for index in file.boxes.indices where file.boxes[index].type == "moof" {
      let own = file.boxes[(index + 1)...].prefix { $0.type != "moof" }
      guard let start = file.boxes[index].origin?.fileOffset,
        let media = own.lastIndex(where: { ["mdat", "imda"].contains($0.type) }),
        let end = file.boxes[media].pieces.last.map({ $0.fileOffset + $0.count }),
        let damaged = movie.firstDamagedSample(
          ofFragment: start, endingAt: end,
          isCut: isCut && media + 1 == file.boxes.count, in: original.bytes)
      else { continue }
      if let rest = file.boxes[index].fragment(at: start, before: damaged, in: movie) {
        file.boxes[index] = rest
      } else {
        file.boxes[index] = Box(type: "free", opaque: Bytes())
      }
      shortened += 1
    }
    guard shortened > 0 else { return }
    notes.append("lost: samples of \(counted(shortened, "fragment")) with missing bytes")
  }
}

extension Box {
  /// Whether it is a `traf` box that names its track, and all boxes in it can be read.
  fileprivate var isReadableFragment: Bool {
    children.first(TrackFragmentHeaderBox.self)?.trackID ?? 0 > 0
      && !isBroken && !children.contains { $0.type == "trun" && $0.isHollow }
  }
}

extension BoxFile {
  /// Whether the sizes of the boxes lead to the end, and nothing is among them that is not known.
  fileprivate var boxesLeadToEnd: Bool {
    let isKnown = boxes.allSatisfy { $0.definition() != nil && $0.damage.isEmpty }
    guard isKnown, trailing.isEmpty else { return false }
    // A box of size 0 goes up to the end.
    return boxes.last.map { $0.type != "mdat" || $0.origin?.number(at: 0, size: 4) != 0 } ?? true
  }

  fileprivate func boxesOfFragmentsAreUnchanged(in original: BoxFile) -> Bool {
    boxes.compactMap { $0.source?.range } == original.boxes.compactMap { $0.source?.range }
  }
}
