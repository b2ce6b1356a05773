import FieldCoding
public import ISOBMFF
import Movie

extension Edit {
  /// Appends other movies to this one, without re-encoding: video tracks continue with video tracks, audio
  /// tracks with audio tracks, and so on. In all tracks, each movie begins at the end of the previous one, by the
  /// edit lists (ISO/IEC 14496-12 §8.6.6), which also skip the priming of audio in each movie. Different sample
  /// entries are kept side by side.
  ///
  /// The metadata of the first movie stays; ``notes`` name what others say beside, and tracks that have no counterpart.
  ///
  /// Throws if the coding of frames or audio differs, and says what differs; if a movie is encrypted or
  /// incomplete; or if this movie has fragments (``defragment()``).
  public mutating func join(_ others: [(name: String, bytes: Bytes)]) throws(EditError) {
    try original.requireEnd()
    // With a finer timescale, movies can begin at the exact end of a frame.
    refineTimescale(toAtLeast: 600)
    refineTimescale(for: Edit.lengths(of: [file] + others.map { BoxFile($0.bytes) }))
    let first = try MovieFile(requiredIn: file)
    guard !first.isFragmented else {
      throw EditError(
        .unsupported, "has fragments, which have to be put together first")
    }
    try first.requireJoinable(file)
    let said = MovieDeclarations(original)
    var movies: [JoinedMovie] = []
    for (name, bytes) in others {
      do throws(EditError) {
        let movie = try joined(bytes, to: first)
        if movie.tracks.values.contains(where: \.beginsBetweenKeyFrames) {
          notes.append(
            "\(name) begins between two key frames: FFmpeg, and players that use it, show it late; cut it with boxwalk trim --smart, and it begins with one"
          )
        }
        let left = movie.declarations.missing(in: [said]).phrases
        if !left.isEmpty {
          notes.append("\(name): not carried over: \(left.joined(separator: "; "))")
        }
        movies.append(movie)
      } catch {
        throw error.inFile(name)
      }
    }
    try describe(&movies, of: first)
    for (other, movie) in zip(others, movies) where abs(movie.delay) >= 0.002 {
      notes.append(
        "\(other.name): its audio is \(decimal(abs(movie.delay) * 1000, digits: 0)) ms \(movie.delay > 0 ? "late" : "early") in FFmpeg, and in players that use it, because they play whole packets"
      )
    }
    for movie in movies {
      let last = file.boxes.lastIndex { $0.type == "mdat" } ?? file.boxes.endIndex - 1
      file.boxes.insert(movie.media, at: last + 1)
      for track in movie.leftOut where track.sampleCount > 0 {
        lose([
          "a track of another movie (\(track.handlerType)) has no track to continue, and is left out"
        ])
      }
    }
    joinedMovies = movies
    keepsOffsets = false
    notes.append(
      "\(counted(movies.count, "more movie")) \(movies.count == 1 ? "is" : "are") in it now")
  }

  /// Removes what further movies have for tracks that are removed.
  mutating func removeJoinedMedia(of ids: Set<UInt32>) {
    for index in joinedMovies.indices {
      let source = joinedMovies[index].file.bytes.source
      joinedMovies[index].tracks = joinedMovies[index].tracks.filter { !ids.contains($0.key) }
      let box = file.boxes.firstIndex { box in
        box.origin == nil && box.pieces.contains { $0.source === source }
      }
      if let box { file.boxes[box] = joinedMovies[index].media }
    }
  }

  /// The durations of the edit lists of movies, and of tracks without one, in seconds. A movie ends where the next one
  /// begins.
  private static func lengths(of files: [BoxFile]) -> [Double] {
    var lengths: Set<Double> = []
    for movie in files.compactMap({ MovieFile($0) }) {
      let scale = Double(max(1, movie.header?.timescale ?? 1))
      for track in movie.tracks {
        let edits = track.editList.edits.compactMap { $0.duration.map { Double($0) / scale } }
        lengths.formUnion(edits.isEmpty ? [track.duration ?? 0] : edits)
        let ticks = EditedTimescale(movie: track.timescale, media: track.timescale)
        lengths.insert(
          Double(JoinedLead(track, after: 1, ticks).late) / Double(max(1, track.timescale)))
      }
    }
    return Array(lengths)
  }

