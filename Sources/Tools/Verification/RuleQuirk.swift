import HEIF
import HEVC
import ISOBMFF
import Metadata
import Movie

/// A known deviation of a writer from a rule, which players accept.
public struct RuleQuirk: Sendable {
  /// The effect of a quirk on findings.
  public enum Effect: String, Sendable {
    /// The finding becomes a note that names the quirk, for any severity of the rule.
    case noted
    /// There is no finding: the rule itself accepts the deviation.
    case passed
  }

  /// The name, which does not change between versions, in lower case with hyphens: `sony-in-band-sets`.
  public var id: String
  /// The writer.
  public var writer: QuirkWriter
  /// The rule that the writer breaks.
  public var rule: FileRule
  /// The effect on the finding.
  public var effect: Effect
  /// A sentence that says what the writer does.
  public var sentence: String
  /// Whether a finding of the rule is this, and no more.
  let fits: @Sendable (Finding) -> Bool

  init(
    _ id: String, of writer: QuirkWriter, _ rule: FileRule, _ sentence: String,
    effect: Effect = .noted, where fits: @escaping @Sendable (Finding) -> Bool = { _ in true }
  ) {
    (self.id, self.writer, self.rule) = (id, writer, rule)
    (self.effect, self.sentence, self.fits) = (effect, sentence, fits)
  }

  /// The quirk that explains a finding; nil if no known quirk does.
  static func quirk(of finding: Finding, in file: ExaminedFile) -> RuleQuirk? {
    all.first {
      $0.effect == .noted && $0.rule.id == finding.rule.id && $0.fits(finding) && file.has($0)
    }
  }
}

extension RuleQuirk {
  /// All known quirks, by writer. Each was found in files of that writer.
  public static let all: [RuleQuirk] = [
    lostTrackReference, reorderedProperties, appleHandlerName,
    samsungHandlerName, samsungParameterSets, samsungInBandSets, samsungThumbnailSize,
    samsungMovieOffset,
    sonyInBandSets, sonyThumbnailSize, sonyParameterSets, canonThumbnailSize,
    goProMediaDuration, goProTrackDuration,
    mettDataReference, mettReserved, androidChromaFormat, androidParameterSets,
    editRates, signedOffsets, macintoshLanguages,
    libheifConstraints, libheifParameterSets, libavifNextTrack, emptyEdit,
    freedReferences, zerosAtTheEnd, plainKeywords, twoChannels, macintoshLanguagesInMP4,
  ]

  private static let lostTrackReference = RuleQuirk(
    "apple-lost-track-reference", of: .apple, Rules.trefTrackUnknown,
    "An edited movie keeps references to tracks that the edit removed.")
  private static let reorderedProperties = RuleQuirk(
    "apple-pixi-behind-rotation", of: .apple, Rules.propertyAfterTransform,
    "Photos list pixi and other descriptive properties after irot.")
  private static let appleHandlerName = RuleQuirk(
    "apple-handler-name", of: .apple, Rules.hdlrNameTail,
    "Photos of iOS 11 to 13 have a second zero byte after the empty name of the handler.")

  private static let samsungHandlerName = RuleQuirk(
    "samsung-handler-name", of: .samsung, Rules.hdlrNameTail,
    "Photos have a second zero byte after the empty name of the handler.")
  private static let samsungParameterSets = RuleQuirk(
    "samsung-open-parameter-sets", of: .samsung, Rules.hvccArrayIncomplete,
    "Photos do not mark their parameter set arrays as complete, although they are.")
  private static let samsungInBandSets = RuleQuirk(
    "samsung-in-band-sets", of: .samsung, Rules.hvc1InBandSets,
    "Each coded image repeats the parameter sets of its configuration.")
  private static let samsungThumbnailSize = RuleQuirk(
    "samsung-thumbnail-size", of: .samsung, Rules.ispeDiffersFromSPS,
    "The thumbnail of a panorama is coded smaller than ispe states.",
    where: { $0.message.hasPrefix("the thumbnail") })
  private static let samsungMovieOffset = RuleQuirk(
    "samsung-movie-place", of: .samsung, Rules.motionPhotoOffsetDiffers,
    "In HEIF motion photos, the XMP directory does not point to the movie in mpvd.")

