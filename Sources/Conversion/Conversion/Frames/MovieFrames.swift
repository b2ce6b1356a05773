import FieldCoding
package import Files
package import ISOBMFF
import LivePhotos
package import Movie
public import WorkerClient

/// The frames of a movie in the order of presentation.
///
///     let movie = try MovieFrames("IMG_1234.MOV")
///     let frames = try movie.frames(.every(1))
public final class MovieFrames: Sendable {
  /// A frame that is shown.
  public struct Frame: Equatable, Sendable {
    /// Its number among those that are shown, from 1.
    public var number: Int
    /// The time when it appears, in seconds from the start of the movie.
    public var time: Double
    /// Its sample, from 0 in decoding order.
    public var sample: Int
  }

  /// The given path.
  public let path: String
  /// All frames.
  public let frames: [Frame]
  /// The time when the last frame disappears, in seconds.
  public let end: Double
  package let movie: MovieFile
  package let track: Track
  package let bytes: Bytes
  let descriptor: Int32
  /// The alpha of the frames, which is another track; nil if there is none.
  let alpha: MovieFrames?

  /// The most frames: two days with 24 frames a second.
  private static let most = 1 << 22

  /// Reads the description of a movie's frames.
  ///
  /// - Parameter track: the identifier of their track; nil for the first video track that is enabled.
  ///
  /// Throws if the file cannot be read, is not a movie, or has no frames whose colours can be shown.
  public convenience init(_ path: String, track: UInt32? = nil) throws(ConversionError) {
    let file: OpenFile
    do throws(SystemError) { file = try OpenFile.reading(path) } catch {
      // Whoever reports it names the file.
      throw ConversionError(
        .unreadable, error.code == 0 ? error.what : SystemError.text(error.code))
    }
    let bytes: Bytes
    do throws(ByteSourceError) { bytes = try file.source(path).bytes } catch {
      throw ConversionError(.unreadable, error.reason.text)
    }
    try self.init(path, file, bytes, track)
  }

  /// The same for a movie that is open already, so that no other file of its name is read.
  package convenience init(_ original: borrowing OriginalFile) throws(ConversionError) {
    let file: OpenFile
    do throws(SystemError) { file = try OpenFile(copying: original.file.descriptor) } catch {
      throw ConversionError(.unreadable, SystemError.text(error.code))
    }
    try self.init(original.path, file, original.bytes)
  }

  private convenience init(
    _ path: String, _ file: consuming OpenFile, _ bytes: Bytes, _ id: UInt32? = nil
  ) throws(ConversionError) {
    let boxes = BoxFile(bytes)
    guard let movie = MovieFile(boxes, inflate: Zlib.inflate) else {
      throw ConversionError(.input, boxes.reasonForNoMovie)
    }
    if let refusal = movie.refusal { throw ConversionError(.input, refusal) }
    let full = movie.tracks.filter { $0.sampleCount > 0 && !$0.isAuxiliary }
    let videos = full.filter { $0.handlerType == "vide" }
    // The frames of an image sequence (ISO/IEC 23008-12 §7).
    let tracks = videos.isEmpty ? full.filter { $0.handlerType == "pict" } : videos
    let named = full.first { $0.id == id }
    guard let track = id == nil ? tracks.first(where: \.isEnabled) ?? tracks.first : named else {
      throw ConversionError(.input, "has no video track")
    }
    let entries = track.sampleEntries.lazy.compactMap { $0[VisualSampleEntry.self] }
    if entries.contains(where: \.hasColoursOfDolbyVision) {
      throw ConversionError.coloursOfDolbyVision(ofTrack: track.id)
    }
    try self.init(path, file, bytes, movie, track)
  }

  private init(
    _ path: String, _ file: consuming OpenFile, _ bytes: Bytes, _ movie: MovieFile, _ track: Track
  ) throws(ConversionError) {
    guard let shown = track.shownSamples(most: MovieFrames.most), !shown.isEmpty else {
      throw ConversionError(.input, "does not say when its frames are shown")
    }
    self.path = path
    self.bytes = bytes
    self.movie = movie
    self.track = track
    frames = shown.enumerated().map { index, shown in
      Frame(number: index + 1, time: shown.time.seconds, sample: shown.sample)
    }
    let last = shown[shown.count - 1]
    let (time, end) = (last.time.seconds, last.end.seconds)
    let duration = track.samples.sample(at: last.sample)?.duration ?? 0
    // An edit that ends when its last frame appears was not intended.
    self.end =
      end > time + 0.0005 ? end : time + Double(max(1, duration)) / Double(track.timescale)
    if let alpha = movie.alpha(of: track), alpha.sampleCount > 0 {
      do {
        self.alpha = try MovieFrames(path, OpenFile(copying: file.descriptor), bytes, movie, alpha)
      } catch let error as ConversionError {
        throw ConversionError(error.kind, "its transparency: \(error.message)")
      } catch {
        throw ConversionError(.unreadable, "\(error)")
      }
    } else {
      alpha = nil
    }
    descriptor = file.released()
  }

