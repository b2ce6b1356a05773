import AVC
import HEVC
import ISOBMFF
import Movie

/// A movie that is appended to others.
struct JoinedMovie {
  let file: BoxFile
  let movie: MovieFile
  /// The number that the edit adds to offsets in its file.
  let shift: Int
  /// The tracks of this movie that continue those of the first movie, by the IDs of these.
  var tracks: [UInt32: Track] = [:]
  /// How late its audio is in players that play whole packets, in seconds.
  var delay = 0.0
  /// What changes in the first frames.
  var start = SplicedStart()
  /// What of each of these tracks comes before, as ``JoinedTrack`` leaves it.
  var starts: [UInt32: Start] = [:]

  /// The start of a track in the joined one.
  struct Start {
    var sample: Int
    /// The new numbers of sample entries, by the old ones from 1.
    var descriptions: [Int]
    var scale: EditedTimescale
  }

  /// Finds the track of this movie that continues each track of another one: the first of a kind continues the first.
  ///
  /// - Returns: the differences because of which they cannot be joined.
  mutating func match(_ first: MovieFile) -> [JoinDifference] {
    var differences: [JoinDifference] = []
    let (own, theirs) = (first.tracksByKind, movie.tracksByKind)
    for kind in ["vide", "soun"] as [FourCC] {
      let (count, other) = (own[kind]?.count ?? 0, theirs[kind]?.count ?? 0)
      let name = kind == "vide" ? "tracks of pictures" : "tracks of audio"
      if count != other {
        differences.append(
          JoinDifference("the number of \(name) (\(count) and \(other))", .leavingTracksOut))
      }
    }
    for (kind, list) in own.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      for (track, candidate) in zip(list, theirs[kind] ?? []) {
        let found = track.differences(from: candidate)
        if found.isEmpty {
          tracks[track.id] = candidate
        } else if ["vide", "soun"].contains(kind) {
          differences += found
        }
      }
    }
    return differences
  }

  /// What the movie says, and the joined movie does not have because of its tracks.
  var declarations: MovieDeclarations {
    let all = MovieDeclarations(file)
    let titles = Set(tracks.values.flatMap { $0.references("chap") })
    return tracks.values.contains { titles.contains($0.id) } ? all.withoutChapters() : all
  }

  /// The media data with the samples of its tracks that continue others.
  var media: Box {
    let parts = tracks.values.flatMap(file.mediaRanges(of:)).joined
    return Box(mediaData: parts.flatMap { start.pieces(of: $0, in: file.bytes) })
  }

  /// The tracks that continue no track.
  var leftOut: [Track] {
    let used = Set(tracks.values.map(\.id))
    return movie.tracks.filter { !used.contains($0.id) }
  }
}

extension MovieFile {
  /// The tracks that have samples, by their handlers.
  fileprivate var tracksByKind: [FourCC: [Track]] {
    Dictionary(grouping: tracks.filter { $0.sampleCount > 0 }, by: \.handlerType)
  }
}

extension Track {
  /// The differences because of which samples of another track cannot follow those of this one.
  fileprivate func differences(from other: Track) -> [JoinDifference] {
    var differences: [JoinDifference] = []
    for entry in other.sampleEntries {
      let forms = sampleEntries.map {
        JoinedSampleForm($0).differences(from: JoinedSampleForm(entry))
      }
      guard !forms.contains(where: \.isEmpty), let least = forms.min(by: { $0.count < $1.count })
      else { continue }
      differences += least
    }
    if handlerType == "vide", matrix != other.matrix {
      differences.append(
        JoinDifference(
          "the rotation of pictures",
          uprightSize != nil && uprightSize == other.uprightSize ? .transcoding("--upright") : nil))
    }
    if handlerType == "vide",
      header?.width != other.header?.width
        || header?.height != other.header?.height, differences.isEmpty
    {
      differences.append(JoinDifference("the size at which pictures are shown"))
    }
    return differences
  }

  /// The size of the frames if they are rotated upright; nil if they cannot be.
  private var uprightSize: [UInt16]? {
    guard let rotation = matrix.exactRotation,
      let entry = sampleEntries.first?[VisualSampleEntry.self]
    else {
      return nil
    }
    return rotation.swapsSides ? [entry.height, entry.width] : [entry.width, entry.height]
  }
}