  private static let sonyInBandSets = RuleQuirk(
    "sony-in-band-sets", of: .sony, Rules.hvc1InBandSets,
    "Each coded image repeats the parameter sets of its configuration.")
  private static let sonyThumbnailSize = RuleQuirk(
    "sony-thumbnail-size", of: .sony, Rules.ispeDiffersFromSPS,
    "Thumbnails are coded in whole blocks, and ispe states the size without the padding.",
    where: { $0.message.hasPrefix("the thumbnail") })
  private static let sonyParameterSets = RuleQuirk(
    "sony-open-parameter-sets", of: .sony, Rules.hvccArrayIncomplete,
    "Photos do not mark their parameter set arrays as complete, although they are.")
  private static let canonThumbnailSize = RuleQuirk(
    "canon-thumbnail-size", of: .canon, Rules.ispeDiffersFromSPS,
    "Thumbnails are coded as squares, and ispe states the size of the image inside.",
    where: { $0.message.hasPrefix("the thumbnail") })

  private static let goProMediaDuration = RuleQuirk(
    "gopro-recovery-media-duration", of: .goPro, Rules.mediaDurationDiffers,
    "The samples of the recovery track (fdsc) last 0 s, and mdhd states the duration of the movie.",
    where: { $0.message.hasSuffix("samples last 0.0 s") })
  private static let goProTrackDuration = RuleQuirk(
    "gopro-recovery-track-duration", of: .goPro, Rules.trackDurationDiffers,
    "The samples of the recovery track (fdsc) last 0 s, and tkhd states the duration of the movie.",
    where: { $0.message.hasSuffix("samples last 0.0 s") })

  private static let mettDataReference = RuleQuirk(
    "android-mett-data-reference", of: .android, Rules.drefIndexUnknown,
    "A mett entry starts with its MIME type, which overwrites the data reference index.",
    where: { $0.path.steps.last?.type == "mett" })
  private static let mettReserved = RuleQuirk(
    "android-mett-reserved", of: .android, Rules.reservedBits,
    "A mett entry starts with its MIME type, which overwrites the reserved bytes.",
    where: { $0.path.steps.last?.type == "mett" })

  private static let androidChromaFormat = RuleQuirk(
    "android-chroma-format", of: .android, Rules.hvccFormatDiffers,
    "The configuration of HEVC states the chroma format 0; players read the SPS.",
    where: { $0.message.contains("says chroma format 0") })
  private static let androidParameterSets = RuleQuirk(
    "android-open-parameter-sets", of: .android, Rules.hvccArrayIncomplete,
    "Movies do not mark their parameter set arrays as complete, although they are.")

  /// A QuickTime movie may be slower or faster for a while.
  static let editRates: RuleQuirk = RuleQuirk(
    "quicktime-edit-rates", of: .quickTime, Rules.elstRate, "Edits can have any rate.",
    effect: .passed)
  /// QuickTime has one version, with signed offsets.
  static let signedOffsets: RuleQuirk = RuleQuirk(
    "quicktime-signed-offsets", of: .quickTime, Rules.cttsNegative,
    "Composition offsets can be negative in version 0.", effect: .passed)
  /// Language numbers below 0x400, and 0x7FFF for none.
  static let macintoshLanguages: RuleQuirk = RuleQuirk(
    "quicktime-macintosh-languages", of: .quickTime, Rules.mdhdLanguageInvalid,
    "Languages are Macintosh language codes.", effect: .passed)

  private static let libheifConstraints = RuleQuirk(
    "libheif-blank-constraints", of: .libheif, Rules.hvccConstraintsDiffer,
    "The configuration leaves out the constraint flags of the stream.")
  private static let libheifParameterSets = RuleQuirk(
    "libheif-open-parameter-sets", of: .libheif, Rules.hvccArrayIncomplete,
    "Files do not mark their parameter set arrays as complete, although they are.")
  private static let libavifNextTrack = RuleQuirk(
    "libavif-next-track", of: .libavif, Rules.nextTrackIDTaken,
    "The next track ID is the highest ID in use.")

  private static let emptyEdit = RuleQuirk(
    "ffmpeg-empty-edit", of: .ffmpeg, Rules.trackDurationDiffers,
    "The duration of a track leaves out the empty edit before its samples.",
    where: { $0.message.hasSuffix("with the empty one") })

