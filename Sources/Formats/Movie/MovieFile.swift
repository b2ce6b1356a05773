import FieldCoding
public import ISOBMFF

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