  private mutating func joined(
    _ bytes: Bytes, to first: MovieFile
  ) throws(EditError) -> JoinedMovie {
    let other = BoxFile(bytes)
    let movie = try MovieFile(requiredIn: other)
    if let damage = other.findings.first {
      throw EditError(.damaged, "is damaged (\(damage)); boxwalk repair may repair it")
    }
    try movie.requireJoinable(other)
    var joined = JoinedMovie(file: other, movie: movie, shift: file.registerMedia(bytes))
    let differences = joined.match(first)
    guard differences.isEmpty else {
      throw EditError(
        .unsupported,
        "cannot follow as it is: \(differences.phrase)"
      )
    }
    for track in joined.tracks.values {
      guard let sample = track.samples.first(where: { _ in true }) else { continue }
      do throws(FieldError) {
        try joined.start.begin(with: sample, of: track, in: other.bytes)
      } catch { throw EditError(error) }
    }
    return joined
  }

  /// Writes the tables and edits of all movies to each track.
  private mutating func describe(
    _ movies: inout [JoinedMovie], of first: MovieFile
  ) throws(EditError) {
    let titles = Set(first.tracks.flatMap { $0.references("chap") })
    let timescale = first.header?.timescale ?? 0
    var tracks: [UInt32: JoinedTrack] = [:]
    for track in first.tracks {
      let isGrouped =
        track.samples.hasGroups
        || movies.contains { $0.tracks[track.id]?.samples.hasGroups ?? false }
      tracks[track.id] = try JoinedTrack(
        track, movieTimescale: timescale, isGrouped: isGrouped,
        hasTitles: titles.contains(track.id), in: &file)
    }
    var longer: Set<UInt32> = []
    for index in movies.indices {
      // Telemetry and timecodes often last longer than what is seen and heard.
      let ends = tracks.values.filter(\.isSeenOrHeard).map(\.duration).max()
      let end = ends ?? tracks.values.map(\.duration).max() ?? 0
      let movie = movies[index]
      for (id, other) in movie.tracks {
        guard var track = tracks.removeValue(forKey: id) else { continue }
        if track.duration > end {
          // A smaller difference is one of rounding.
          if (track.duration - end) * 1000 > UInt64(timescale) { longer.insert(id) }
          track.end(at: end)
        }
        try track.wait(until: end, in: &file)
        movies[index].starts[id] = try track.append(
          other, shift: movie.shift, movieTimescale: movie.movie.header?.timescale ?? 0, in: &file)
        tracks[id] = track
      }
    }
    for delays in tracks.values.map(\.delays) where delays.count > movies.count {
      for index in movies.indices where abs(delays[index + 1]) > abs(movies[index].delay) {
        movies[index].delay = delays[index + 1]
      }
    }
    if !longer.isEmpty {
      let ids = longer.sorted().map(String.init)
      notes.append(
        "each movie begins where the pictures and audio of the one before end: what track\(ids.count == 1 ? "" : "s") \(listed(ids)) \(ids.count == 1 ? "has" : "have") after that is hidden"
      )
    }
    guard let movieIndex = file.boxes.firstIndex("moov") else { return }
    var children = file.boxes[movieIndex].children
    for index in children.indices where children[index].type == "trak" {
      let id = children[index].children.first(TrackHeaderBox.self)?.trackID ?? 0
      tracks[id]?.apply(to: &children[index])
      rebuiltTracks.insert(id)
    }
    if let header = children.firstIndex("mvhd") {
      children[header][MovieHeaderBox.self]?.setDuration(tracks.values.map(\.duration).max() ?? 0)
    }
    file.boxes[movieIndex].children = children
  }
}

extension Track {
  /// Whether it has frames, of which the first that its edit list shows cannot be decoded first.
  fileprivate var beginsBetweenKeyFrames: Bool {
    guard handlerType == "vide",
      let start = editList.edits.lazy.compactMap(\.mediaTime).first,
      let shown = sample(shownAt: start)
    else { return false }
    return shown.index > 0 && !shown.isSync
  }
}

