import Editing
import FieldCoding
import ISOBMFF
import Movie

/// A movie that is made from coded samples: an MP4 file (ISO/IEC 14496-14) with sample tables.
///
///     var movie = NewMovie(media: bytes)
///     movie.tracks.append(track)
///     let written = try movie.written()
struct NewMovie: Sendable {
  /// A track, whose samples are parts of the movie's media.
  struct Track: Sendable {
    /// The handler type: `vide`, `soun`, `sbtl` or `text`.
    var handlerType: FourCC
    /// The sample entry, which describes the coding: one box of `stsd`.
    var sampleEntry: Box
    /// Units per second of all times.
    var timescale: UInt32
    /// The samples in decoding order. Times count from the start of the presentation; samples before it are not
    /// shown.
    var samples: [NewSample] = []
    /// The end of the audio that is decoded, and not heard, in ticks of the timescale.
    var unheard: Int64 = 0
    /// The offset of each sample in ``NewMovie/media``.
    var offsets: [Int] = []
    /// The bytes of an audio frame of uncompressed audio; 0 for other media. In the movie each audio frame is a sample,
    /// and ``samples`` are packets of many.
    var momentByteCount = 0
    /// How frames are rotated to be shown: 0, 90, 180 or 270 degrees clockwise.
    var rotation = 0
    /// The width as shown, in pixels; 0 for audio.
    var width: UInt32 = 0
    /// The height as shown, in pixels; 0 for audio.
    var height: UInt32 = 0
    /// The language, as a code of three letters (ISO 639-2).
    var language = "und"
    /// The name of the track, for people.
    var name = ""
    /// Whether the track is enabled, so that players play it (`track_enabled`).
    var isEnabled = true

    /// A track without samples. The timescale is in ticks a second.
    init(handlerType: FourCC, sampleEntry: Box, timescale: UInt32) {
      self.handlerType = handlerType
      self.sampleEntry = sampleEntry
      self.timescale = timescale
    }
  }

  /// The tracks, which get the IDs 1, 2, ….
  var tracks: [Track] = []
  /// Metadata keys, such as `com.apple.quicktime.title`, and types of iTunes' and QuickTime's user data, such as `©nam`,
  /// with their values as text.
  var metadata: [(key: String, value: String)] = []
  /// The cover images, as JPEG, PNG or BMP files; others are left out.
  var covers: [Bytes] = []
  /// When the movie was made, in seconds since 1904; 0 if that is not known.
  var creationTime: UInt64 = 0
  /// The chapters: the start of each, in seconds, and its title.
  var chapters: [(start: Double, title: String)] = []
  /// The content of `mdat`, which is not copied.
  let media: Bytes

  /// A movie without tracks. The samples are in `media`.
  init(media: Bytes) { self.media = media }

  /// Units per second of the presentation.
  static let timescale: UInt32 = 90_000

  /// The file. It throws if a track has no samples, or if sizes or times are too large for the sample tables.
  func written() throws(EditError) -> ByteWriter {
    var fileType = FileTypeBox()
    fileType.majorBrand = "isom"
    fileType.minorVersion = 512
    fileType.compatibleBrands = ["isom", "iso2", "mp41"]
    var file = BoxFile(Bytes())
    // Wider offsets make the description longer.
    var start = 0
    for _ in 0..<4 {
      file.boxes = [Box(fileType), try moov(mediaAt: start)]
      var writer: ByteWriter
      do throws(FieldError) { writer = try file.encoded() } catch { throw EditError(error) }
      let next = writer.count + mediaHeader.count
      if next == start {
        writer.write(mediaHeader)
        writer.write(media)
        return writer
      }
      start = next
    }
    throw EditError(.unsupported, "has samples whose offsets cannot be described")
  }

  private var mediaHeader: [UInt8] {
    let isLong = media.count + 8 > Int(UInt32.max)
    let size = UInt64(media.count + (isLong ? 16 : 8))
    func bytes(_ value: UInt64, _ count: UInt64) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
    }
    return bytes(isLong ? 1 : size, 4) + Array("mdat".utf8) + (isLong ? bytes(size, 8) : [])
  }

  private func moov(mediaAt start: Int) throws(EditError) -> Box {
    var boxes: [Box] = []
    var longest: Int64 = 0
    for (index, track) in tracks.enumerated() {
      let made = try NewTrackBoxes(track, of: self, id: UInt32(index + 1), mediaAt: start)
      longest = max(longest, made.presented)
      boxes.append(made.box)
    }
    var header = MovieHeaderBox()
    header.timescale = NewMovie.timescale
    (header.creationTime, header.modificationTime) = (creationTime, creationTime)
    header.setDuration(UInt64(clamping: longest))
    header.nextTrackID = UInt32(clamping: tracks.count + 1)
    return .container("moov", [Box(header)] + boxes + NewMovieMetadata(self).boxes)
  }
}

