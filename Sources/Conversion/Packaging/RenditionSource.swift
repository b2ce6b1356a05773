import Conversion
import Editing
import FieldCoding
import Files
import ISOBMFF
import Inspection
import Movie
import WorkerClient

/// A movie whose tracks become renditions.
final class RenditionSource {
  /// The name in messages.
  let name: String
  /// Whether it was coded for the stream.
  let isCoded: Bool
  let original: OriginalFile
  /// The movie with all of its samples in tables.
  let edit: Edit
  let movie: MovieFile
  /// Whether samples were missing.
  let isTruncated: Bool
  let pictures: Track?
  let audio: [Track]
  let texts: [Track]
  /// Whether a track is left out because it is encrypted.
  var isEncrypted: Bool { leftOut.contains { $0.hasSuffix(TrackChoice.encrypted) } }
  /// The tracks that a stream cannot hold, as phrases.
  let leftOut: [String]
  /// What of tracks in several parts is not exact, as phrases.
  private let inexact: [String]

  /// - Parameters:
  ///   - isCoded: whether the movie was coded for the stream.
  ///   - isToBeCoded: whether its frames will be re-encoded, so that their coding does not matter.
  init(
    _ path: String, name: String, isCoded: Bool = false, isToBeCoded: Bool = false
  ) throws(ConversionError) {
    (self.name, self.isCoded) = (name, isCoded)
    do throws(EditError) {
      original = try OriginalFile(path)
      var edit = Edit(original.bytes)
      isTruncated = try edit.gatherSamples()
      try MovieFile(edit.file)?.requireTables()
      inexact = try edit.makeContinuous()
      // FFmpeg takes a cover in initialization segments for frames of the stream.
      if !edit.file.covers.isEmpty { try edit.removeCover() }
      // Playlists cannot store them.
      if let movie = MovieFile(edit.file), !movie.chapters(in: original.bytes).isEmpty {
        try edit.removeChapters()
      }
      self.edit = edit
    } catch {
      throw ConversionError(error.within(name))
    }
    guard let movie = MovieFile(edit.file) else {
      throw ConversionError(.input, "\(name): is not a movie that can be read")
    }
    if let refusal = movie.refusal { throw ConversionError(.input, "\(name): \(refusal)") }
    // The tables of a fragmented file exist by now.
    guard !(MovieFile(edit.original)?.isInitialization ?? false) else {
      throw ConversionError(
        .input,
        "\(name): is only the start of a movie that continues in segments: boxwalk remux --init puts them together"
      )
    }
    self.movie = movie
    let choice = TrackChoice(movie, ofAnyCoding: isToBeCoded)
    pictures = choice.pictures
    audio = choice.audio
    texts = choice.texts
    leftOut = choice.leftOut + inexact
  }

  /// The parts in which a track of texts is presented; throws if its edit list has other edits.
  func presentedParts(_ track: Track) throws(ConversionError) -> PresentedParts {
    guard let parts = PresentedParts(track, movieTimescale: movie.header?.timescale ?? 0) else {
      throw ConversionError(EditError.isInParts(track.id).within(name))
    }
    return parts
  }

  /// The presentation of a track; throws if one edit cannot express it.
  func presented(_ track: Track) throws(ConversionError) -> PresentedMedia {
    guard let media = PresentedMedia(track, movieTimescale: movie.header?.timescale ?? 0) else {
      throw ConversionError(EditError.isInParts(track.id).within(name))
    }
    return media
  }

  /// The presentation times of the frames' key frames, in seconds, in ascending order.
  func keyTimes() throws(ConversionError) -> [Double] {
    guard let pictures else { return [] }
    let media = try presented(pictures)
    let ticks = Int64(max(1, pictures.timescale))
    var times: [Double] = []
    for sample in pictures.samples where sample.isSync {
      times.append(
        max(0, Double(media.time(ofMedia: sample.compositionTime, in: ticks)) / Double(ticks)))
    }
    return times.sorted()
  }

  /// The end of the last sample of a track, in seconds of the presentation.
  func end(of track: Track) throws(ConversionError) -> Double {
    let media = try presented(track)
    return Double(media.time(ofMedia: Int64(clamping: track.mediaDuration), in: 1_000_000))
      / 1_000_000
  }

  /// The time of the recording, in ISO 8601 with its time zone; nil if it is unknown.
  var date: String? {
    if let text = movie.metadata.value(of: MetadataItem.dateKeys),
      let date = RenditionSource.date(text)
    {
      return date
    }
    guard let created = movie.header?.creationTime, created > 0 else { return nil }
    return Date1904.standardText(created)
  }