extension MovieFile {
  /// Throws if samples are missing, or if tables have properties of samples that cannot be joined.
  fileprivate func requireJoinable(_ file: BoxFile) throws(EditError) {
    try requireTables()
    let tables: Set<FourCC> = ["saiz", "saio", "senc", "subs", "padb"]
    for track in tracks {
      guard !track.editList.repeats else {
        throw EditError(.unsupported, "shows track \(track.id) again and again")
      }
      guard track.samples.areWithin(file.bytes.count) else {
        throw EditError(
          .damaged,
          "ends before all samples of track \(track.id) do; boxwalk repair drops what is lost")
      }
      if let table = track.box.children.at("mdia", "minf", "stbl")
        .first(where: { tables.contains($0.type) })
      {
        throw EditError(
          .unsupported, "has a table (\(table.type), track \(track.id)) that cannot be joined yet")
      }
      if track.isEncrypted {
        throw EditError(.unsupported, "is encrypted (track \(track.id))")
      }
    }
  }
}

/// A difference because of which the samples of one movie cannot follow those of another.
struct JoinDifference {
  let text: String
  /// What makes the movies alike; nil if it is not sure that anything does.
  let remedy: Remedy?

  enum Remedy: Hashable {
    /// `boxwalk transcode` with these options.
    case transcoding(String)
    case leavingTracksOut
  }

  init(_ text: String, _ remedy: Remedy? = nil) { (self.text, self.remedy) = (text, remedy) }
}

extension [JoinDifference] {
  /// The differences, and a command that makes the movies alike, if there is one.
  var phrase: String {
    "it differs in \(listed(map(\.text)))" + (advice.map { "; \($0)" } ?? "")
  }

  private var advice: String? {
    let remedies = Set(map(\.remedy))
    guard !remedies.contains(nil) else { return nil }
    if remedies == [.leavingTracksOut] {
      return "boxwalk track FILE --drop NUMBER leaves a track out"
    }
    var options: [String] = []
    for case .transcoding(let option)? in remedies { options.append(option) }
    // Smaller frames have the compatible codec, too.
    if options.contains(where: { $0.hasPrefix("--preset") && $0 != JoinDifference.compatible }) {
      options.removeAll { $0 == JoinDifference.compatible }
    }
    guard remedies.count >= options.count, !remedies.contains(.leavingTracksOut) else { return nil }
    if options == [JoinDifference.audio] { options.append("--preset passthrough") }
    let names = options.sorted(by: >).joined(separator: " ")
    return "boxwalk transcode FILES \(names) -o FOLDER makes them alike"
  }
}

extension JoinDifference {
  static let compatible = "--preset compatible"
  static let audio = "--audio aac"

  /// What gives frames the same codec and size.
  static func remedy(
    _ one: VisualSampleEntry, _ other: VisualSampleEntry, haveSameColours: Bool
  ) -> Remedy? {
    let (sides, others) = ([one.width, one.height], [other.width, other.height])
    guard haveSameColours, Int(sides[0]) * Int(others[1]) == Int(sides[1]) * Int(others[0]) else {
      return nil
    }
    guard sides != others else { return .transcoding(compatible) }
    let least = (sides + others).min() ?? 0
    return [2160, 1080, 720, 540].first { $0 <= least }.map { .transcoding("--preset \($0)p") }
  }

  /// What gives audio the same codec: AAC has one or two channels then, and the rate stays.
  static func remedy(_ one: Box, _ other: Box) -> Remedy? {
    let (mine, theirs) = (form(ofAudio: one), form(ofAudio: other))
    return mine.rate == theirs.rate && min(2, mine.channels) == min(2, theirs.channels)
      ? .transcoding(audio) : nil
  }

  /// The rate and the channels of audio: those of the decoder, because sample entries of MP4 often state two channels
  /// for one.
  static func form(ofAudio box: Box) -> (rate: Int, channels: Int) {
    let entry = box[AudioSampleEntry.self]
    let coded = entry?.elementaryStream?.audioConfiguration
    return (
      coded?.samplesPerSecond.map { Int($0) } ?? Int(entry?.samplesPerSecond ?? 0),
      coded?.channelCount.map { Int($0) } ?? Int(entry?.channels ?? 0)
    )
  }
}
