import AVC
import Editing
public import FieldCoding
import HEIF
import ISOBMFF
import Inspection
import Movie
public import WorkerClient
import WorkerProtocol

/// The plan for the tracks of a movie: which are re-encoded, kept or removed.
struct MovieConversionPlan {
  let movie: MovieFile
  /// The tracks whose frames are re-encoded.
  private(set) var coded: [VideoSource] = []
  /// The video tracks that stay as they are.
  private(set) var kept: [Track] = []
  /// The video tracks that stay in another codec, as they are not shown unless a person chooses them, in plain words.
  private(set) var unchosen: [String] = []
  /// The numbers of the tracks that go.
  private(set) var removed: Set<UInt32> = []
  /// The parts of the movie that the output will not have.
  private(set) var lost: [String] = []
  /// The parts that are removed because the user asked for it, in plain words.
  private(set) var unwanted: [String] = []
  /// Notes for the user.
  private(set) var notes: [String] = []
  /// The plan for the audio.
  let audio: AudioPlan

  init(_ movie: MovieFile, _ options: MovieConverter.Options) throws(ConversionError) {
    self.movie = movie
    if let refusal = movie.refusal { throw ConversionError(.input, refusal) }
    try movie.check(options.tracks)
    audio = try AudioPlan(movie.tracks.filter(options.mayCode), options.audioChoice)
    let media = movie.tracks.filter { ["soun", "vide"].contains($0.handlerType) }
    guard !media.isEmpty else {
      throw ConversionError(.input, "has no track of video or audio")
    }
    guard media.contains(where: { $0.sampleCount > 0 }) else {
      throw ConversionError(.input, "has tracks of video or audio, but no samples of them")
    }
    switch options.preset.video {
    case .kept: kept = shown(options)
    case .removed: try removePictures()
    case .coded(let codec): try codePictures(as: codec, options)
    }
    removeHints()
  }

  /// The video tracks that are shown, or that the options name.
  private func shown(_ options: MovieConverter.Options) -> [Track] {
    movie.tracks.filter { track in
      VideoSource.hasPictures(track)
        && options.tracks?.contains(track.id) ?? (track.isEnabled && !beside.contains(track.id))
    }
  }

  /// The numbers of the tracks with frames of chapters, and of others that are shown only with another track.
  private var beside: Set<UInt32> {
    Set(movie.tracks.flatMap { $0.references("chap") + $0.references("thmb") })
  }

  /// Names the video tracks that nobody asked for, and that are not shown by themselves.
  private mutating func nameUnchosen(as codec: MoviePreset.Codec) {
    let beside = beside
    for track in movie.tracks
    where VideoSource.hasPictures(track) && !track.isEnabled && !beside.contains(track.id) {
      let others = track.sampleEntries.filter { !codec.sampleEntries.contains($0.type) }
      guard let entry = others.first else { continue }
      unchosen.append("track \(track.id) stays \(CodecDescription(entry: entry).name)")
    }
    notes += unchosen.map { "\($0), as it is not enabled; --track chooses the tracks to re-encode" }
  }

  private mutating func codePictures(
    as codec: MoviePreset.Codec, _ options: MovieConverter.Options
  ) throws(ConversionError) {
    for track in shown(options) {
      guard let source = try VideoSource(track) else { continue }
      if options.quality == nil, source.stays(as: codec, options) {
        kept.append(track)
        continue
      }
      if source.hasColoursOfDolbyVision {
        throw ConversionError.coloursOfDolbyVision(ofTrack: track.id)
      }
      coded.append(source)
      if source.hasDolbyVision { lost.append("Dolby Vision metadata") }
      if source.hasSecondEye { lost.append("frames of the second eye") }
    }
    if options.tracks == nil { nameUnchosen(as: codec) }
    if coded.isEmpty, !kept.isEmpty {
      notes.append("has frames in \(codec.title) already, which stay as they are")
    }
  }

  /// Removes the hint tracks of tracks whose samples change, because their packets refer to the old samples (ISO/IEC
  /// 14496-12 §12.4.1).
  private mutating func removeHints() {
    let changed = Set(coded.map(\.track.id) + audio.coded.map(\.track.id)).union(removed)
      .union(audio.removed).union(audio.lost.map(\.track.id))
    for track in movie.tracks
    where track.handlerType == "hint" && !removed.contains(track.id)
      && track.references("hint").contains(where: changed.contains)
    {
      removed.insert(track.id)
      lost.append("instructions for streaming servers (hint track \(track.id))")
    }
  }

  /// Keeps audio, the tracks to which it refers, such as texts of chapters, and the tracks that describe it.
  private mutating func removePictures() throws(ConversionError) {
    var kept = Set(movie.tracks.filter { $0.handlerType == "soun" }.map(\.id))
    guard !kept.isEmpty else { throw ConversionError(.input, "has no audio") }
    for track in movie.tracks where kept.contains(track.id) {
      kept.formUnion(track.references("chap"))
    }
    for track in movie.tracks where track.references("cdsc").contains(where: kept.contains) {
      kept.insert(track.id)
    }
    let gone = movie.tracks.filter { !kept.contains($0.id) }
    removed = Set(gone.map(\.id))
    let kinds = gone.map { track in
      switch track.handlerType {
      case "vide", "pict", "auxv": "video"
      case "meta": "timed metadata"
      case "tmcd": "timecode"
      case "text", "sbtl", "subt", "clcp": "texts"
      default: "a track of type \(track.handlerType)"
      }
    }
    for kind in kinds where !unwanted.contains(kind) { unwanted.append(kind) }
    guard !unwanted.isEmpty else { return }
    notes.append("keeps only its audio, without \(unwanted.joined(separator: ", "))")
  }
}

