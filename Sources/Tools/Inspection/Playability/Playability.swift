import FieldCoding
import Movie
public import Text

/// Whether a player plays a file, according to its vendor.
public struct Playability: Sendable {
  /// The possible answers, from good to bad.
  public enum Verdict: String, CaseIterable, Comparable, Sendable {
    /// The player plays everything in the file.
    case yes
    /// A part is missing, or it depends on the device; the reasons say more.
    case partly
    /// The vendor does not say.
    case unknown
    case no

    public static func < (a: Verdict, b: Verdict) -> Bool { a.rank < b.rank }
    private var rank: Int { Verdict.allCases.firstIndex(of: self) ?? 0 }
  }

  /// The player.
  public let player: Player
  private var remarks: [(verdict: Verdict, reason: String)] = []

  /// The worst of all answers for the parts of the file.
  public var verdict: Verdict { remarks.map(\.verdict).max() ?? .yes }

  /// Sentences that explain the verdict; empty for "yes". Reasons for better answers are left out.
  public var reasons: [String] {
    let verdict = verdict
    return remarks.filter { $0.verdict == verdict }.map(\.reason)
  }

  /// Whether `player` plays `file`.
  public init(of file: PlayedFile, on player: Player) {
    self.player = player
    judge(file)
  }

  private mutating func add(_ verdict: Verdict, _ reason: String) {
    remarks.append((verdict, reason))
  }

  /// Adds a property that the vendor does not list: "no" if the list is complete.
  private mutating func addUnlisted(_ what: String, isClear: Bool = true) {
    let isNo = player.isComplete && isClear
    add(
      isNo ? .no : .unknown,
      what + (isNo ? " not among the formats that it plays" : " not documented"))
  }
}

// MARK: - Judging

extension Playability {
  private mutating func judge(_ file: PlayedFile) {
    let formats = ([file.video].compactMap { $0 } + file.audio)
    if formats.contains(where: \.isEncrypted) {
      add(.partly, "only with a licence: it is encrypted")
    }
    if let derivation = file.derivation {
      add(.unknown, "whether it knows this kind of image (\(derivation)) is not documented")
    }
    let isClear = !player.unclear.contains(file.container)
    let isListed =
      player.movies.contains(file.container) || !player.video(in: file.container).isEmpty
    guard isListed else {
      return addUnlisted("\(file.containerName) files are", isClear: isClear)
    }
    if let video = file.video {
      judge(video, of: file)
      judgeBrightness(of: file)
      if file.hasSecondView { add(.partly, "one of the two views is shown") }
    }
    judgeAudio(of: file)
  }

  private mutating func judge(_ video: PlayedFile.Format, of file: PlayedFile) {
    let known = player.video(in: file.container).filter { $0.codec == video.codec }
    guard let last = known.last else {
      return addUnlisted(
        file.containerName.hasPrefix("AVIF")
          ? "\(file.containerName) files are" : "\(video.name) in \(file.containerName) files is")
    }
    if let fitting = known.first(where: { $0.obstacle(to: video) == nil }) {
      if !fitting.only.isEmpty { add(.partly, "only \(fitting.only)") }
    } else if let obstacle = last.obstacle(to: video) {
      if !last.only.isEmpty { add(.partly, "only \(last.only)") }
      switch obstacle {
      case .level(let text): add(.partly, text)
      case .entry(let text): add(.no, text)
      case .format(let text): addUnlisted(text)
      }
    }
  }

  private mutating func judgeBrightness(of file: PlayedFile) {
    guard let first = file.brightness.first else { return }
    switch first {
    case .gainMap, .ultraHDR:
      guard let only = player.brightness[first] else {
        return add(.partly, "shown without HDR (its gain map)")
      }
      if !only.isEmpty { add(.partly, "with HDR only \(only)") }
    case .appleLog, .log:
      add(.partly, "shown flat: \(first.rawValue) needs colour grading")
    default:
      let shown = file.brightness.first { player.brightness[$0] != nil }
      guard let shown, let only = player.brightness[shown] else {
        return file.needsBrightness
          ? add(.no, "wrong colours without \(first.rawValue)")
          : add(.partly, "shown without HDR (\(first.rawValue)), perhaps too dark or pale")
      }
      if shown != first { add(.partly, "shown as \(shown.rawValue), without \(first.rawValue)") }
      guard !only.isEmpty else { return }
      add(.partly, "with \(shown.rawValue) only \(only)")
      if file.needsBrightness { add(.partly, "wrong colours without \(first.rawValue)") }
    }
  }

  /// One supported audio track is enough: others are for better players.
  private mutating func judgeAudio(of file: PlayedFile) {
    let heard = file.audio.compactMap { heardFormat in
      player.audio.first { $0.codec == heardFormat.codec }
    }
    guard !file.audio.isEmpty, !heard.contains(where: \.only.isEmpty) else { return }
    if let heardFormat = heard.first {
      add(.partly, (file.video == nil ? "only " : "with audio only ") + heardFormat.only)
    } else {
      let names = file.audio.map(\.name).joined(separator: " and ")
      guard file.video != nil else { return addUnlisted("\(names) is") }
      add(
        .partly,
        player.isComplete
          ? "the audio is missing: \(names) is not among the formats that it plays"
          : "perhaps without audio: \(names) is not documented")
    }
  }
}

