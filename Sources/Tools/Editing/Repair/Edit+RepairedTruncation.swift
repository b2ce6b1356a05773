import HEIF
import ISOBMFF
import Movie

extension Edit {
  /// Repairs a truncated file: it keeps complete items and samples, and removes the metadata of lost ones.
  mutating func endAtTheCut() throws(EditError) {
    guard let missing = file.missingByteCount, let last = file.boxes.last,
      let origin = last.origin, last.definition() != nil
    else { return }
    if last.type == "moov", keepReadableTracks() { return }
    guard !["moov", "meta", "mini", "ftyp"].contains(last.type) else {
      throw EditError(
        .damaged,
        "is truncated in the middle of its \(last.type) box: \(counted(missing, "byte is", "bytes are")) missing: without it, the rest cannot be read; copy it again from where it came from\(last.type == "moov" ? ", or rebuild it with boxwalk repair --like and another recording of the same camera" : "")"
      )
    }
    notes.append(
      "truncated at byte \(original.bytes.count), in the middle of its \(last.type) box: \(counted(missing, "byte is", "bytes are")) missing"
    )
    losesMedia = true
    let index = file.boxes.count - 1
    if ["mdat", "free", "skip", "idat"].contains(last.type) {
      file.boxes[index].acceptSize()
    } else {
      file.boxes.removeLast()
      notes.append("the incomplete \(last.type) box at byte \(origin.fileOffset) is removed")
    }
    try removeLostItems()
    removeLostFragments()
    guard try !findMovedSamples() else { return }
    try removeLostSamples()
  }

  // MARK: Items

  private mutating func removeLostItems() throws(EditError) {
    guard let heif = HEIFFile(original) else { return }
    let lost = Set(heif.items.map(\.id).filter { isLost($0, heif) })
    guard !lost.isEmpty else { return }
    // An item without all of its inputs is lost as well.
    if let primary = heif.primaryItemID, needs(primary, heif, anyOf: lost) {
      let parts = heif.targets("dimg", from: primary)
      let lostParts = parts.filter { lost.contains($0) }.count
      let what =
        parts.isEmpty || lost.contains(primary)
        ? "the image is" : "\(lostParts) of the \(parts.count) parts of the image are"
      let rest = heif.sources("thmb", to: primary).filter { !needs($0.id, heif, anyOf: lost) }
      throw EditError(
        .damaged,
        "is truncated, and \(what) lost with it: copy it again from where it came from"
          + (rest.isEmpty ? "" : "; its thumbnail is whole, and boxwalk extract takes it out")
          + "; boxwalk convert --rescue makes an image of what is left")
    }
    var gone = Set(heif.items.map(\.id).filter { needs($0, heif, anyOf: lost) })
    // Metadata items that describe only lost items are also removed.
    for item in heif.items {
      let described = heif.targets("cdsc", from: item.id)
      if !described.isEmpty, described.allSatisfy(gone.contains) { gone.insert(item.id) }
    }
    removeItems(gone)
    for item in heif.items where gone.contains(item.id) {
      notes.append("lost: \(heif.title(of: item.id))")
    }
  }

  private func isLost(_ id: UInt32, _ heif: HEIFFile) -> Bool {
    do throws(ItemLocationError) {
      _ = try heif.dataRanges(of: id)
      return false
    } catch {
      if case .pastEnd = error { return true }
      return false
    }
  }

  /// Whether an item is one of `lost`, or consists of one of them.
  private func needs(
    _ id: UInt32, _ heif: HEIFFile, anyOf lost: Set<UInt32>, _ depth: Int = 0
  ) -> Bool {
    lost.contains(id)
      || depth < 8
        && heif.targets("dimg", from: id).contains { needs($0, heif, anyOf: lost, depth + 1) }
  }

  // MARK: Fragments

  /// Removes fragments whose media data is missing although no box was truncated: the file ends after a `moof` box.
  mutating func removeFragmentsWithoutData() {
    let end = original.bytes.count
    let isMissing = MovieFile(file)?.tracks.contains { track in
      track.samples.chunks.contains { chunk in
        chunk.fragmentStart != nil && chunk.location == .file(0)
          && (chunk.fileRange?.upperBound ?? .max) > end
      }
    }
    guard isMissing == true else { return }
    notes.append("the file ends at byte \(end), before the media data of its last fragments")
    losesMedia = true
    removeLostFragments()
  }

