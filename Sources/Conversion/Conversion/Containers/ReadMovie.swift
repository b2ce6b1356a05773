import Editing
import FieldCoding
import Files
import ISOBMFF
import Movie
import WorkerClient
import WorkerProtocol

/// A movie that was read from a container, in the form that can be written as MP4.
struct ReadMovie {
  private(set) var movie: NewMovie
  /// Tracks that MP4 cannot hold, as phrases.
  private(set) var leftOut: [String] = []
  /// Notes for the user, as sentences.
  private(set) var notes: [String] = []

  /// - Parameters:
  ///   - coded: the bytes of all samples in the container.
  ///   - rewritten: the file to which the samples are written in the form of MP4.
  init(
    _ reply: ReadContainerReply, _ coded: Bytes, rewritingTo rewritten: borrowing OutputFile
  ) throws(ConversionError) {
    var tracks = ReadMovie.tracks(of: reply, &leftOut)
    try ReadMovie.rewrite(reply.samples, of: &tracks, coded, to: rewritten)
    let media: Bytes
    do throws(ByteSourceError) { media = try rewritten.source().bytes } catch {
      throw ConversionError(.output, "the samples cannot be read: \(error.reason.text)")
    }
    movie = NewMovie(media: media)
    let start = ReadMovie.start(of: tracks.compactMap { $0 }, reply.format.string)
    add(tracks, of: reply, startingAt: start)
    guard !movie.tracks.isEmpty else {
      throw ConversionError(
        .input,
        "has no track that boxwalk writes to MP4"
          + (leftOut.isEmpty ? "" : ": " + leftOut.joined(separator: "; ")))
    }
    for item in reply.metadata { add(item) }
    movie.covers = ReadMovie.covers(of: reply, coded)
    movie.chapters = reply.chapters.map { (Double($0.start) / 1e6 - start, $0.title.string) }
    if reply.chapters.count > 255 {
      leftOut.append("\(counted(reply.chapters.count - 255, "chapter")) after the first 255")
    }
  }

  /// The tracks; nil for those that cannot be written, which are added to `leftOut`.
  private static func tracks(
    of reply: ReadContainerReply, _ leftOut: inout [String]
  ) -> [ReadTrack?] {
    var tracks: [ReadTrack?] = []
    for (index, track) in reply.tracks.enumerated() {
      if isCover(track) {
        tracks.append(nil)
        continue
      }
      do throws(ContainerTrackError) {
        tracks.append(try ReadTrack(track, of: reply.format.string))
      } catch {
        tracks.append(nil)
        leftOut.append("track \(index + 1), \(error)")
      }
    }
    return tracks
  }

  /// Whether a track is a frame that a movie keeps as its cover.
  private static func isCover(_ track: ContainerTrack) -> Bool {
    track.kind == .cover && ["mjpeg", "png", "bmp"].contains(track.codec.string)
  }

  private mutating func add(_ item: ContainerMetadata) {
    let (name, value) = (item.key.string, item.value.string)
    // These are of the file that was, and what libavformat without a version says of the files that this package writes.
    let ofFile = ["major_brand", "minor_version", "compatible_brands"]
    guard !name.isEmpty, !value.isEmpty, !ofFile.contains(name.lowercased()),
      name.lowercased() != "encoder" || value != "Lavf"
    else { return }
    if name == PortableMovieMetadata.date, let time = Date1904.seconds(String(value.prefix(19))) {
      movie.creationTime = time
    } else {
      movie.metadata.append((PortableMovieMetadata.key(of: name), value))
    }
  }

  /// The frames that are attached. Each has a single sample.
  private static func covers(of reply: ReadContainerReply, _ coded: Bytes) -> [Bytes] {
    reply.tracks.indices.filter { isCover(reply.tracks[$0]) }.compactMap { index in
      guard let sample = reply.samples.first(where: { Int($0.track) == index }) else { return nil }
      let start = Int(clamping: sample.offset)
      return coded.part(start..<start.addingSaturating(Int(sample.byteCount)))
    }
  }