/// The boxes for what is said of a new movie.
struct NewMovieMetadata {
  /// What `moov` gets: `udta` with iTunes' items and with texts, and `meta` with QuickTime's keys.
  private(set) var boxes: [Box] = []

  init(_ movie: NewMovie) {
    var (keys, items, texts): ([(String, String)], [Box], [Box]) = ([], [], [])
    for (key, value) in movie.metadata {
      guard PortableMovieMetadata.isType(key), let type = FourCC(key) else {
        keys.append((key, value))
        continue
      }
      if NewMovieMetadata.userData.contains(type) {
        texts.append(NewMovieMetadata.text(type, value))
      } else {
        items.append(.iTunesItem(type, [MetadataValueBox(value, of: type)]))
      }
    }
    let covers = movie.covers.compactMap { image in
      Cover.form(of: image).map { MetadataValueBox(image, type: $0.type) }
    }
    if !covers.isEmpty { items.append(.iTunesItem("covr", covers)) }
    if !movie.chapters.isEmpty { texts.append(Box(ChapterListBox(movie.chapters))) }
    if !items.isEmpty { texts.append(.iTunesMetadata(items)) }
    if !keys.isEmpty { boxes.append(NewMovieMetadata.metadataBox(keys)) }
    if !texts.isEmpty { boxes.append(.container("udta", texts)) }
  }

  /// Types of texts that cameras write into `udta` itself.
  private static let userData: Set<FourCC> = ["©xyz", "©mak", "©mod", "©swr", "©cpy"]

  private static func text(_ type: FourCC, _ value: String) -> Box {
    var entry = UserDataTextBox.Entry()
    entry.text = Text(value, form: .plain)
    // No language.
    entry.language = 0x55C4
    var box = UserDataTextBox()
    box.texts = [entry]
    return Box(type: type, box, in: .userData)
  }

  /// `meta` with keys and texts (QuickTime File Format, "Metadata").
  private static func metadataBox(_ metadata: [(key: String, value: String)]) -> Box {
    var handler = HandlerBox()
    handler.handlerType = "mdta"
    var keys = MetadataItemKeysBox()
    var items: [Box] = []
    for (index, item) in metadata.enumerated() {
      var key = MetadataItemKeysBox.Key()
      key.namespace = "mdta"
      key.value = Text(item.key, form: .plain)
      keys.keys.append(key)
      var value = MetadataValueBox()
      value.value = Bytes(Array(item.value.utf8))
      items.append(.container(FourCC(rawValue: UInt32(index + 1)), [Box(value)]))
    }
    var meta = MetaBox()
    // Without a version, as QuickTime and Android write it: programs that read the keys of movies expect it so.
    meta.header = nil
    meta.children = [Box(handler), Box(keys), .container("ilst", items)]
    return Box(meta)
  }
}

extension MetadataValueBox {
  /// A text, or the number of a track or a disk: `3/10`.
  fileprivate init(_ text: String, of type: FourCC) {
    self.init(Bytes(Array(text.utf8)), type: 1)
    let numbers = text.split(separator: "/").compactMap { UInt16($0) }
    guard type == "trkn" || type == "disk", let number = numbers.first else { return }
    typeIndicator = 0
    var position = Position()
    (position.number, position.total) = (number, numbers.count > 1 ? numbers[1] : 0)
    if type == "trkn" { position.padding = Bytes([0, 0]) }
    self.position = position
  }
}

/// The `trak` box of a new track of coded samples.
struct NewTrackBoxes {
  private(set) var box: Box
  /// The end of the track, in ticks of the movie.
  private(set) var presented: Int64

