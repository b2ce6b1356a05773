import FieldCoding
public import ISOBMFF
import Synchronization

/// A movie: its tracks and its metadata (ISO/IEC 14496-12 §8; QuickTime File Format).
///
///     let movie = MovieFile(BoxFile(bytes))
///     for track in movie?.tracks ?? [] { print(track.id, track.handlerType, track.samples.count) }
public struct MovieFile: Sendable {
  /// The movie header (`mvhd`, ISO/IEC 14496-12 §8.2.2); nil if it is missing or cannot be read.
  public let header: MovieHeaderBox?
  /// The tracks in the order of the file.
  public let tracks: [Track]
  /// QuickTime and iTunes metadata, in the order of the file.
  public let metadata: [MetadataItem]
  /// The location in the user data (`loci`, 3GPP TS 26.244 §8.2).
  package let location: LocationInformationBox?
  /// The metadata of a camera of GoPro (`GPMF`) in the user data.
  private let goPro: Box?
  /// The model of a camera of GoPro; nil for movies of others.
  package var goProModel: String? { goPro?[GoProMetadataBox.self]?.model }
  /// Whether the movie has fragments (`moof`), here or in other files. A movie whose tables have all samples is a plain movie,
  /// even if it announces fragments (`mvex`).
  public let isFragmented: Bool
  /// Whether this is only an initialization segment: the fragments of the movie are in other files.
  public let isInitialization: Bool
  /// Whether this is only a media segment: the initialization segment, with the names, the codings and
  /// most timescales of the tracks, is in another file.
  public let isSegment: Bool
  /// Whether the movie box is compressed (`cmov`). If there are no tracks then, it could not be
  /// decompressed.
  public let isCompressed: Bool
  /// Why nothing is known of a compressed movie, or of the end of a movie in fragments.
  private let unread: String?
  /// Nero's list of chapters.
  let chapterList: ChapterListBox?
  /// The duration of all fragments, in the movie's timescale (`mehd`).
  private let fragmentDuration: UInt64?
  private let budget: SampleBudget
  private let foundExcess = Lazy<SampleExcess?>()

  /// The samples that are too many for the file, so that not all are read; nil for any file that is not hostile. Reads
  /// the sizes of all samples.
  public var excess: SampleExcess? { foundExcess.value { tracks.excess(budget) } }

  /// Why the movie is not read, or not all of it, as a sentence about the file; nil for any file that is neither hostile
  /// nor damaged nor compressed in a way that is unknown. Reads the sizes of all samples.
  public var refusal: String? {
    unread ?? excess?.description ?? (isFragmented ? nil : tracks.firstNonNil(\.lostSamples))
  }

  /// Why none of its tracks is known, as a sentence about the file; nil if they are known. Unlike ``refusal``, it reads
  /// no sizes.
  public var reasonForNoTracks: String? { tracks.isEmpty ? unread : nil }

  /// Each reason why samples of some of its tracks are not read: ``refusal``, and what is wrong with each track, as
  /// sentences about the file.
  package func unreadSamples(of tracks: [Track]) -> [String] {
    let wrong = tracks.compactMap { track in
      (isFragmented ? nil : track.lostSamples) ?? track.cutSamples
    }
    guard let refusal, !wrong.contains(refusal) else { return wrong }
    return [refusal] + wrong
  }

  /// Reads a movie. Nil if there is no `moov` box; ``init(segment:)`` reads a media segment without
  /// it.
  ///
  /// - Parameters:
  ///   - file: the movie, or the initialization segment of a movie in segments.
  ///   - segments: the media segments that follow `file`, in their order.
  ///   - inflate: decompresses a movie box (`cmov`); without it, a compressed movie has no tracks.
  public init?(_ file: BoxFile, segments: [BoxFile] = [], inflate: Inflate? = nil) {
    self.init(
      ([file] + segments).map {
        MovieFragments.File(boxes: $0.boxes, start: $0.bytes.fileOffset, count: $0.bytes.count)
      }, inflate, lost: (segments.last ?? file).lostFragments)
  }

  /// Reads a media segment without its initialization segment. Nil if it has no fragment, or if it has
  /// a `moov` box.
  public init?(segment file: BoxFile) {
    self.init(
      [
        MovieFragments.File(
          boxes: file.boxes, start: file.bytes.fileOffset, count: file.bytes.count)
      ], nil, isSegment: true)
  }

  /// Reads a movie that is among other boxes, as in a motion photo. The offsets of samples count from
  /// the first of these boxes.
  public init?(children boxes: [Box]) {
    let start = boxes.first?.origin?.fileOffset ?? 0
    self.init([MovieFragments.File(boxes: boxes, start: start)], nil)
  }