  deinit { _ = OpenFile(owning: descriptor) }

  /// The descriptor of the open file.
  package var fileDescriptor: Int32 { descriptor }
  /// The bytes of the file.
  package var byteCount: Int { bytes.count }
  /// Ticks per second of the times of frames.
  package var timescale: UInt32 { track.timescale }

  /// Whether decoding can start at a frame.
  public func isKeyframe(_ frame: Frame) -> Bool {
    track.samples.sample(at: frame.sample)?.isSync ?? false
  }

  /// The time of a Live Photo's still in seconds, according to the files; nil if they do not state it.
  private var stillTime: Double? {
    StatedStillTime(of: LiveStillFacts(), in: movie).flatMap { $0.origin == .track ? $0.time : nil }
  }

  /// The time of the poster (QuickTime File Format: movie header); nil if none is stated.
  private var posterTime: Double? {
    guard let header = movie.header, header.timescale > 0, header.predefined.count > 2,
      header.predefined[2] > 0
    else { return nil }
    return Double(header.predefined[2]) / Double(header.timescale)
  }
}

/// The selection of frames of a movie.
public enum FrameSelection: Equatable, Sendable {
  /// The most typical frame of the movie: that of ``still``, or else the poster, or else the first.
  case usual
  /// The one that the still of a Live Photo is.
  case still
  /// The frames that are shown at these times, in seconds.
  case at([Double])
  /// The frames that are shown at 0 and at each multiple of this number of seconds.
  case every(Double)
  /// This number of frames, each from the middle of a part of the movie, with parts of equal length; all frames if
  /// there are fewer.
  case count(Int)
  /// The frames at which decoding can start.
  case keyframes
  case all
}

extension MovieFrames {
  /// The frames that are asked for, each once, in the order in which they are shown.
  ///
  /// Throws if the movie does not name its still, or if nothing is shown at the times.
  public func frames(_ selection: FrameSelection) throws(ConversionError) -> [Frame] {
    switch selection {
    case .usual:
      let time = [stillTime, posterTime].lazy.compactMap { $0 }.first { $0 < self.end }
      return [time.map(frame(at:)) ?? frames[0]]
    case .still:
      guard let stillTime else {
        throw ConversionError(
          .input, "does not say which frame the still is: it has no track of still-image-time")
      }
      return [frame(at: stillTime)]
    case .at(let times):
      let shown = times.filter { $0 <= end }
      if let late = times.first, shown.isEmpty {
        throw ConversionError(.input, nothing(at: late))
      }
      return once(shown.map(frame(at:)))
    case .every(let step):
      // A clock that is added up would drift.
      let count = Int(min(((end - 0.0005) / step).rounded(.up), Double(MovieFrames.most)))
      return once((0..<max(1, count)).map { frame(at: Double($0) * step) })
    case .count(let count):
      guard count < frames.count else { return frames }
      let found = once((0..<count).map { frame(at: (Double($0) + 0.5) * end / Double(count)) })
      // If durations of frames differ, a long frame may be the middle of several parts.
      guard found.count < count else { return found }
      return (0..<count).map { frames[($0 * 2 + 1) * frames.count / (count * 2)] }
    case .keyframes:
      let sync = Set(track.samples.lazy.filter(\.isSync).map(\.index))
      return frames.filter { sync.contains($0.sample) }
    case .all: return frames
    }
  }

  /// What a user should know about the frames that are asked for: times at which none is shown, and what is true of
  /// all frames of the movie.
  public func notes(_ selection: FrameSelection) -> [String] {
    guard case .at(let times) = selection else { return notes }
    return notes + times.filter { $0 > end }.map(nothing(at:))
  }

  private func nothing(at time: Double) -> String {
    "shows nothing at \(MovieFrames.text(time)) s: it ends at \(MovieFrames.text(end)) s"
  }

  /// The frame that is shown at a time: the last that has appeared, or else the first.
  ///
  /// A time in whole milliseconds also selects a frame that appears within the next half millisecond.
  package func frame(at time: Double) -> Frame {
    let next = frames.partitioningIndex { $0.time > time + 0.0005 }
    return frames[max(0, next - 1)]
  }

  func once(_ found: [Frame]) -> [Frame] {
    var numbers: Set<Int> = []
    return found.filter { numbers.insert($0.number).inserted }.sorted { $0.number < $1.number }
  }

  /// `1.033`
  public static func text(_ seconds: Double) -> String {
    let milliseconds = Int((seconds * 1000).rounded())
    return "\(milliseconds / 1000).\(String("\(1000 + milliseconds % 1000)".dropFirst()))"
  }
}
