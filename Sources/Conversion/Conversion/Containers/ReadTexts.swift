import FieldCoding
import Movie
import WorkerProtocol

/// The texts of a track of a container, which become samples without gaps.
struct ReadTexts {
  private let codec: String
  private var cues: [Cue] = []
  private var styles: SubStationStyles?
  private var looks: Set<TextLook> = []
  /// What the texts say of how they look, and the movie does not keep.
  var lostLooks: Set<TextLook> { looks.union(styles?.looks ?? []) }

  init(_ track: ContainerTrack) {
    codec = track.codec.string
    if codec == "ass" {
      styles = SubStationStyles(String(decoding: track.configuration, as: UTF8.self))
    }
  }

  /// - Parameters:
  ///   - start: the time when the text appears, in seconds.
  ///   - duration: its duration; 0 if the container does not state it.
  mutating func append(_ data: Bytes, at start: Double, for duration: Double) {
    let source = String(decoding: data, as: UTF8.self)
    // Containers without durations leave it open how long a text is shown.
    var cue = Cue(start: start, end: start + (duration > 0 ? duration : 3), text: "")
    switch codec {
    case "ass":
      styles?.use(ofEvent: source)
      looks.formUnion(TextLook.looks(ofOverridesIn: source))
      cue.text = SubStationAlpha.text(ofEvent: source)
    case "webvtt":
      let lines = source.split(separator: "\n", maxSplits: 2, omittingEmptySubsequences: false)
      guard lines.count == 3 else { return }
      (cue.name, cue.settings) = (String(lines[0]), String(lines[1]))
      cue.text = Cue.withoutEmptyLines(String(lines[2]))
    default:
      looks.formUnion(TextLook.looks(ofOverridesIn: source))
      cue.text = CueFile.text(ofSubRip: source.replacing(/\{\\[^}]*\}/, with: ""))
    }
    guard !cue.text.isEmpty else { return }
    cues.append(cue)
  }

  /// The samples, with their times in milliseconds.
  func samples() throws(FieldError) -> [(bytes: [UInt8], start: Int64, duration: Int64)] {
    let samples = CueSamples(cues.sorted { ($0.start, $0.end) < ($1.start, $1.end) })
    var made: [(bytes: [UInt8], start: Int64, duration: Int64)] = []
    for piece in samples.pieces {
      let bytes =
        codec == "webvtt" ? try samples.webVTT(piece) : samples.timedText(piece)
      made.append((bytes, piece.start, piece.end - piece.start))
    }
    return made
  }
}
