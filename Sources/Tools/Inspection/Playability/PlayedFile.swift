import HEIF
public import ISOBMFF
import Metadata
import Movie
import Text
import Verification

/// What a player has to support to play a file.
public struct PlayedFile: Sendable {
  /// The container of the images, video and audio.
  public enum Container: String, CaseIterable, Sendable {
    case mp4 = "MP4"
    case quickTime = "QuickTime"
    case threeGP = "3GP"
    case threeGPP2 = "3GPP2"
    case motionJPEG2000 = "Motion JPEG 2000"
    /// A still image in HEIF, which includes AVIF.
    case heif = "HEIF"
    /// HEIF in the minimised form (`mini`).
    case minimized = "minimised HEIF"
    case imageSequence = "HEIF image sequence"
    case jpeg = "JPEG"
    case jpeg2000 = "JPEG 2000"
    case jpegXL = "JPEG XL"
    case canonRaw = "Canon CR3"
  }

  /// The kinds of dynamic range: HDR, gain maps, and log curves of cameras.
  public enum Brightness: String, CaseIterable, Sendable {
    case dolbyVision = "Dolby Vision"
    case hdr10Plus = "HDR10+"
    case hdr10 = "HDR10"
    /// PQ without the static metadata of HDR10.
    case pq = "PQ"
    case hlg = "HLG"
    case appleLog = "Apple Log"
    case log = "Log"
    /// A gain map in HEIF: images without it are complete.
    case gainMap = "HDR gain map"
    /// A gain map in a JPEG file.
    case ultraHDR = "Ultra HDR"
  }

  /// The codec of images, video or audio. A member is nil if it is unknown.
  public struct Format: Sendable {
    /// The codec; nil for a codec that is in no list of a vendor.
    public var codec: PlayedCodec?
    /// The name as text: `HEVC`.
    public var name: String
    /// The type of the sample entry or item.
    public var entry: FourCC
    /// The profile, with the name in the standard: `Main 10`.
    public var profile: String?
    /// The level, with the name in the standard: `5.1`.
    public var level: String?
    /// The number of bits of a luma sample.
    public var bitDepth: Int?
    /// The chroma format: `4:2:0`.
    public var chroma: String?
    /// Whether samples are encrypted.
    public var isEncrypted: Bool

    init(_ format: CodecDescription) {
      codec = PlayedCodec(format)
      name = codec?.rawValue ?? format.name
      entry = format.type
      (profile, level) = (format.profile, format.level)
      (bitDepth, chroma) = (format.bitDepth, format.chroma)
      isEncrypted = format.encryption != nil
    }

    init(_ codec: PlayedCodec, profile: String? = nil, bitDepth: Int? = nil) {
      self.codec = codec
      name = codec.rawValue
      entry = FourCC(rawValue: 0)
      (self.profile, self.bitDepth) = (profile, bitDepth)
      isEncrypted = false
    }
  }

  /// The container.
  public var container: Container
  /// The codec of the video or the still image; nil if there is only audio.
  public var video: Format?
  /// The codecs of the audio tracks, in the order of the file; equal ones are listed once.
  public var audio: [Format] = []
  /// The dynamic ranges: the most demanding first, then those that players without support for it can show. Empty
  /// for SDR images.
  public var brightness: [Brightness] = []
  /// Whether the colours are wrong on players that do not support the first of ``brightness``.
  public var needsBrightness = false
  /// Whether there is a second view (MV-HEVC); other players show only the first.
  public var hasSecondView = false
  /// The kind of derived image as text, if few players support it; nil otherwise.
  public var derivation: String?
  /// Whether the file of a still image contains a movie; players without support for motion photos ignore it.
  public var hasMotion = false
  /// The name of the container; `AVIF` for HEIF with AV1.
  var containerName: String {
    guard video?.codec == .av1 else { return container.rawValue }
    return switch container {
    case .heif: "AVIF"
    case .imageSequence: "AVIF image sequence"
    default: container.rawValue
    }
  }
}

// MARK: - Of a file

extension PlayedFile {
  /// Nil for a file without anything that is shown by itself: a piece of a movie, a movie without samples, or
  /// only metadata.
  init?(_ contents: BoxContents) {
    if contents.file.isCanonRaw {
      self.init(container: .canonRaw, video: Format(.canonRaw))
    } else if contents.file.boxes.first("mini") != nil, let heif = contents.heif {
      self.init(heif, container: .minimized)
    } else if let movie = contents.movie, PlaybackStyle(contents) == .animatedImage {
      self.init(movie, container: .imageSequence, in: contents.file.bytes)
    } else if let heif = contents.heif, heif.items.contains(where: \.isImage) {
      self.init(heif, container: .heif)
      hasMotion = contents.file.boxes.first("mpvd") != nil || contents.motionPhoto != nil
    } else if let movie = contents.movie {
      let isSequence = movie.tracks.contains { $0.handlerType == "pict" }
      self.init(
        movie, container: isSequence ? .imageSequence : contents.container,
        in: contents.file.bytes)
    } else if contents.brands.contains("jxl ") {
      self.init(container: .jpegXL, video: Format(.jpegXL))
    } else if contents.brands.contains("jp2 ") || contents.brands.contains("jpx ") {
      self.init(container: .jpeg2000, video: Format(.jpeg2000))
    } else {
      return nil
    }
  }