  private init?(
    _ files: [MovieFragments.File], _ inflate: Inflate?, isSegment: Bool = false,
    lost: Bytes? = nil
  ) {
    let boxes = files.flatMap(\.boxes)
    var moov = boxes.first("moov")
    isCompressed = moov?.children.first("cmov") != nil
    moov = moov.flatMap { CompressedMovie($0, inflate)?.file.boxes.first("moov") } ?? moov
    let children = moov?.children ?? []
    let extends = children.at("mvex")
    let fragments = MovieFragments(
      files, defaults: extends.compactMap { $0[TrackExtendsBox.self] })
    guard isSegment ? moov == nil && !fragments.isEmpty : moov != nil else { return nil }
    let header = children.first(MovieHeaderBox.self)
    self.header = header
    self.isSegment = isSegment
    fragmentDuration = extends.first(MovieExtendsHeaderBox.self)?.fragmentDuration
    let whole = SampleBudget(fileBytes: files.reduce(0) { $0.addingSaturating($1.count) })
    var budget = whole
    if isSegment {
      let indexes = boxes.compactMap { $0[SegmentIndexBox.self] }
      tracks = fragments.trackIDs.map { id in
        let timescale = indexes.first { $0.referenceID == id }?.timescale ?? 0
        return Track(fragmentsOf: id, timescale: timescale, fragments, &budget)
      }
    } else {
      let media = IdentifiedMedia(files)
      tracks = children.all("trak").map {
        Track($0, of: header, fragments: fragments, media: media, &budget)
      }
    }
    self.budget = whole
    unread =
      isCompressed && tracks.isEmpty
      ? boxes.first("moov").map { CompressedMovie.refusal(of: $0, inflate) }
      : lost.map {
        """
        \(counted($0.count, "byte")) after the last fragment, at byte \($0.fileOffset), are no boxes: more \
        fragments may be there, which boxwalk repair finds
        """
      }
    isInitialization =
      !extends.isEmpty && fragments.isEmpty && tracks.allSatisfy { $0.sampleCount == 0 }
    isFragmented = isInitialization || !fragments.isEmpty
    metadata = MetadataItem.items(in: children)
    let userData = children.userData
    goPro = userData.first(GoProMetadataBox.type)
    location = userData.first(LocationInformationBox.self)
    chapterList = userData.first(ChapterListBox.self)
  }

  /// The duration in seconds; the duration of the longest track if the header does not state it or does
  /// not include the fragments; nil if it is unknown.
  public var duration: Double? {
    let timescale = Double(header?.timescale ?? 0)
    func seconds(_ duration: UInt64?) -> Double? {
      guard let duration, duration > 0, timescale > 0 else { return nil }
      return Double(duration) / timescale
    }
    let stated = header.flatMap { statedDuration($0.duration, version: $0.header.version) }
    let longest = tracks.compactMap(\.duration).max().flatMap { $0 > 0 ? $0 : nil }
    // If the movie starts late, some writers state its end as the duration.
    if isFragmented, let longest { return max(longest, (seconds(stated) ?? 0) - (start ?? 0)) }
    return seconds(stated) ?? longest ?? seconds(fragmentDuration)
  }

  /// The presentation time of the first sample of all tracks, in seconds: a part of a broadcast does not
  /// start at 0. Nil if there are no samples.
  public var start: Double? { tracks.compactMap(\.start).min() }
}

extension MovieFile {
  /// An ID for a new track: the one that the header names for it, if it is larger than those of all tracks, or the next
  /// one after these, or else any free one (ISO/IEC 14496-12 §8.2.2.3). Nil if all are taken.
  public var freeTrackID: UInt32? {
    let used = Set(tracks.map(\.id))
    let largest = used.max() ?? 0
    if let next = header?.nextTrackID, next > largest, next < .max { return next }
    if largest < .max - 1 { return largest + 1 }
    return (1..<UInt32.max).first { !used.contains($0) }
  }
}

extension MovieHeaderBox {
  /// Makes the ID for the next track larger than that of a track (ISO/IEC 14496-12 §8.2.2.3). The largest number means
  /// that a free ID has to be searched for.
  public mutating func makeNextTrackID(largerThan id: UInt32) {
    nextTrackID = max(nextTrackID, id.addingSaturating(1))
  }
}

extension BoxFile {
  /// Whether it is a QuickTime file. Old QuickTime files have no `ftyp` box.
  package var isQuickTime: Bool {
    (boxes.first(FileTypeBox.self)?.majorBrand ?? "qt  ") == "qt  "
  }

  /// Why a file without a `moov` box is not read as a movie, and what can be done, as a sentence without a subject.
  package var reasonForNoMovie: String {
    let kind = FileKind(bytes)
    // Movies in other containers become MP4 files.
    if ForeignContainer(bytes) != nil, let refusal = kind.refusal(of: bytes) { return refusal }
    if let refusal = kind.refusalAsMovie { return refusal }
    let types = Set(boxes.map(\.type))
    if types.contains("moof") {
      return "has fragments, and no moov box, which is in the initialization segment of the stream"
    }
    if types.contains("mdat"), !types.contains("meta") {
      return
        "has media data, and no moov box, which describes it: a truncated recording can be rebuilt with boxwalk repair --like"
    }
    return "is not a movie: it has no moov box"
  }
}

