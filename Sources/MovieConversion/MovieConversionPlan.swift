import AVC
import HEIF
import ISOBMFF
import Movie
import WorkerClient

/// What is to become of the tracks of a movie.
struct MovieConversionPlan {
  let movie: MovieFile
  /// The tracks whose pictures are coded anew.
  private(set) var coded: [VideoSource] = []
  /// What the movie has and the output will not have.
  private(set) var lost: [String] = []
  /// What a person may want to know.
  private(set) var notes: [String] = []
  /// What becomes of the sound.
  let sound: SoundPlan

  init(_ movie: MovieFile, _ options: MovieConverter.Options) throws(ConversionError) {
    self.movie = movie
    sound = try SoundPlan(movie.tracks, options.soundChoice)
    let preset = options.preset
    // Pictures of chapters, and others that are shown only beside, stay what they are.
    let beside = Set(movie.tracks.flatMap { $0.references("chap") + $0.references("thmb") })
    var hasPictures = false
    for track in movie.tracks where track.isEnabled && !beside.contains(track.id) {
      guard let source = try VideoSource(track) else { continue }
      hasPictures = true
      if options.quality == nil, source.stays(as: preset, mapped: options.bringsIntoRange) {
        continue
      }
      coded.append(source)
      if source.hasDolbyVision { lost.append("Dolby Vision metadata") }
      if source.hasSecondEye { lost.append("pictures of the second eye") }
    }
    guard hasPictures || movie.tracks.contains(where: { $0.handlerType == "soun" }) else {
      throw ConversionError(.input, "has no track of pictures or sound")
    }
    if coded.isEmpty, hasPictures {
      notes.append("has pictures in \(preset.coding.title) already, which stay as they are")
    }
  }
}

extension VideoSource {
  /// Whether the pictures are what a preset would make of them.
  fileprivate func stays(as preset: MoviePreset, mapped: Bool) -> Bool {
    let shorter = Int(min(entry.width, entry.height))
    guard preset.keepsSame, isCoded(as: preset.coding), shorter <= preset.shorterSide ?? .max
    else { return false }
    if mapped, stated.colour.isHDR { return false }
    guard preset.coding == .avc else { return type == preset.coding.sampleEntry }
    // Baseline, Main and High: 8 bits, and one sample of chroma for four of luma.
    let profiles: Set<UInt8> = [66, 77, 100]
    return track.sampleEntries.allSatisfy { box in
      let record = box.children.first(AVCConfigurationBox.self)?.record
      return record.map { profiles.contains($0.profile.idc) } ?? false
    }
  }
}
