import Editing
import ISOBMFF

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