  /// QuickTime writes a 0 instead of a removed reference.
  static let freedReferences: RuleQuirk = RuleQuirk(
    "freed-track-references", of: .many, Rules.trefTrackUnknown,
    "A reference to track 0 replaces a removed reference.", effect: .passed)
  /// QuickTime's terminator of user data, which other writers also use in other boxes.
  static let zerosAtTheEnd: RuleQuirk = RuleQuirk(
    "zeros-at-the-end", of: .many, Rules.boxTail,
    "A list of boxes ends with four zero bytes.", effect: .passed)
  private static let plainKeywords = RuleQuirk(
    "plain-keywords", of: .many, Rules.boxVersionUnknown,
    "Keywords (kywd) are a plain text, without version, language and count.", effect: .passed)
  private static let twoChannels = RuleQuirk(
    "two-channels", of: .many, Rules.audioChannelsDiffer,
    "A sample entry always states two channels; players read the decoder configuration.",
    where: { $0.message.contains("is said to have 2 channels") })
  private static let macintoshLanguagesInMP4 = RuleQuirk(
    "macintosh-language", of: .many, Rules.mdhdLanguageInvalid,
    "Programs that began with QuickTime movies write the Macintosh code for English.",
    where: { $0.message.contains("is the number 0,") })
}

/// The program or device that wrote a file, if the file shows it.
public enum QuirkWriter: String, CaseIterable, Sendable {
  case apple = "Apple's devices"
  case samsung = "Samsung's phones"
  case sony = "Sony's cameras"
  case canon = "Canon's cameras"
  case goPro = "GoPro's cameras"
  case android = "Android's MediaMuxer"
  case quickTime = "QuickTime"
  case libheif = "libheif"
  case libavif = "libavif"
  case ffmpeg = "FFmpeg"
  /// Many programs. Their quirks apply to all files.
  case many = "many programs"
}

extension QuirkWriter {
  /// Whether `file` shows the signs of this writer.
  func wrote(_ file: ExaminedFile) -> Bool {
    switch self {
    case .apple: file.maker.hasPrefix("apple")
    case .samsung: file.maker.hasPrefix("samsung")
    case .sony: file.maker.hasPrefix("sony")
    case .canon: file.maker.hasPrefix("canon")
    case .goPro: file.handlerNames.contains { $0.hasPrefix("GoPro") }
    // The MIME type is written over the fields of the entry: `applic` over reserved bytes, and `at` over the index.
    case .android:
      !file.handlerNames.isDisjoint(with: ["VideoHandle", "SoundHandle", "MetadHandle"])
        || file.all("mett").contains { $0.box.dataReferenceIndex == 0x6174 }
    case .quickTime: file.isQuickTime
    // Its configurations have no constraint flags.
    case .libheif:
      file.hevcUses.contains {
        "\($0.record.codecString("hvc1"))".split(separator: ".").count == 4
      }
    case .libavif: file.handlerNames.contains("libavif")
    case .ffmpeg:
      !file.handlerNames.isDisjoint(with: ["VideoHandler", "SoundHandler"])
        || file.movie?.metadata.contains { $0.key == "©too" && $0.value.hasPrefix("Lavf") } == true
    case .many: true
    }
  }
}

extension ExaminedFile {
  /// The maker in Exif or in the keys of a movie, in lower case; empty if none is stated.
  func readMaker() -> String {
    let keys: Set = ["com.apple.quicktime.make", "com.android.manufacturer", "©mak"]
    if let make = movie?.metadata.first(where: { keys.contains($0.key) })?.value {
      return make.lowercased()
    }
    var tiff = jpeg?.segments.exif
    if let heif, let primary = heif.primaryItemID, let item = heif.exifItem(of: primary),
      let payload = try? heif.data(of: item.id)
    {
      tiff = ExifItem.tiff(in: payload)
    }
    return tiff.flatMap { ExifSummary(tiff: $0).make }?.lowercased() ?? ""
  }

  /// The names of its handlers, which many writers call after themselves.
  fileprivate var handlerNames: Set<String> {
    Set(all("hdlr").compactMap { $0[HandlerBox.self]?.name.string })
  }

  /// Whether the writer of a quirk wrote the file.
  func has(_ quirk: RuleQuirk) -> Bool { writers.contains(quirk.writer) }
}