extension JoinedMovie {
  /// The number of samples up to its end in the new track.
  ///
  /// - Parameter id: the ID of the track of the first movie.
  func end(behind id: UInt32) -> Int? {
    starts[id].map { $0.sample + (tracks[id]?.samples.count ?? 0) }
  }

  /// Whether the samples of this movie that follow a track have the same bytes and times as before.
  ///
  /// - Parameter id: the ID of the track of the first movie.
  func isFound(behind id: UInt32, in new: Track, _ relocation: Relocation) -> Bool {
    guard let track = tracks[id] else { return true }
    guard let start = starts[id] else { return false }
    var others = new.samples.from(start.sample)
    var delay: Int64?
    for sample in track.samples {
      guard let other = others.next() else { return false }
      let time = start.scale.nearestTicks(sample.decodeTime)
      let first = delay ?? (other.decodeTime - time)
      delay = first
      let range = sample.fileRange
      let unchanged = self.start.unchanged(of: range)
      let shifted = unchanged.lowerBound + shift..<unchanged.upperBound + shift
      let offset = start.scale.nearestTicks(signed: sample.compositionOffset)
      guard other.decodeTime - time == first, other.compositionOffset == offset,
        other.flags.isNonSync == sample.flags.isNonSync,
        start.descriptions.indices.contains(sample.descriptionIndex - 1),
        other.descriptionIndex == start.descriptions[sample.descriptionIndex - 1],
        other.fileRange.count == range.count,
        range.isEmpty
          || relocation.newOffset(of: shifted)
            == other.fileRange.lowerBound + (unchanged.lowerBound - range.lowerBound)
      else { return false }
    }
    return true
  }
}

/// The coding of samples, as their sample entry states it, to find out whether samples of another entry can follow.
struct JoinedSampleForm {
  let entry: Box

  init(_ entry: Box) { self.entry = entry }

  /// Whether one decoder configuration decodes the samples of both.
  func isSame(as other: JoinedSampleForm) -> Bool {
    guard entry.type == other.entry.type else { return false }
    return differences(from: other).isEmpty && sets == other.sets && settings == other.settings
  }

  /// The differences that players cannot handle within a track, such as `the size of pictures (1920×1080 and 1280×720)`.
  func differences(from other: JoinedSampleForm) -> [JoinDifference] {
    var differences: [JoinDifference] = []
    let remedy = remedy(other)
    let medium =
      entry[VisualSampleEntry.self] != nil
      ? "pictures" : entry[AudioSampleEntry.self] != nil ? "audio" : "samples"
    func compare<Value: Equatable>(_ name: String, _ value: (JoinedSampleForm) -> Value) {
      let (mine, theirs) = (value(self), value(other))
      if mine != theirs {
        differences.append(JoinDifference("the \(name) (\(mine) and \(theirs))", remedy))
      }
    }
    compare("codec of \(medium)") { "\($0.entry.type)" }
    guard differences.isEmpty else { return differences }
    if entry[VisualSampleEntry.self] != nil {
      compare("size of pictures") { $0.size }
      compare("bits and chroma of pictures") { $0.samples }
      compare("shape of pixels") { $0.pixels }
      compare("colours of pictures") { $0.colours }
    } else if entry[AudioSampleEntry.self] != nil {
      compare("rate of audio") {
        "\(JoinDifference.form(ofAudio: $0.entry).rate) Hz"
      }
      compare("number of channels") { JoinDifference.form(ofAudio: $0.entry).channels }
      compare("bits of audio") {
        $0.entry[AudioSampleEntry.self].flatMap {
          $0.extended?.constBitsPerChannel ?? UInt32($0.sampleSize)
        } ?? 0
      }
      if settings != other.settings {
        differences.append(JoinDifference("the settings of the audio decoder", remedy))
      }
    } else if settings != other.settings {
      differences.append(JoinDifference("the description of samples (\(entry.type))"))
    }
    return differences
  }

  /// What makes samples of both entries alike; nil if it is not sure that anything does.
  private func remedy(_ other: JoinedSampleForm) -> JoinDifference.Remedy? {
    if let mine = entry[VisualSampleEntry.self], let theirs = other.entry[VisualSampleEntry.self] {
      return JoinDifference.remedy(
        mine, theirs, haveSameColours: colours == other.colours && pixels == other.pixels)
    }
    return entry[AudioSampleEntry.self] != nil && other.entry[AudioSampleEntry.self] != nil
      ? JoinDifference.remedy(entry, other.entry) : nil
  }