  /// Removes lost samples of fragments, fragments without whole samples, and the indexes.
  private mutating func removeLostFragments() {
    guard file.boxes.contains(where: { $0.type == "moof" }), let movie = MovieFile(file) else {
      return
    }
    var ends: [Int: Int] = [:]
    for track in movie.tracks {
      for chunk in track.samples.chunks {
        guard let moof = chunk.fragmentStart else { continue }
        ends[moof] = max(ends[moof] ?? 0, chunk.fileRange?.upperBound ?? .max)
      }
    }
    let count = original.bytes.count
    var isGone = false
    var (lost, shortened) = (0, 0)
    for index in file.boxes.indices where file.boxes[index].type == "moof" {
      guard let start = file.boxes[index].origin?.fileOffset, (ends[start] ?? 0) > count else {
        continue
      }
      if let rest = file.boxes[index].fragment(at: start, before: count, in: movie) {
        file.boxes[index] = rest
        ends[start] = count
        shortened += 1
      }
    }
    file.boxes.removeAll { box in
      switch box.type {
      case "moof":
        isGone = box.origin.map { (ends[$0.fileOffset] ?? 0) > count } ?? false
        lost += isGone ? 1 : 0
      // The boxes that belong to a fragment come before it, and its data comes after it.
      case "mdat", "free", "skip": break
      default: isGone = false
      }
      return isGone
    }
    let indexes = file.boxes.count { ["sidx", "ssix", "mfra"].contains($0.type) }
    file.boxes.removeAll { ["sidx", "ssix", "mfra"].contains($0.type) }
    if shortened > 0 { notes.append("lost: samples at the end of the last fragment") }
    if lost > 0 { notes.append("lost: \(counted(lost, "fragment")) with missing samples") }
    if indexes > 0 {
      notes.append("the index of the fragments is removed, because it lists all of them")
    }
    for track in movie.tracks { shortenedTracks.insert(track.id) }
  }

  // MARK: Samples

  /// The end of the bytes that stay.
  var keptEnd: Int {
    original.bytes.count - (file.trailing.isEmpty ? original.trailing.count : 0)
  }

  /// Removes samples from the tables that lie in removed bytes after the last box, or behind them.
  mutating func removeSamplesAfterBoxes() throws(EditError) {
    let end = keptEnd
    guard end < original.bytes.count, let movie = MovieFile(file),
      movie.tracks.contains(where: { !$0.samples.areWithin(end) })
    else { return }
    losesMedia = true
    try removeLostSamples()
  }

  /// Removes the first incomplete sample, and all samples after it, from the tables.
  mutating func removeLostSamples() throws(EditError) {
    guard let movie = MovieFile(original),
      let movieIndex = file.boxes.firstIndex(where: { $0.type == "moov" })
    else { return }
    var moov = file.boxes[movieIndex].children
    var timing = MovieTiming(timescale: movie.header?.timescale ?? 0)
    var isShorter = false
    let tracks = moov.indices.filter { moov[$0].type == "trak" }
    for (track, index) in zip(movie.tracks, tracks) {
      let inTables = track.tableSampleCount
      let whole = wholeSamples(of: track)
      guard whole < inTables else {
        timing.keep(moov[index])
        continue
      }
      moov[index].keepSamples(whole, until: track.composedEnd(ofFirst: whole), &timing)
      shortenedTracks.insert(track.id)
      isShorter = true
      notes.append(
        "track \(track.id) (\(track.handlerType)): \(whole) of \(inTables) samples are whole")
    }
    guard isShorter else { return }
    if let header = moov.firstIndex(where: { $0.type == "mvhd" }) {
      moov[header][MovieHeaderBox.self]?.duration = timing.duration
    }
    file.boxes[movieIndex].children = moov
  }

  /// The number of samples in the sample tables before the first incomplete one.
  private func wholeSamples(of track: Track) -> Int {
    let end = keptEnd
    var whole = 0
    for chunk in track.samples.chunks where chunk.fragmentStart == nil {
      guard let range = chunk.fileRange, range.upperBound <= end else {
        return chunk.wholeSamples(before: end)
      }
      whole = chunk.index + chunk.sampleCount
    }
    return whole
  }
}