  /// - Parameter start: where the media starts in the file.
  init(
    _ track: NewMovie.Track, of movie: NewMovie, id: UInt32, mediaAt start: Int
  ) throws(EditError) {
    guard let first = track.samples.map(\.compositionTime).min(),
      track.samples.count == track.offsets.count
    else { throw EditError(.invalid, "gets a track without samples") }
    // Media times begin at 0.
    let samples = track.samples.map { sample in
      var sample = sample
      sample.compositionTime = sample.compositionTime.subtractingSaturating(first)
      return sample
    }
    let times = ReplacedTimes(samples)
    var tables = SampleTableBuilder()
    var endOfLast = -1
    for (index, sample) in samples.enumerated() {
      let offset = track.offsets[index]
      if offset != endOfLast { tables.beginChunk(at: start + offset, descriptionIndex: 1) }
      endOfLast = offset + sample.byteCount
      if track.momentByteCount > 0 {
        let end = times.decodeTimes[index + 1]
        try tables.append(
          moments: sample.byteCount / track.momentByteCount, of: track.momentByteCount,
          lasting: end.subtractingSaturating(times.decodeTimes[index]))
      } else {
        try tables.append(sample, at: index, times)
      }
    }
    let end = samples.map { $0.compositionTime.addingSaturating($0.duration) }.max() ?? 0
    let last = max(1, end.subtractingSaturating(track.unheard))
    let duration = tables.duration
    var description = SampleDescriptionBox()
    description.children = [track.sampleEntry]
    let audio = track.sampleEntry[AudioSampleEntry.self]
    // Rates that need a box of their own (ISO/IEC 14496-12 §12.2.3).
    if audio?.children.first(SamplingRateBox.self) != nil { description.header.version = 1 }
    let table = Box.container("stbl", [Box(description)] + tables.boxes())

    let scale = EditedTimescale(movie: NewMovie.timescale, media: track.timescale)
    // Samples before the start of the presentation are decoded, and not shown.
    let hidden = max(0, -first)
    let shown = max(0, scale.movieTicks(last - min(hidden, last)))
    let delay = max(0, scale.nearestTicks(max(0, first)))
    presented = delay.addingSaturating(shown)
    var edits: [[Int64]] = delay > 0 ? [[delay, -1, 1, 0]] : []
    edits.append([shown, times.shift.addingSaturating(hidden), 1, 0])

    var header = TrackHeaderBox()
    header.header = FullBoxHeader(flags: track.isEnabled ? 3 : 2)
    header.trackID = id
    (header.creationTime, header.modificationTime) = (movie.creationTime, movie.creationTime)
    header.setDuration(UInt64(clamping: presented))
    (header.width, header.height) = (track.width << 16, track.height << 16)
    header.volume = track.handlerType == "soun" ? 0x100 : 0
    header.rotate(by: track.rotation)
    var boxes = [
      Box(header), .container("edts", [Box(EditListBox(flags: 0, rows: edits))]),
      NewTrackBoxes.media(of: track, in: movie, duration, table),
    ]
    if !track.name.isEmpty {
      let name = Box(type: "name", opaque: Bytes(Array(track.name.utf8)))
      boxes.append(.container("udta", [name]))
    }
    box = .container("trak", boxes)
  }

  /// The `mdia` box.
  private static func media(
    of track: NewMovie.Track, in movie: NewMovie, _ duration: UInt64, _ table: Box
  ) -> Box {
    var header = MediaHeaderBox()
    (header.creationTime, header.modificationTime) = (movie.creationTime, movie.creationTime)
    header.timescale = track.timescale
    header.setDuration(duration)
    // Without a language code, it is `und`.
    if let code = PackedLanguage.packed(track.language.lowercased()) { header.language = code }
    var handler = HandlerBox()
    handler.handlerType = track.handlerType
    handler.name = Text(track.name)
    let kind =
      switch track.handlerType {
      case "soun": Box(SoundMediaHeaderBox())
      case "vide": Box(VideoMediaHeaderBox())
      default: Box(NullMediaHeaderBox())
      }
    return .container(
      "mdia", [Box(header), Box(handler), .container("minf", [kind, .dataInformation, table])])
  }
}

extension SampleTableBuilder {
  /// Adds audio frames of uncompressed audio: each lasts one tick, and the last one until the next packet.
  fileprivate mutating func append(
    moments count: Int, of byteCount: Int, lasting ticks: Int64
  ) throws(EditError) {
    guard count > 0 else { return }
    let whole = min(count - 1, Int(clamping: max(0, ticks)))
    var row = Row(duration: 1, compositionOffset: 0, byteCount: byteCount, flags: SampleFlags())
    if whole > 0 { try append(row, count: whole) }
    // If packets overlap, the rest of them has no duration.
    row.duration = 0
    if count - 1 > whole { try append(row, count: count - 1 - whole) }
    row.duration = max(0, ticks.subtractingSaturating(Int64(whole)))
    try append(row)
  }
}

extension TrackHeaderBox {
  /// Rotates the frames clockwise by a multiple of 90 degrees, so that it keeps its position (ISO/IEC 14496-12 §8.3.2).
  fileprivate mutating func rotate(by degrees: Int) {
    let one: Int32 = 0x1_0000
    let (width, height) = (Int32(clamping: width), Int32(clamping: height))
    switch degrees {
    case 90:
      (matrix.a, matrix.b, matrix.c, matrix.d) = (0, one, -one, 0)
      matrix.x = height
    case 180:
      (matrix.a, matrix.d) = (-one, -one)
      (matrix.x, matrix.y) = (width, height)
    case 270:
      (matrix.a, matrix.b, matrix.c, matrix.d) = (0, -one, one, 0)
      matrix.y = width
    default: break
    }
  }
}