  /// `2024-07-12T13:25:29+02:00` for `2024-07-12T13:25:29+0200`; nil if the text is not a date with a time.
  private static func date(_ text: String) -> String? {
    let moment = text.prefix(19)
    guard moment.count == 19, Date1904.seconds(String(moment)) != nil else { return nil }
    var zone = String(text.dropFirst(19).filter { $0 != ":" })
    guard zone != "Z" else { return moment + "Z" }
    guard zone.count == 5, zone.first == "+" || zone.first == "-",
      zone.dropFirst().allSatisfy({ $0.isASCII && $0.isNumber })
    else { return nil }
    zone.insert(":", at: zone.index(zone.endIndex, offsetBy: -2))
    return moment.replacing(" ", with: "T") + zone
  }
}

/// Which tracks of a movie a stream has.
struct TrackChoice {
  private(set) var pictures: Track?
  private(set) var audio: [Track] = []
  private(set) var texts: [Track] = []
  var leftOut: [String] = []

  /// - Parameter ofAnyCoding: whether the frames may have codings that streams cannot hold.
  init(_ movie: MovieFile, ofAnyCoding: Bool = false) {
    // Frames and titles of chapters, and other tracks that are shown only with another one.
    let beside = Set(movie.tracks.flatMap { $0.references("chap") + $0.references("thmb") })
    let all = movie.tracks.filter { $0.sampleCount > 0 && !beside.contains($0.id) }
    let candidates = all.filter {
      $0.handlerType == "vide" && (ofAnyCoding || TrackChoice.isCarried($0))
    }
    pictures = candidates.first(where: \.isEnabled) ?? candidates.first
    for track in all where track.id != pictures?.id {
      if track.sampleEntries.contains(where: { ["encv", "enca", "enct"].contains($0.type) }) {
        leave(track, TrackChoice.encrypted)
        continue
      }
      switch track.handlerType {
      case "soun" where TrackChoice.isCarried(track): audio.append(track)
      case "text", "sbtl", "subt", "clcp":
        if track.sampleEntries.contains(where: { TextTrack.entries.contains($0.type) }) {
          texts.append(track)
        } else {
          leave(track, "texts of a kind that is not written as WebVTT")
        }
      case "soun": leave(track, "audio that players of streams do not know")
      case "vide":
        leave(
          track,
          TrackChoice.isCarried(track)
            ? "further frames" : "frames that players of streams do not know")
      case "meta": leave(track, "timed metadata")
      case "tmcd": leave(track, "timecode")
      default: leave(track, "which streams cannot hold")
      }
    }
  }

  static let encrypted = "encrypted: a playlist without keys cannot describe it"

  private mutating func leave(_ track: Track, _ text: String) {
    let type = track.sampleEntries.first?.type ?? track.handlerType
    leftOut.append("track \(track.id) (\(type)), \(text)")
  }

  /// Whether players of HLS or DASH support the coding.
  private static func isCarried(_ track: Track) -> Bool {
    !track.sampleEntries.isEmpty && track.sampleEntries.allSatisfy { carried.contains($0.type) }
  }

  private static let carried: Set<FourCC> = [
    "avc1", "avc3", "hvc1", "hev1", "dvh1", "dvhe", "dva1", "dvav", "av01", "dav1", "vp09", "vvc1",
    "vvi1", "mp4a", "ac-3", "ec-3", "ac-4", "Opus", "fLaC", "alac", "mha1", "mhm1", "mha2", "mhm2",
  ]
}

/// The language of a track in the form of playlists and manifests (RFC 5646): the shortest tag.
enum RenditionLanguage {
  /// Nil if the language of the track is unknown.
  static func tag(of track: Track) -> String? {
    let media = track.box.children.at("mdia")
    if let stated = media.first(ExtendedLanguageBox.self)?.extendedLanguage.string,
      isTag(stated)
    {
      return stated
    }
    return track.language.flatMap(tag(code:))
  }

  /// The tag for three letters of ISO 639-2/T; nil for codes of unknown languages.
  static func tag(code: String) -> String? {
    guard !["und", "mis", "zxx", "mul"].contains(code) else { return nil }
    return short[code] ?? code
  }

  /// Whether a text has only letters, digits and hyphens, like all tags.
  static func isTag(_ text: String) -> Bool {
    (2...35).contains(text.utf8.count) && text.first != "-" && text != "und"
      && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
  }

