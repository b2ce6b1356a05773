public import Conversion
import Files
import ISOBMFF
import Movie
import WorkerClient

/// The options for a stream.
public struct StreamOptions: Sendable {
  /// The target duration of segments in seconds; each begins with a key frame.
  public var segmentSeconds = 6.0
  /// Whether each track is one file, with segments as byte ranges.
  public var isSingleFile = false
  /// Files of subtitles, SubRip or WebVTT, which are added to those of the movies.
  public var subtitles: [String] = []
  /// The presets for re-encoding frames in several sizes, in order; empty if frames are not re-encoded.
  public var ladder: [MoviePreset] = []
  /// How movies are converted for that.
  public var conversion = MovieConverter.Options()
  /// Whether the folder of another stream is replaced.
  public var replacesFolder = false

  /// Segments of 6 seconds, each a file.
  public init() {}
}

/// The result of making a stream.
public struct StreamResult: Sendable {
  /// A track of the stream. A member is nil if it does not apply to the kind of track, or if it is unknown.
  public struct Rendition: Equatable, Sendable {
    /// The common name of its files: `video-1`.
    public internal(set) var name: String
    /// The codec string of playlists; nil for texts.
    public internal(set) var codec: String?
    /// The language in the form of RFC 5646.
    public internal(set) var language: String?
    /// The width of the frames in pixels; nil for other tracks.
    public internal(set) var width: Int?
    /// The height of the frames in pixels; nil for other tracks.
    public internal(set) var height: Int?
    /// Frames in a second.
    public internal(set) var frameRate: Double?
    /// `SDR`, `HLG`, `PQ`
    public internal(set) var videoRange: String?
    /// The number of channels of audio; nil for other tracks.
    public internal(set) var channels: Int?
    /// The number of subtitles.
    public internal(set) var cueCount: Int?
    /// The number of segments.
    public internal(set) var segmentCount: Int
    /// The most bits in a second, as RFC 8216 defines it.
    public internal(set) var peakBitRate: Int
    /// The average of all segments, in bits per second.
    public internal(set) var averageBitRate: Int
  }

  /// Frames, audio and texts, in the order of their names.
  public internal(set) var renditions: [Rendition] = []
  /// The number of files in the folder.
  public internal(set) var fileCount = 0
  /// The total size in bytes.
  public internal(set) var byteCount = 0
  /// The parts that the stream cannot hold, as phrases after the name of their file.
  public internal(set) var leftOut: [String] = []
  /// Sentences about what some players do not do, and about what is missing.
  public internal(set) var warnings: [String] = []
  /// Sentences that the user may want to know, such as what the codec of a preset makes less.
  public internal(set) var notes: [String] = []
}

/// The same movie in several sizes, re-encoded so that segments can begin at key frames of all of them.
struct StreamLadder {
  private let worker: Worker
  private let options: StreamOptions

  init(_ worker: Worker, _ options: StreamOptions) {
    (self.worker, self.options) = (worker, options)
  }

  /// Re-encodes a movie. The results are in the folder only while they are read.
  func movies(
    of input: String, in folder: String, _ result: inout StreamResult,
    _ progress: (String) -> Void
  ) throws(ConversionError) -> [RenditionSource] {
    let source = try RenditionSource(input, name: input, isToBeCoded: true)
    guard let pictures = source.pictures?.sampleEntries.first?[VisualSampleEntry.self] else {
      throw ConversionError(.input, "\(input): has no frames that --ladder could re-encode")
    }
    let presets = rungs(shorterSide: Int(min(pictures.width, pictures.height)), &result)
    var movies: [RenditionSource] = []
    for (index, preset) in presets.enumerated() {
      let name = "\(input) as \(preset.name)"
      // Without an ending, the name is right for QuickTime and for MP4.
      let path = folder + "coded-\(index + 1)"
      var conversion = options.conversion
      conversion.preset = preset
      // Frames that are small enough have key frames at other times, so they are re-encoded, too.
      conversion.quality = conversion.quality ?? MovieConverter.usualQuality
      conversion.keyInterval = options.segmentSeconds
      conversion.rotatesUpright = true
      conversion.audio = index == 0 ? .compatible : .remove
      conversion.syncsFiles = false
      do throws(ConversionError) {
        let made = try MovieConverter(worker, conversion).convert(input, to: path) { done in
          progress("\(name): \(done.done) of \(done.count)")
        }
        if index == 0 {
          result.warnings += made.warnings.map { "\(input): \($0)" }
          result.notes += made.notes.map { "\(input): \($0)" }
          result.leftOut += made.leftOut.map { "\(input): \($0)" }
        }
      } catch {
        throw ConversionError(error.kind, "\(name): \(error.message)")
      }
      movies.append(try RenditionSource(path, name: name, isCoded: true))
      // It is open, and needs no name any more.
      try ConversionError.output { () throws(SystemError) in try remove(path) }
    }
    return movies
  }

  /// Among presets that do not reduce the size, one is enough.
  private func rungs(shorterSide: Int, _ result: inout StreamResult) -> [MoviePreset] {
    var sizes: Set<String> = []
    var rungs: [MoviePreset] = []
    for preset in options.ladder {
      let size = min(preset.shorterSide ?? .max, shorterSide)
      if sizes.insert("\(preset.codec?.title ?? "") \(size)").inserted {
        rungs.append(preset)
      } else {
        result.warnings.append(
          "\(preset.name) is left out: frames have \(shorterSide) lines, as with \(rungs.last?.name ?? "another")"
        )
      }
    }
    return rungs
  }
}
