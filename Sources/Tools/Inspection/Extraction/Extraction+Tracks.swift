import ISOBMFF
import Movie

extension Extraction {
  func track(_ id: UInt32) throws(ExtractionError) -> Track {
    guard let movie else { throw ExtractionError("has no tracks: it contains no movie") }
    if let refusal = movie.refusal { throw ExtractionError(refusal) }
    guard let track = movie.tracks.first(where: { $0.id == id }) else {
      let ids = listed(movie.tracks.map { "\($0.id)" })
      throw ExtractionError("there is no track \(id)\(ids.isEmpty ? "" : ", only \(ids)")")
    }
    return track
  }

  /// Passes on all samples of a track, in decoding order.
  func extract(_ track: Track, asStored isStored: Bool, _ put: (Bytes) throws -> Void) throws {
    try refuseElsewhere(track)
    if !isStored { try refuseEncrypted(track) }
    try refuseMissingFragments(track)
    let streams = track.sampleEntries.map { entry in
      isStored ? Extraction.stored : stream(of: entry)
    }
    var last: Int?
    var walk = SampleWalk(track, in: boxes)
    try walk.forEachRun(isWhole: streams.allSatisfy(\.isStored)) { run in
      let index = run.descriptionIndex - 1
      let stream = streams.indices.contains(index) ? streams[index] : Extraction.stored
      try stream.write(run.data, isFirst: index != last, to: put)
      last = index
    }
  }

  private static let stored = ExtractedStream(.stored(prefix: Bytes()), "")

  private func stream(of entry: Box) -> ExtractedStream {
    if let stream = ExtractedStream(configuredBy: entry.children) { return stream }
    var name = Extraction.extensions[entry.type] ?? ""
    if let audio = entry[AudioSampleEntry.self] {
      if [0x69, 0x6B].contains(audio.elementaryStream?.objectTypeIndication) { name = "mp3" }
      if PCMFormat(entry.type, audio) != nil { name = "pcm" }
    }
    return ExtractedStream(.stored(prefix: Bytes()), name)
  }

  /// Sample entries whose samples, one after the other, are files.
  private static let extensions: [FourCC: String] = [
    ".mp3": "mp3", "ac-3": "ac3", "ec-3": "eac3", "apv1": "apv",
  ]

  /// QuickTime and ISO files may have their samples in other files.
  private func refuseElsewhere(_ track: Track) throws(ExtractionError) {
    guard case .elsewhere(let name)? = track.samples.location else { return }
    throw ExtractionError(
      "track \(track.id) has its samples in another file" + (name.map { ": \($0)" } ?? ""))
  }

  private func refuseEncrypted(_ track: Track) throws(ExtractionError) {
    guard track.isEncrypted else { return }
    throw ExtractionError("track \(track.id) is encrypted; --raw extracts its samples as they are")
  }

  /// The tables of a movie say how many samples there are; of fragments that are truncated or damaged,
  /// nothing else does.
  private func refuseMissingFragments(_ track: Track) throws(ExtractionError) {
    guard movie?.isFragmented == true else { return }
    let parts = ["moof", "traf", "tfhd", "trun"]
    let damage = boxes.findings.first { error in
      error.path.count <= 1
        || error.path[0].hasPrefix("moof")
          && (error.path.last.map { last in parts.contains { last.hasPrefix($0) } } ?? false
            || error.path.contains { $0.hasPrefix("tfhd") || $0.hasPrefix("trun") })
    }
    if let damage {
      throw ExtractionError(
        "samples of track \(track.id) may be missing, as there is damage: \(damage)")
    }
    guard boxes.trailing.isEmpty else {
      throw ExtractionError(
        "samples of track \(track.id) may be missing, as the file ends with "
          + "\(counted(boxes.trailing.count, "byte")) in which no box starts")
    }
  }

  var trackParts: [Found] {
    (movie?.tracks ?? []).map { track in
      let entry = track.sampleEntries.first
      let kind = [("vide", "video"), ("soun", "audio"), ("meta", "metadata"), ("pict", "images")]
        .first { FourCC($0.0) == track.handlerType }?.1
      return Found(
        part: .data(.track(track.id)),
        title: "\(kind ?? "'\(track.handlerType)'") of type '\(entry.map { "\($0.type)" } ?? "?")'"
          + ", \(counted(track.sampleCount, "sample"))",
        byteCount: track.byteCount, fileExtension: entry.map { stream(of: $0).fileExtension } ?? "",
        problem: problem(with: track))
    }
  }

  private func problem(with track: Track) -> String? {
    do throws(ExtractionError) {
      try refuseElsewhere(track)
      try refuseEncrypted(track)
      try refuseMissingFragments(track)
    } catch { return "\(error)" }
    return track.sampleCount == 0 ? "track \(track.id) has no samples" : nil
  }
}

/// Iterates over the samples of a track, and checks that all of them exist.
private struct SampleWalk {
  /// A sample, or many that are not separated.
  struct Run {
    var data: Bytes
    /// Counted from 1.
    var descriptionIndex: Int
  }

  private let track: Track
  private let file: Bytes
  /// The number of samples.
  private var count = 0
  /// The bytes that are being read.
  private var window = Bytes()

  init(_ track: Track, in boxes: BoxFile) {
    self.track = track
    file = boxes.bytes
  }

  /// - Parameter isWhole: whether contiguous samples may come in one piece.
  mutating func forEachRun(isWhole: Bool, _ body: (Run) throws -> Void) throws {
    if isWhole {
      for chunk in track.samples.chunks {
        try visit(chunk.fileRange, chunk.index, chunk.sampleCount, chunk.descriptionIndex, body)
      }
    } else {
      for sample in track.samples.withBytes {
        try visit(
          sample.fileRange, sample.index, sample.sampleCount, sample.descriptionIndex, body)
      }
    }
    guard count == track.sampleCount else {
      throw ExtractionError(
        "track \(track.id) says that it has \(counted(track.sampleCount, "sample")), "
          + "but states where they are only for \(grouped(count))")
    }
    guard count > 0 else { throw ExtractionError("track \(track.id) has no samples") }
  }

  private mutating func visit(
    _ range: Range<Int>?, _ index: Int, _ samples: Int, _ descriptionIndex: Int,
    _ body: (Run) throws -> Void
  ) throws {
    guard let range else {
      throw ExtractionError(
        "sample \(index + 1) of track \(track.id) is at an offset that no file has")
    }
    guard let data = file.part(range) else {
      let what =
        samples == 1
        ? "sample \(index + 1) of track \(track.id) is"
        : "samples \(index + 1) to \(index + samples) of track \(track.id) are"
      throw ExtractionError(
        "\(what) not all in the file: that would be \(counted(range.count, "byte")) "
          + "from byte \(range.lowerBound) on, and the file has \(file.count)")
    }
    count = index + samples
    if data.range.upperBound > window.range.upperBound
      || data.range.lowerBound < window.range.lowerBound
    {
      move(to: range.lowerBound)
    }
    do {
      try body(Run(data: data, descriptionIndex: descriptionIndex))
    } catch let error as FieldError {
      throw error.nested(in: "sample \(index + 1) of track \(track.id)")
    }
  }

  private mutating func move(to start: Int) {
    window.wereRead()
    window = file.part(start..<min(file.count, start + Bytes.window)) ?? Bytes()
    window.willBeRead()
  }
}
