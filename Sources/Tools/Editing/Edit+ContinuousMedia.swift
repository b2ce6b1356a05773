import FieldCoding
import ISOBMFF
import Movie

extension Edit {
  /// Lets each video or audio track that an edit list shows in several parts, or only partly, have its samples in the
  /// order in which they are presented, so that one edit shows them: containers and streams without edit lists cannot express
  /// more.
  ///
  /// The bytes of the samples stay, except that frames of HEVC with which a part begins can get another type
  /// (``SplicedStart``). Samples that no part needs are left out, and those that several parts show are there
  /// several times. Frames that have to be decoded for a part, and are hidden, are shown for less than a millisecond
  /// each. Audio is cut between packets: a packet of which a part plays less than half is left out.
  ///
  /// Tracks that have other edit lists, or whose parts begin with frames that cannot be decoded first, stay as they
  /// are. A fragmented movie gets sample tables if that is necessary.
  ///
  /// Throws if the samples are not all in the file, or cannot be described by tables.
  ///
  /// - Returns: what is not exact, as phrases.
  public mutating func makeContinuous() throws(EditError) -> [String] {
    guard let movie = MovieFile(file), movie.tracks.contains(where: { $0.isInParts(of: movie) })
    else { return [] }
    if movie.isFragmented { _ = try gatherSamples() }
    guard let movie = MovieFile(file) else { return [] }
    var phrases: [String] = []
    for track in movie.tracks where track.isInParts(of: movie) {
      var changed = file
      guard var made = try ContinuousTrackEdit(track, of: movie, in: &changed) else { continue }
      file = changed
      try changeTrack(track.id) { (box) in made.apply(to: &box) }
      continuousTracks[track.id] = made.order
      keepsOffsets = false
      phrases += made.phrases
    }
    return phrases
  }
}

extension Track {
  /// Whether it has frames or audio that are presented in several parts, begin within a frame, or end noticeably
  /// earlier than the samples.
  fileprivate func isInParts(of movie: MovieFile) -> Bool {
    let movieTimescale = movie.header?.timescale ?? 0
    guard ["vide", "soun"].contains(handlerType), sampleCount > 0,
      PresentedParts(self, movieTimescale: movieTimescale) != nil
    else { return false }
    guard let media = PresentedMedia(self, movieTimescale: movieTimescale) else { return true }
    if handlerType == "vide", let first = sample(shownAt: media.mediaTime),
      media.mediaTime.subtractingSaturating(first.compositionTime) > Int64(timescale) / 1000
    {
      return true
    }
    guard let duration = media.duration else { return false }
    let rest = composedEnd.subtractingSaturating(media.mediaTime).subtractingSaturating(duration)
    let average = Int64(clamping: mediaDuration / UInt64(sampleCount))
    return rest > 0 && rest >= min(average, Int64(timescale) / 20)
  }
}

/// The order of the old samples in a track whose samples are in the order of their presentation.
struct ContinuousOrder {
  /// The indices of the old samples, as ranges of samples that follow each other.
  private(set) var ranges: [Range<Int>] = []
  /// The offsets of the changed frames with which sequences begin, in media data that the edit adds; by their new
  /// indices.
  var starts: [Int: Int] = [:]

  /// Adds an old sample to the end.
  mutating func append(_ index: Int) {
    if let last = ranges.last, last.upperBound == index {
      ranges[ranges.count - 1] = last.lowerBound..<index + 1
    } else {
      ranges.append(index..<index + 1)
    }
  }

  /// Whether a track has the samples of another one in this order.
  ///
  /// - Parameters:
  ///   - file: the file with the old samples, and the media data that the edit added to it.
  ///   - relocation: the new offsets of the bytes of the file.
  func isFound(
    in new: Track, of old: Track, in file: BoxFile, _ relocation: Relocation
  ) -> Bool {
    guard new.samples.count == ranges.reduce(0, { $0 + $1.count }) else { return false }
    var others = new.samples.makeIterator()
    for range in ranges {
      var count = 0
      for sample in old.samples.from(range.lowerBound).prefix(range.count) {
        count += 1
        guard let other = others.next(), sample.flags.isNonSync == other.flags.isNonSync,
          sample.descriptionIndex == other.descriptionIndex,
          sample.fileRange.count == other.fileRange.count
        else { return false }
        let size = sample.fileRange.count
        let start = starts[other.index]
        if let start, !file.isStart(at: start, of: sample) { return false }
        guard
          size == 0
            || relocation.isCopy(
              of: start.map { $0..<$0 + size } ?? sample.fileRange, at: other.fileRange.lowerBound)
        else { return false }
      }
      guard count == range.count else { return false }
    }
    return true
  }
}