extension Player.VideoFormat {
  /// The reason why a player cannot play a codec unchanged.
  fileprivate enum Obstacle {
    case level(String)
    case entry(String)
    case format(String)
  }

  /// The first limit that a stream of the same codec exceeds. A value that the file does not state exceeds no limit.
  fileprivate func obstacle(to format: PlayedFile.Format) -> Obstacle? {
    if !entries.isEmpty, !entries.contains(format.entry) {
      let names = entries.map { "\($0)" }.joined(separator: " or ")
      return .entry("its sample entry is \(format.entry), not \(names)")
    }
    if let profile = format.profile, !profiles.isEmpty, !profiles.contains(profile) {
      return .format("\(format.title) is")
    }
    if let depth = format.bitDepth, let bitDepth, depth > bitDepth {
      return .format("\(format.name) with \(depth) bits is")
    }
    if let sampling = format.chroma, !chroma.isEmpty, !chroma.contains(sampling) {
      return .format("\(format.name) with \(sampling) is")
    }
    if let stated = format.level.flatMap(Double.init), let level, let most = Double(level),
      stated > most
    {
      return .level("level \(format.level ?? "") is above \(level), the highest that is documented")
    }
    return nil
  }
}

// MARK: - Of a file

extension FileInspection {
  /// What a player has to support to play the file; nil if the file has nothing that can be played by itself.
  public var playedFile: PlayedFile? {
    switch contents {
    case .boxes(let boxes)?: PlayedFile(boxes)
    case .jpeg(let jpeg)?: PlayedFile(jpeg)
    case nil: nil
    }
  }

  /// Whether each player of ``Player/all`` plays the file; empty if the file has nothing that can be played by
  /// itself.
  public var playability: [Playability] {
    guard let file = playedFile else { return [] }
    return Player.all.map { Playability(of: file, on: $0) }
  }

  /// Writes what the file needs, and a line for each player. Writes nothing and returns false if the file has
  /// nothing that can be played by itself.
  public func writePlayability(to output: TextOutput, _ style: ReportTextStyle) -> Bool {
    guard let file = playedFile else { return false }
    output.line(style.strong(printable(name)) + ": " + title)
    let answers = Player.all.map { Playability(of: file, on: $0) }
    let width = answers.map(\.player.name.count).max() ?? 0
    func line(_ label: String, _ text: String) {
      let padding = String(repeating: " ", count: width - label.count + 2)
      output.sentence("  " + style.name(label) + padding + printable(text), indent: width + 4)
    }
    line("Needs", file.text)
    for answer in answers { line(answer.player.name, answer.text) }
    return true
  }
}

extension Playability {
  /// The verdict with its reasons: `partly: the audio is missing`.
  public var text: String {
    let word = verdict == .unknown ? "not known" : verdict.rawValue
    return reasons.isEmpty ? word : "\(word): " + reasons.joined(separator: "; ")
  }

  var value: JSONValue {
    .object([
      ("player", .string(player.id)), ("name", .string(player.name)),
      ("plays", .string(verdict.rawValue)),
      ("reasons", reasons.isEmpty ? nil : .array(reasons.map { .string($0) })),
      ("source", .string(player.source)),
    ])
  }
}

/// The codecs in the lists of vendors.
public enum PlayedCodec: String, CaseIterable, Sendable {
  // Video and images.
  case hevc = "HEVC"
  case avc = "H.264"
  case av1 = "AV1"
  case vvc = "VVC"
  case vp8 = "VP8"
  case vp9 = "VP9"
  case mpeg4 = "MPEG-4 Visual"
  case h263 = "H.263"
  case proRes = "ProRes"
  case motionJPEG = "Motion JPEG"
  case jpeg = "JPEG"
  case jpeg2000 = "JPEG 2000"
  case jpegXL = "JPEG XL"
  case canonRaw = "Canon raw"
  // Audio.
  case aac = "AAC LC"
  case heAAC = "HE-AAC"
  case heAACv2 = "HE-AAC v2"
  case xheAAC = "xHE-AAC"
  case mp3 = "MP3"
  case alac = "ALAC"
  case flac = "FLAC"
  case opus = "Opus"
  case ac3 = "AC-3"
  case eac3 = "E-AC-3"
  case ac4 = "AC-4"
  case pcm = "PCM"
  case muLaw = "µ-law PCM"
  case aLaw = "A-law PCM"
  case amr = "AMR"
  case amrWB = "AMR-WB"
  case mpegH = "MPEG-H 3D Audio"

  /// The codec by its name in a summary, or by its profile if that is more precise. Nil for others.
  init?(_ format: CodecDescription) {
    if let codec = format.profile.flatMap(PlayedCodec.init(rawValue:)), codec.isProfile {
      self = codec
      return
    }
    let name = format.name
    if name.hasPrefix("ProRes"), !name.contains("RAW") {
      self = .proRes
    } else if name.hasSuffix("HEVC"), name != "L-HEVC" {
      self = .hevc
    } else if name.hasPrefix("AVC") || name == "Dolby Vision AVC" {
      self = .avc
    } else if name == "Dolby Vision AV1" {
      self = .av1
    } else if let codec = PlayedCodec(rawValue: name) {
      self = codec
    } else {
      return nil
    }
  }

  /// Whether it is identified by the part that summaries show as a profile.
  private var isProfile: Bool {
    switch self {
    case .aac, .heAAC, .heAACv2, .xheAAC, .mp3: true
    default: false
    }
  }
}
