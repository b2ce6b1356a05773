import FieldCoding
import HEIF
import ISOBMFF
import Movie
import Rescue

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

  /// The end of the bytes that stay. Those after the last box, if they are part of the file, are in a box now.
  var keptEnd: Int {
    let last = file.boxes.last.map { [$0.origin].compactMap { $0 } + $0.pieces } ?? []
    let isKept = last.contains {
      $0.source === original.bytes.source
        && $0.range.upperBound > original.trailing.range.lowerBound
    }
    return original.bytes.count - (file.trailing.isEmpty && !isKept ? original.trailing.count : 0)
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
      let movieIndex = file.boxes.firstIndex("moov")
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
    if let header = moov.firstIndex("mvhd") {
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

/// Tracks that have their own tables, and have lost what says how they are coded.
extension Box {
  /// What every track of a kind of media has, and what a track of another recording of the same camera has as well. All
  /// else belongs to one recording: its tables, edits and metadata.
  private static let shared: Set<FourCC> = [
    "tkhd", "mdhd", "hdlr", "vmhd", "smhd", "nmhd", "gmhd", "dinf", "stsd",
  ]
  private static let sharedContainers: Set<FourCC> = ["trak", "mdia", "minf", "stbl"]

  /// A `trak` box with what is left of it, and with what it has lost from a track of another recording.
  ///
  /// - Returns: the box, and the types of the boxes that are from the other track; nil if it has lost a table of its samples.
  func completed(like other: Box) -> (track: Box, lost: [FourCC])? {
    func kind(of track: Box) -> FourCC? {
      track.children.at("mdia").first(HandlerBox.self)?.handlerType
    }
    if let own = kind(of: self), own.rawValue != 0, own != kind(of: other) { return nil }
    var lost: [FourCC] = []
    return completed(like: other, &lost).map { ($0, lost) }
  }

  private func completed(like other: Box, _ lost: inout [FourCC]) -> Box? {
    var kept: [Box] = []
    var types: Set<FourCC> = []
    for child in children {
      let model = other.children.first(child.type)
      if Box.sharedContainers.contains(child.type), let model, types.insert(child.type).inserted {
        guard let completed = child.completed(like: model, &lost) else { return nil }
        kept.append(completed)
      } else if child.isBroken && model?.isHollow != true || child.describesLess(than: model) {
        guard type != "stbl" || child.type == "stsd" else { return nil }
      } else {
        kept.append(child)
        types.insert(child.type)
      }
    }
    let needed = Box.sharedContainers.intersection(other.children.map(\.type))
    guard needed.isSubset(of: types) else { return nil }
    for (index, model) in other.children.enumerated()
    where Box.shared.contains(model.type) && !types.contains(model.type) {
      kept.insert(model, at: min(index, kept.count))
      lost.append(model.type)
    }
    return .container(type, kept)
  }

  /// Whether it or a box in it cannot be read, is nothing but zeros, or states times without their unit.
  var isBroken: Bool {
    isDamaged || isHollow || hasLostHeader || statesNoTimescale
  }

  /// Whether zeros are instead of the header of a box in it, so that what follows is not read.
  var hasLostHeader: Bool {
    type.rawValue == 0 || isContainer && trailing.contains { $0 != 0 }
      || children.contains(where: \.hasLostHeader)
  }

  /// Whether nothing but zeros is left of it, or of a box of a list in it.
  var isHollow: Bool {
    type.rawValue == 0 || origin.map { $0.dropFirst(headerSize).allSatisfy { $0 == 0 } } ?? false
      || ["dinf", "dref", "mvex"].contains(type) && children.contains(where: \.isHollow)
      || type == "udta" && children.contains { $0.type == "meta" && $0.isHollow }
  }

  /// Whether it describes samples, and lacks what decoders need, which another description of such samples has.
  private func describesLess(than other: Box?) -> Bool {
    guard type == "stsd", let model = other?.children.first else { return false }
    return !children.contains { entry in
      entry.type == model.type && !entry.isBroken && !entry.children.contains(where: \.isHollow)
        && Set(model.children.map(\.type)).subtracting(entry.children.map(\.type)).isDisjoint(
          with: Box.configurations)
        && entry.hasParameterSets >= model.hasParameterSets
    }
  }

  private static let configurations: Set<FourCC> = [
    "hvcC", "avcC", "av1C", "vpcC", "esds", "dOps", "dfLa", "alac", "wave", "dac3", "dec3",
  ]

  /// 1 if a sample entry has parameter sets, 0 if not.
  private var hasParameterSets: Int {
    let sets: (any RetaggedStreamSets)? = RetaggedHEVCSets(children) ?? RetaggedAVCSets(children)
    return sets?.units.isEmpty == false ? 1 : 0
  }

  /// Lets the headers of a track that were taken from another one state how long this one is.
  mutating func correctDurations(ofHeaders lost: [FourCC], inMovie timescale: UInt32) {
    guard lost.contains("tkhd") || lost.contains("mdhd") else { return }
    let media = children.at("mdia")
    var ticks: UInt64 = 0
    media.at("minf").at("stbl").first(TimeToSampleBox.self)?.entries.forEachRow { _, row in
      let run = UInt64(clamping: row[0]).multipliedReportingOverflow(by: UInt64(clamping: row[1]))
      ticks = ticks.addingSaturating(run.overflow ? .max : run.partialValue)
    }
    let scale = EditedTimescale(
      movie: timescale, media: media.first(MediaHeaderBox.self)?.timescale ?? 0)
    var shown: UInt64 = 0
    children.at("edts").first(EditListBox.self)?.entries.forEachRow { _, row in
      shown = shown.addingSaturating(UInt64(clamping: row[0]))
    }
    if shown == 0 { shown = UInt64(clamping: scale.movieTicks(Int64(clamping: ticks))) }
    if lost.contains("mdhd") {
      change(["mdia", "mdhd"]) { header in
        header[MediaHeaderBox.self]?.forgetTimes()
        header[MediaHeaderBox.self]?.setDuration(ticks)
        return true
      }
    }
    if lost.contains("tkhd") {
      change(["tkhd"]) { header in
        header[TrackHeaderBox.self]?.forgetTimes()
        header[TrackHeaderBox.self]?.setDuration(shown)
        return true
      }
    }
  }

  /// The `moov` box of a movie in fragments, with what it has lost from that of another one.
  ///
  /// - Returns: the box, and what is from the other box.
  func completedInitialization(like other: Box) -> (movie: Box, lost: [String]) {
    var lost: [String] = []
    var own = children.filter { $0.type == "trak" || !$0.isBroken }
    let tracks = own.all("trak")
    own.removeAll { $0.type == "trak" }
    var made: [Box] = []
    for model in other.children {
      if model.type == "trak" {
        let completed = tracks.firstNonNil { trak in
          trak.completed(like: model).flatMap {
            $0.track.trackID == model.trackID && $0.track.isReadableTrack ? $0 : nil
          }
        }
        lost +=
          completed.map { $0.lost.map { "\($0) of track \(model.trackID)" } }
          ?? ["track \(model.trackID)"]
        made.append(completed?.track ?? model)
      } else if let index = own.firstIndex(model.type) {
        made.append(own.remove(at: index))
      } else if ["mvhd", "mvex"].contains(model.type) {
        made.append(model)
        lost.append("\(model.type)")
      }
    }
    return (.container("moov", made + own), lost)
  }
}