  // MARK: Comparison

  private var size: String {
    entry[VisualSampleEntry.self].map { "\($0.width)×\($0.height)" } ?? ""
  }

  /// Bits and chroma format.
  private var samples: String {
    if let record = entry.children.first(HEVCConfigurationBox.self)?.record {
      return "\(record.bitDepthLumaMinus8 + 8) bits, \(record.chromaFormat)"
    }
    guard let record = entry.children.first(AVCConfigurationBox.self)?.record else { return "" }
    let high = record.highProfile
    return "\((high?.bitDepthLumaMinus8 ?? 0) + 8) bits, \(high?.chromaFormat ?? .yuv420)"
  }

  private var pixels: String {
    entry.children.first(PixelAspectRatioBox.self).map { "\($0.hSpacing):\($0.vSpacing)" } ?? "1:1"
  }

  private var colours: String {
    let box = entry.children.compactMap { $0[ColourInformationBox.self] }.first { !$0.hasProfile }
    return box.map {
      "\($0.colourPrimaries)/\($0.transferCharacteristics)/\($0.matrixCoefficients)"
        + ($0.isFullRange ? "/full" : "")
    } ?? "not stated"
  }

  /// The parameter sets in any order, with the size of NAL unit lengths.
  private var sets: Set<Bytes> {
    let sets: (any RetaggedStreamSets)? =
      RetaggedHEVCSets(entry.children) ?? RetaggedAVCSets(entry.children)
    guard let sets else { return [] }
    return Set(sets.units.map(\.withoutTrailingZeros) + [Bytes([UInt8(sets.lengthSize)])])
  }

  /// The other settings of decoders, without bit rates and names of encoders.
  private var settings: [Box] {
    let audio = entry[AudioSampleEntry.self]
    guard entry[VisualSampleEntry.self] != nil || audio != nil else {
      guard entry.children.contains(where: { $0.type == "btrt" }) else { return [entry] }
      var entry = entry
      entry.children.removeAll { $0.type == "btrt" }
      return [entry]
    }
    var ignored: Set<FourCC> = [
      "btrt", "free", "hvcC", "lhvC", "avcC", "wave", "pasp", "colr", "chrm", "frma", "mp4a",
    ]
    // AAC states the positions of its channels itself.
    if audio?.elementaryStream?.audioConfiguration != nil { ignored.insert("chan") }
    let boxes = audio?.settings ?? entry.children
    return boxes.filter { !ignored.contains($0.type) && $0.type.rawValue != 0 }
      .map { $0.withoutBitRates }.sorted { $0.type.rawValue < $1.type.rawValue }
  }
}

extension Box {
  /// Raises the rates of bits of a sample entry to those of another one, whose samples it describes as well. Without
  /// those of either, it states none.
  mutating func raiseBitRates(to other: Box) {
    guard let index = children.firstIndex("btrt"),
      let mine = children[index][BitRateBox.self]
    else { return }
    guard let theirs = other.children.first(BitRateBox.self) else {
      children.remove(at: index)
      return
    }
    var most = mine
    most.bufferSizeDB = max(mine.bufferSizeDB, theirs.bufferSizeDB)
    most.maxBitrate = max(mine.maxBitrate, theirs.maxBitrate)
    most.avgBitrate = max(mine.avgBitrate, theirs.avgBitrate)
    if most != mine { children[index][BitRateBox.self] = most }
  }

  /// A stream descriptor without the values that differ between files of the same encoder.
  fileprivate var withoutBitRates: Box {
    guard var stream = self[ElementaryStreamDescriptorBox.self] else { return self }
    func plain(_ descriptor: Descriptor) -> Descriptor {
      var descriptor = descriptor
      descriptor.sizeBytes = 1
      descriptor.decoder?.bufferSizeDB = 0
      descriptor.decoder?.maxBitrate = 0
      descriptor.decoder?.avgBitrate = 0
      descriptor.stream = nil
      descriptor.children = descriptor.children.map(plain)
      return descriptor
    }
    stream.descriptors = stream.descriptors.map(plain)
    return Box(stream)
  }
}