extension Box {
  /// `dinf` of media that is in the same file (ISO/IEC 14496-12 §8.7).
  package static var dataInformation: Box {
    var references = DataReferenceBox()
    references.children = [Box(DataEntryUrlBox())]
    return .container("dinf", [Box(references)])
  }

  /// The other file in an entry of `dref`: its URL, its path or its name.
  package var fileName: String? {
    self[DataEntryUrlBox.self]?.location?.string ?? self[DataEntryUrnBox.self]?.location?.string
      ?? self[DataEntryUrnBox.self]?.name?.string ?? self[AliasBox.self]?.fileName
  }

  /// The first field of every sample entry.
  package var dataReferenceIndex: UInt16? {
    guard let payload = sourcePayload, payload.count >= 8 else { return nil }
    return UInt16(payload[6]) << 8 | UInt16(payload[7])
  }
}

extension AliasBox {
  /// The path of the file that the alias record names, or its name.
  var fileName: String? {
    guard let record = try? AliasRecord(decoding: alias) else { return nil }
    let name = record.path ?? record.target?.fileName.string ?? ""
    return name.isEmpty ? nil : name
  }
}

/// Decompresses a zlib stream (RFC 1950). The parameters are the stream, and the number of bytes that it
/// should have after decompression. The result is nil if streams cannot be decompressed here.
public typealias Inflate = @Sendable ([UInt8], _ count: Int) -> Inflated?

/// What a zlib stream is after decompression, as far as that was possible.
public struct Inflated: Sendable {
  /// How decompression ended.
  public enum End: Sendable {
    /// With the stream.
    case whole
    /// After as many bytes as it should have, while the stream has more.
    case longer
    /// With the data, before the stream ends.
    case truncated
    /// With the stream, whose checksum (Adler-32) is that of other bytes.
    case checksumWrong
    /// At codes that no stream has.
    case damaged
  }

  /// The bytes.
  public let bytes: [UInt8]
  /// What follows them.
  public let end: End

  /// - Parameters:
  ///   - bytes: the decompressed bytes.
  ///   - end: what follows them.
  public init(_ bytes: [UInt8], _ end: End = .whole) { (self.bytes, self.end) = (bytes, end) }

  /// The bytes; nil if the stream is not whole.
  package var whole: [UInt8]? { end == .whole ? bytes : nil }
}

/// The `moov` box in a compressed one (QuickTime File Format: Compressed movie resources).
///
/// Offsets in its boxes count from its own start.
package struct CompressedMovie: Sendable {
  /// Its bytes.
  package let bytes: Bytes
  /// The limits for reading it: it has as many elements as a file of the compressed size can have.
  package let limits: DecodeLimits

  /// What a stream of few bytes may become, and the elements in it.
  private static let (free, freeElements) = (1 << 17, 1 << 12)
  private static let mostTimes = 32

  /// Nil if the box is not compressed, if it cannot be decompressed, or if it states many times the size that tables of
  /// samples become.
  package init?(_ moov: Box, limits: DecodeLimits = DecodeLimits(), _ inflate: Inflate?) {
    let parts = moov.children.at("cmov")
    guard let inflate, parts.first(DataCompressionBox.self)?.compressionType == "zlib",
      let data = parts.first(CompressedMovieDataBox.self), CompressedMovie.excess(of: data) == nil,
      let bytes = inflate(Array(data.compressedData), Int(data.uncompressedSize))?.whole
    else { return nil }
    self.bytes = Bytes(bytes)
    var limits = limits
    limits.elements = min(
      limits.elements, max(CompressedMovie.freeElements, data.compressedData.count / 4))
    self.limits = limits
  }

  /// What a compressed movie states that is so much that it is not decompressed, as a sentence without a full stop; nil
  /// for others.
  package static func excess(of data: CompressedMovieDataBox) -> String? {
    let most = max(free, data.compressedData.count.multipliedSaturating(by: mostTimes))
    guard Int(data.uncompressedSize) > most else { return nil }
    return """
      \(counted(data.compressedData.count, "byte")) would become \(grouped(data.uncompressedSize)), more than tables \
      of samples do: the movie is not read
      """
  }

  /// Why nothing is known of a movie whose box is compressed, as a sentence about the file.
  static func refusal(of moov: Box, _ inflate: Inflate?) -> String {
    let data = moov.children.at("cmov").first(CompressedMovieDataBox.self)
    if let excess = data.flatMap(excess(of:)) {
      return "has a compressed description of its movie (cmov): \(excess)"
    }
    return inflate == nil
      ? "has a compressed description of its movie (cmov), which boxwalk reads and does not edit"
      : "has a compressed description of its movie (cmov), which cannot be read"
  }

  /// Its boxes.
  package var file: BoxFile { BoxFile(bytes, limits: limits) }
}

/// A value that is computed at its first use.
package final class Lazy<Value: Sendable>: Sendable {
  private let made = Mutex<Value?>(nil)

  package init() {}

  package func value(_ make: () -> Value) -> Value {
    made.withLock { made in
      if let made { return made }
      let new = make()
      made = new
      return new
    }
  }
}