  /// Nil for a file without an image.
  init?(_ contents: ExaminedJPEG) {
    guard let frame = contents.segments.frameCoding else { return nil }
    self.init(
      container: .jpeg, video: Format(.jpeg, profile: frame.process, bitDepth: frame.bitDepth))
    if contents.segments.hasGainMap { brightness = [.ultraHDR] }
    hasMotion = contents.motionPhoto != nil
  }

  private init(_ heif: HEIFFile, container: Container) {
    self.init(container: container)
    guard
      let primary = heif.primaryItem
        ?? heif.items.first(where: { $0.isImage && !$0.entry.isHidden })
    else { return }
    let coded = heif.codedItem(of: primary.id) ?? primary
    video = Format(CodecDescription(coded))
    if !["grid", "iden"].contains(primary.type), ItemType.payload(primary.type) != nil {
      derivation = ItemType.title(primary.type) ?? "\(primary.type)"
    }
    let boxes = (primary.properties + coded.properties).map(\.box)
    add(DynamicRangeSummary(boxes, primary.colour ?? coded.colour ?? coded.codedFormat?.colour))
    if heif.gainMap(of: primary.id) != nil { brightness.append(.gainMap) }
  }

  private init?(_ movie: MovieFile, container: Container, in bytes: Bytes) {
    self.init(container: container)
    let tracks = movie.tracks.filter { $0.sampleCount > 0 }
    if let video = tracks.first(where: { ["vide", "pict"].contains($0.handlerType) }),
      let entry = video.sampleEntries.first
    {
      let description = TrackDescription(video, in: bytes)
      self.video = description.codec.map { Format($0) }
      hasSecondView = entry.children.first("lhvC") != nil
      add(description.dynamicRange)
    }
    for track in tracks where track.handlerType == "soun" {
      guard let entry = track.sampleEntries.first else { continue }
      let format = Format(CodecDescription(entry: entry))
      if !audio.contains(where: { $0.name == format.name }) { audio.append(format) }
    }
    if video == nil, audio.isEmpty { return nil }
  }

  private mutating func add(_ range: DynamicRangeSummary?) {
    guard let range else { return }
    brightness = range.kinds.compactMap(Brightness.init(rawValue:))
    needsBrightness = brightness == [.dolbyVision] && range.dolbyVision?.baseLayer == nil
  }

  /// Everything as text: `QuickTime, HEVC Main 10, level 5, 10 bit, 4:2:0, Dolby Vision or HLG; AAC LC`.
  public var text: String {
    let bright = brightness.map(\.rawValue).joined(separator: " or ")
    let shown = [
      video?.text, bright.isEmpty ? nil : bright, hasSecondView ? "two views" : nil, derivation,
    ].compactMap { $0 }.joined(separator: ", ")
    let heard = audio.map(\.text).joined(separator: " and ")
    return [
      video?.name == containerName ? nil : containerName, shown.isEmpty ? nil : shown,
      heard.isEmpty ? nil : heard, hasMotion ? "a movie beside the still" : nil,
    ].compactMap { $0 }.joined(separator: "; ")
  }

  var value: JSONValue {
    .object([
      ("container", .string(containerName)), ("video", video?.value),
      ("audio", audio.isEmpty ? nil : .array(audio.map(\.value))),
      (
        "brightness",
        brightness.isEmpty ? nil : .array(brightness.map { .string($0.rawValue) })
      ),
      ("derivation", .string(derivation)), ("motion", hasMotion ? .bool(true) : nil),
    ])
  }
}

extension PlayedFile.Format {
  /// `HEVC Main 10`, `VP9 profile 2`
  var title: String {
    guard let profile, !name.contains(profile) else { return name }
    return UInt(profile) == nil ? "\(name) \(profile)" : "\(name) profile \(profile)"
  }

  /// The parts that exist, without a profile that repeats the name.
  fileprivate var text: String {
    [
      title, level.map { "level \($0)" }, bitDepth.map { "\($0) bit" }, chroma,
      isEncrypted ? "encrypted" : nil,
    ].compactMap { $0 }.joined(separator: ", ")
  }

  fileprivate var value: JSONValue {
    .object([
      ("name", .string(name)), ("entry", entry.rawValue == 0 ? nil : .string("\(entry)")),
      ("profile", .string(profile)), ("level", .string(level)), ("bitDepth", .int(bitDepth)),
      ("chroma", .string(chroma)), ("encrypted", isEncrypted ? .bool(true) : nil),
    ])
  }
}