  /// Writes the samples in the form that our movies have, and tells their tracks where they are.
  private static func rewrite(
    _ samples: [ContainerSample], of tracks: inout [ReadTrack?], _ coded: Bytes,
    to rewritten: borrowing OutputFile
  ) throws(ConversionError) {
    var offset = 0
    for sample in samples {
      let index = Int(sample.track)
      guard tracks.indices.contains(index), tracks[index] != nil else { continue }
      let start = Int(clamping: sample.offset)
      guard let data = coded.part(start..<start.addingSaturating(Int(sample.byteCount))) else {
        throw ConversionError(.worker, "a sample is not where the worker said")
      }
      if tracks[index]?.takeText(sample, data) == true { continue }
      let pieces: [Bytes]
      do throws(FieldError) { pieces = try tracks[index]?.form(of: data) ?? [] } catch {
        throw ConversionError(
          .input, "has a sample that cannot be read (track \(index + 1)): \(error)")
      }
      let count = pieces.reduce(0) { $0 + $1.count }
      // A sample that had only parameter sets is empty now, because they are in the sample description.
      guard count > 0 else { continue }
      do throws(SystemError) { for piece in pieces { try rewritten.write(piece) } } catch {
        throw ConversionError(.output, error)
      }
      tracks[index]?.append(sample, at: offset, byteCount: count)
      offset += count
    }
    for index in tracks.indices where tracks[index] != nil {
      tracks[index]?.orderPictures()
      let texts: [(ContainerSample, [UInt8])]
      do throws(FieldError) { texts = try tracks[index]?.textSamples() ?? [] } catch {
        throw ConversionError(.input, "has texts that cannot be written: \(error)")
      }
      for (sample, bytes) in texts {
        do throws(SystemError) { try rewritten.write(Bytes(bytes)) } catch {
          throw ConversionError(.output, error)
        }
        tracks[index]?.append(sample, at: offset, byteCount: bytes.count)
        offset += bytes.count
      }
    }
  }

  /// Adds the tracks that have samples.
  private mutating func add(
    _ tracks: [ReadTrack?], of reply: ReadContainerReply, startingAt start: Double
  ) {
    for (index, track) in tracks.enumerated() {
      guard let track else { continue }
      guard !track.samples.isEmpty else {
        leftOut.append("track \(index + 1), which has no samples")
        continue
      }
      do throws(FieldError) {
        var made = try track.made(startingAt: start)
        made.isEnabled = ReadMovie.isEnabled(index, of: reply)
        movie.tracks.append(made)
      } catch {
        leftOut.append("track \(index + 1), whose configuration cannot be read: \(error)")
        continue
      }
      leftOut += track.lostBeside.map { "\($0) (track \(index + 1))" }
      if let looks = track.lostLooks {
        leftOut.append("\(looks) of the texts of track \(index + 1)")
      }
      if let rotation = track.lostRotation {
        leftOut.append("that the frames of track \(index + 1) are rotated by \(rotation)°")
      }
      let untimed = track.untimedPictureCount
      if untimed > 0 {
        notes.append(
          "track \(index + 1): \(untimed) of \(track.samples.count) frames have no time of their own, so that they are not seen: the times in the file are wrong"
        )
      }
      if track.isForeign {
        notes.append(
          "track \(index + 1): only QuickTime describes ProRes, and few programs show it in MP4; boxwalk remux makes a .mov of the new file"
        )
      }
    }
    setTextBoxes()
  }

  /// Whether a track is shown unless somebody chooses another. Only Matroska says it. If it says it of no track of
  /// frames, or of audio, the first is shown.
  private static func isEnabled(_ index: Int, of reply: ReadContainerReply) -> Bool {
    let track = reply.tracks[index]
    guard reply.format.string.contains("matroska"), !track.isDefault else { return true }
    guard track.kind != .subtitles else { return false }
    let others = reply.tracks.filter { $0.kind == track.kind }
    return !others.contains(where: \.isDefault)
      && index == reply.tracks.firstIndex { $0.kind == track.kind }
  }

  /// Sets the text boxes to the size of the frame.
  private mutating func setTextBoxes() {
    let size = movie.tracks.first { $0.width > 0 }.map { ($0.width, $0.height) } ?? (0, 0)
    for index in movie.tracks.indices where movie.tracks[index].handlerType == "sbtl" {
      (movie.tracks[index].width, movie.tracks[index].height) = size
      movie.tracks[index].sampleEntry[TimedTextSampleEntry.self]?.defaultTextBox = [
        0, 0, UInt16(clamping: size.1), UInt16(clamping: size.0),
      ]
    }
  }

  /// The time at which the movie starts, in seconds. Transport streams start at any time, and FLV has no negative
  /// times: for these the first sample is at 0, so that no sample is hidden.
  private static func start(of tracks: [ReadTrack], _ format: String) -> Double {
    ["mpegts", "flv"].contains(format) ? tracks.compactMap(\.start).min() ?? 0 : 0
  }
}

/// The reason why a track cannot be written, in words that follow its number.
struct ContainerTrackError: Error, CustomStringConvertible {
  var description: String
  init(_ description: String) { self.description = description }
}

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