extension BoxFile {
  /// Adds a frame with which a sequence begins after another one.
  ///
  /// - Returns: the offset for sample tables.
  mutating func addStart(_ sample: Sample, of track: Track) throws(EditError) -> Int {
    var start = SplicedStart()
    do throws(FieldError) { try start.begin(with: sample, of: track, in: bytes) } catch {
      throw EditError(error)
    }
    return addMedia(start.pieces(of: sample.fileRange, in: bytes).flatMap(Array.init))
  }

  /// Whether added media data is a frame in which nothing but the type of units of clean random access changed: 21 to
  /// 16.
  fileprivate func isStart(at offset: Int, of sample: Sample) -> Bool {
    var start = bytes.source.count
    for data in added {
      defer { start += data.count }
      guard start == offset else { continue }
      guard let old = bytes.part(sample.fileRange), data.count == old.count else { return false }
      let changes = zip(data, old).filter { $0 != $1 }
      return !changes.isEmpty
        && changes.allSatisfy { $1 & 0b0111_1110 == 21 << 1 && $0 ^ $1 == (21 ^ 16) << 1 }
    }
    return false
  }
}

/// The tables of a track whose samples are in the order of their presentation, and the edit that shows them.
struct ContinuousTrackEdit {
  /// The order of the old samples.
  private(set) var order = ContinuousOrder()
  /// What is not exact, as phrases.
  private(set) var phrases: [String] = []
  private var tables = SampleTableBuilder()
  private var groups: SampleGroupMerging?
  private var rows: [[Int64]] = []
  private let track: Track
  private let parts: PresentedParts
  /// The new timescale of the track.
  private var timescale: UInt32
  private var lastSample: (end: Int, chunk: Int, description: Int)?

  /// The most samples: a hostile edit list can show the same ones again and again.
  private static let mostSamples = 1 << 22

  /// Nil if the samples cannot be presented like that.
  ///
  /// - Parameter file: the file, which gets media data for frames that change.
  init?(_ track: Track, of movie: MovieFile, in file: inout BoxFile) throws(EditError) {
    let movieTimescale = movie.header?.timescale ?? 0
    guard let parts = PresentedParts(track, movieTimescale: movieTimescale), track.timescale > 0
    else { return nil }
    let table = track.box.children.at("mdia", "minf", "stbl")
    let unknown: Set<FourCC> = ["saiz", "saio", "senc", "subs", "padb"]
    guard !table.contains(where: { unknown.contains($0.type) }) else { return nil }
    (self.track, self.parts, timescale) = (track, parts, track.timescale)
    if track.samples.hasGroups { groups = SampleGroupMerging(table) }
    let made =
      track.handlerType == "vide"
      ? try addPictures(&file) : try addAudio()
    guard made, tables.sampleCount > 0 else { return nil }
    addEdit(movieTimescale)
  }

  // MARK: Samples

  private mutating func addPictures(_ file: inout BoxFile) throws(EditError) -> Bool {
    let track = track
    let bytes = file.bytes
    let source = ContinuousFrames.Source(track, in: bytes, end: track.composedEnd) {
      TrimmedTrack.samples(of: track, toShow: $0, in: bytes)
    }
    guard let frames = ContinuousFrames(source, parts, most: Self.mostSamples),
      let factor = UInt32(exactly: frames.factor)
    else { return false }
    let (product, overflow) = timescale.multipliedReportingOverflow(by: factor)
    guard !overflow, product < 1 << 31 else { return false }
    timescale = product
    let samples = frames.samples.map { frame in
      NewSample(
        byteCount: 0, compositionTime: frame.time, duration: frame.duration, isSync: false)
    }
    let first = frames.first
    var times = ReplacedTimes(samples)
    times.endTogether(samples)
    var offsets: [Int: Int] = [:]
    for (number, sample) in samples.enumerated() {
      let index = frames.samples[number].index
      guard let old = track.samples.sample(at: index) else { return false }
      if frames.samples[number].beginsSequence, track.endsSequence(before: old, in: bytes) == true {
        let offset: Int
        if let known = offsets[index] {
          offset = known
        } else {
          offset = try file.addStart(old, of: track)
        }
        offsets[index] = offset
        order.starts[number] = offset
      }
      let decodeTime = times.decodeTimes[number]
      try append(
        old, index,
        SampleTableBuilder.Row(
          duration: times.decodeTimes[number + 1].subtractingSaturating(decodeTime),
          compositionOffset: sample.compositionTime.addingSaturating(times.shift)
            .subtractingSaturating(decodeTime),
          byteCount: old.fileRange.count, flags: old.flags))
    }
    mediaTime = start.subtractingSaturating(first).addingSaturating(times.shift)
    if frames.hiddenCount > 0 {
      let (verb, each) = frames.hiddenCount == 1 ? ("is", "it") : ("are", "each")
      // Rounded up.
      let tenths = (frames.longestHidden * 10_000 + Int64(timescale) - 1) / Int64(timescale)
      phrases.append(
        """
        that \(counted(frames.hiddenCount, "frame")) behind parts of track \(track.id) \(verb) hidden by an \
        edit list: \(each) is shown for at most \(tenths / 10).\(tenths % 10) ms
        """)
    }
    return true
  }