  /// Codes of ISO 639-2/T for languages with a code of ISO 639-1, which are the following two letters.
  private static let short: [String: String] = {
    var codes: [String: String] = [:]
    for pair in pairs.split(separator: " ") {
      codes[String(pair.prefix(3))] = String(pair.suffix(2))
    }
    return codes
  }()

  private static let pairs = """
    aaraa abkab afraf akaak amham araar argan asmas avaav aveae aymay azeaz bakba bambm belbe benbn bisbi \
    bodbo bosbs brebr bulbg catca cescs chach chece chucu chvcv corkw cosco crecr cymcy danda deude divdv \
    dzodz ellel engen epoeo estet euseu eweee faofo fasfa fijfj finfi frafr fryfy fulff glagd glega glggl \
    glvgv grngn gujgu hatht hauha hebhe herhz hinhi hmoho hrvhr hunhu hyehy iboig idoio iiiii ikuiu ileie \
    inaia indid ipkik islis itait javjv jpnja kalkl kankn kasks katka kaukr kazkk khmkm kikki kinrw kirky \
    komkv konkg korko kuakj kurku laolo latla lavlv limli linln litlt ltzlb lublu luglg mahmh malml marmr mkdmk \
    mlgmg mltmt monmn mrimi msams myamy nauna navnv nblnr ndend ndong nepne nldnl nnonn nobnb norno nyany ocioc \
    ojioj orior ormom ossos panpa plipi polpl porpt pusps quequ rohrm ronro runrn rusru sagsg sansa sinsi \
    slksk slvsl smese smosm snasn sndsd somso sotst spaes sqisq srdsc srpsr sswss sunsu swasw swesv tahty \
    tamta tattt telte tgktg tgltl thath tirti tonto tsntn tsots tuktk turtr twitw uigug ukruk urdur uzbuz \
    venve vievi volvo wlnwa wolwo xhoxh yidyi yoryo zhaza zhozh zulzu
    """
}

/// The start times of segments: key frames of all variants, so that a player can switch between them.
struct SegmentTimes {
  /// The start times of the segments after the first, by variant, in seconds of the presentation, in ascending order.
  private(set) var starts: [[Double]]
  /// Whether all variants have key frames at the same times.
  private(set) var isAligned = true

  /// Key frames with a smaller distance count as simultaneous.
  private static let tolerance = 0.002

  /// - Parameters:
  ///   - keyTimes: the presentation times of key frames, by variant, in ascending order.
  ///   - end: the end of the last frame.
  ///   - seconds: the target duration of segments.
  init(_ keyTimes: [[Double]], end: Double, every seconds: Double) {
    let own = keyTimes.map { SegmentTimes.starts($0, end: end, every: seconds) }
    starts = own
    guard keyTimes.count > 1, let first = keyTimes.first else { return }
    let common = keyTimes.dropFirst().reduce(first) { SegmentTimes.common($0, $1) }
    let shared = SegmentTimes.starts(common, end: end, every: seconds)
    let usual = own.map { SegmentTimes.longest($0, to: end) }.max() ?? 0
    isAligned = SegmentTimes.longest(shared, to: end) <= max(usual, seconds) * 1.5
    if isAligned { starts = keyTimes.map { _ in shared } }
  }

  /// The start times for segments of other tracks: those of the first variant, continued up to an end.
  func starts(upTo end: Double, every seconds: Double) -> [Double] {
    var times = starts.first ?? []
    while times.count < 1 << 17 {
      let next = (times.last ?? 0) + seconds
      guard next + seconds / 2 < end else { break }
      times.append(next)
    }
    return times
  }

  /// The key frames whose distances are nearest to the target duration.
  private static func starts(
    _ times: [Double], end: Double, every seconds: Double
  ) -> [Double] {
    guard var last = times.first else { return [] }
    var starts: [Double] = []
    var before: Double?
    for time in times.dropFirst() + [end] {
      while let early = before, time >= last + seconds,
        last + seconds - early < time - last - seconds
      {
        starts.append(early)
        (last, before) = (early, nil)
      }
      if time < last + seconds {
        before = time
      } else if time < end {
        starts.append(time)
        (last, before) = (time, nil)
      }
    }
    return starts
  }

  private static func longest(_ starts: [Double], to end: Double) -> Double {
    zip([0] + starts, starts + [end]).map { $1 - $0 }.max() ?? 0
  }

  private static func common(_ one: [Double], _ other: [Double]) -> [Double] {
    var common: [Double] = []
    var index = 0
    for time in one {
      while index < other.count, other[index] < time - tolerance { index += 1 }
      if index < other.count, other[index] <= time + tolerance { common.append(time) }
    }
    return common
  }
}