extension MovieFile {
  /// Throws if there is no such track, or one that is not re-encoded.
  fileprivate func check(_ ids: Set<UInt32>?) throws(ConversionError) {
    for id in (ids ?? []).sorted() {
      guard let track = tracks.first(where: { $0.id == id }) else {
        throw ConversionError(
          .input, "has no track \(id), only \(listed(tracks.map { String($0.id) }))"
        )
      }
      guard ["soun", "vide"].contains(track.handlerType) else {
        throw ConversionError(
          .input,
          "track \(id) is of type \(track.handlerType): only video and audio can be re-encoded")
      }
    }
  }
}

extension VideoSource {
  /// Whether the frames already have the form of the preset, so that they can be copied.
  fileprivate func stays(
    as codec: MoviePreset.Codec, _ options: MovieConverter.Options
  ) -> Bool {
    let preset = options.preset
    let shorter = Int(min(entry.width, entry.height))
    // Players refuse entries without a size.
    guard preset.keepsSame, isCoded(as: codec), shorter > 0,
      shorter <= preset.shorterSide ?? .max,
      options.mostBitsPerSecond.map({ Double($0) >= track.bitRate ?? 0 }) ?? true
    else { return false }
    if options.bringsIntoRange, isHDR { return false }
    if options.rotatesUpright, track.matrix.exactRotation != Rotation.none { return false }
    guard codec == .avc else { return type == codec.sampleEntry }
    // Players show both fields at once.
    if isInterlaced { return false }
    // Baseline, Main and High have 8 bits and 4:2:0.
    let profiles: Set<UInt8> = [66, 77, 100]
    return track.sampleEntries.allSatisfy { box in
      let record = box.children.first(AVCConfigurationBox.self)?.record
      return record.map { profiles.contains($0.profile.idc) } ?? false
    }
  }
}

/// The expected result of a preset for a movie.
public struct MovieForecast: Sendable {
  /// The preset.
  public let preset: MoviePreset
  /// The expected frames, in a few words: `H.264, 1920 × 1080; HDR becomes SDR`.
  public let video: String
  /// The expected audio, in a few words.
  public let audio: String
  /// The parts of the movie that the output would not have, in plain words: `Dolby Vision metadata`.
  public let lost: [String]

  /// The expected results of all presets for a movie.
  ///
  /// Throws if the file is not a movie, or if no preset can be made.
  public static func all(of bytes: Bytes) throws(ConversionError) -> [MovieForecast] {
    let file = BoxFile(bytes)
    guard let movie = MovieFile(file) else {
      throw ConversionError(.input, file.reasonForNoMovie)
    }
    let hasAudio = movie.tracks.contains { $0.handlerType == "soun" }
    var forecasts: [MovieForecast] = []
    var obstacles: [ConversionError] = []
    for preset in MoviePreset.all where hasAudio || preset.video != .removed {
      var options = MovieConverter.Options()
      options.preset = preset
      do throws(ConversionError) {
        forecasts.append(MovieForecast(try MovieConversionPlan(movie, options), options))
      } catch {
        obstacles.append(error)
        forecasts.append(MovieForecast(preset, cannotBeMade: error.message))
      }
    }
    if let first = obstacles.first, obstacles.count == forecasts.count { throw first }
    return forecasts
  }

  private init(_ preset: MoviePreset, cannotBeMade reason: String) {
    self.preset = preset
    video = "cannot be made: \(reason)"
    audio = "nothing is written"
    lost = []
  }

  private init(_ plan: MovieConversionPlan, _ options: MovieConverter.Options) {
    preset = options.preset
    lost =
      plan.lost + plan.audio.coded.compactMap { $0.lostChannels($0.coding?.channelCount) }
      + plan.unwanted + plan.audio.lost.map { "audio of track \($0.track.id)" }
    audio =
      !plan.movie.tracks.contains { $0.handlerType == "soun" }
      ? "no audio"
      : plan.audio.coded.isEmpty ? "audio stays as it is" : "audio becomes AAC"
    let unchosen = plan.unchosen.map { "; \($0)" }.joined()
    guard let source = plan.coded.first, let codec = preset.codec else {
      video =
        switch preset.video {
        case _ where plan.kept.isEmpty: "no video\(unchosen)"
        case .coded(let codec): "\(codec.title) already, which stays as it is\(unchosen)"
        case .kept, .removed: "video stays as it is"
        }
      return
    }
    let (width, height) = source.track.shownSize(
      Int(source.entry.width), Int(source.entry.height))
    let shorter = min(width, height)
    var text = codec.title
    if let most = preset.shorterSide, shorter > most {
      text += ", \(width * most / shorter & ~1) × \(height * most / shorter & ~1)"
    } else {
      text += ", \(width) × \(height)"
    }
    if source.isHDR {
      text += options.bringsIntoRange ? ", HDR becomes SDR" : ", HDR"
    }
    if source.isInterlaced { text += ", deinterlaced" }
    if plan.coded.count > 1 { text += ", and \(plan.coded.count - 1) more tracks" }
    video = text + unchosen
  }
}