  private mutating func addAudio() throws(EditError) -> Bool {
    var audio = ContinuousAudio(parts, Int64(track.timescale))
    var pending: (sample: Sample, time: Int64)?
    var first: Int64?
    var newPart = -1
    for (number, part) in parts.parts.enumerated() {
      let stops = number + 1 == parts.parts.count
      for sample in track.samples.from(start(of: part, isFirst: number == 0)) {
        guard sample.compositionTime < part.media.upperBound else { break }
        guard
          let time = audio.time(of: sample, in: part, isFirst: number == 0, isLast: stops)
        else { continue }
        guard sample.sampleCount == 1, sample.compositionOffset == 0,
          sample.isSync || number == newPart || number == 0,
          tables.sampleCount < max(Self.mostSamples, track.sampleCount.addingSaturating(1 << 20))
        else { return false }
        if let last = pending {
          guard time > last.time else { return false }
          try append(audio: last.sample, lasting: time - last.time)
        }
        if number != newPart { (newPart, lastSample) = (number, nil) }
        pending = (sample, time)
        first = first ?? time
      }
    }
    guard let last = pending, let first else { return false }
    try append(audio: last.sample, lasting: max(0, last.sample.duration))
    mediaTime = start.subtractingSaturating(first)
    if let phrase = audio.phrase(track) { phrases.append(phrase) }
    return mediaTime >= 0
  }

  /// The index of the first packet that may belong to a part. The first part also has the packets that decoders need
  /// before it; the others begin with the state in which the part before them left the decoder.
  private func start(of part: PresentedParts.Part, isFirst: Bool) -> Int {
    let media = part.media
    if isFirst {
      return TrimmedTrack.samples(
        of: track, toShow: media.lowerBound..<max(media.lowerBound + 1, media.upperBound),
        in: Bytes()
      ).lowerBound
    }
    return (track.samples.sample(composedAt: media.lowerBound) ?? track.samples.sample(at: 0))?
      .index ?? 0
  }

  private mutating func append(audio sample: Sample, lasting duration: Int64) throws(EditError) {
    try append(
      sample, sample.index,
      SampleTableBuilder.Row(
        duration: duration, compositionOffset: 0, byteCount: sample.fileRange.count,
        flags: sample.flags))
  }

  private mutating func append(
    _ sample: Sample, _ index: Int, _ row: SampleTableBuilder.Row
  ) throws(EditError) {
    guard sample.location == .file(0) else {
      throw EditError(.unsupported, "has samples of track \(track.id) in another file")
    }
    let start = order.starts[tables.sampleCount] ?? sample.fileRange.lowerBound
    let next = (
      end: start, chunk: sample.chunkNumber, description: sample.descriptionIndex
    )
    if lastSample.map({ $0 != next }) ?? true {
      tables.beginChunk(at: start, descriptionIndex: sample.descriptionIndex)
    }
    lastSample = (start + sample.fileRange.count, sample.chunkNumber, sample.descriptionIndex)
    try tables.append(row)
    try groups?.append(sample.groups)
    order.append(index)
  }

  // MARK: The edit

  /// The new media time at which the first part begins.
  private var mediaTime: Int64 = 0

  /// The time of the presentation at which the first part begins, in ticks of the new timescale.
  private var start: Int64 {
    parts.parts.first.map { parts.time(ofMedia: $0.media.lowerBound, in: $0, in: Int64(timescale)) }
      ?? 0
  }

  private mutating func addEdit(_ movieTimescale: UInt32) {
    guard let first = parts.parts.first else { return }
    let edits = track.editList.edits
    let scale = EditedTimescale(movie: movieTimescale, media: timescale)
    let end = edits.last.map { edit in
      edit.start.addingSaturating(
        edit.duration
          ?? scale.movieTicks(
            Int64(clamping: tables.duration).subtractingSaturating(mediaTime)))
    }
    if first.start > 0 { rows.append([first.start, -1, 1, 0]) }
    rows.append([
      max(1, (end ?? first.start).subtractingSaturating(first.start)), mediaTime, 1, 0,
    ])
  }

  /// Writes these tables, the timescale and the edit to a `trak` box.
  mutating func apply(to box: inout Box) {
    box.describeSamples(by: &tables, groups, track.sampleEntries)
    let timescale = timescale
    box.change(["mdia", "mdhd"]) { header in
      header[MediaHeaderBox.self]?.timescale = timescale
      return true
    }
    box.setEdits(rows)
  }
}
