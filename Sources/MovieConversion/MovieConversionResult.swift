public import CodecJob
import HEIF
import ISOBMFF
import Movie

/// What became of a movie.
public struct MovieConversionResult: Sendable {
  /// How the output came about.
  public enum Action: Sendable {
    case converted
    /// It was already what it should become.
    case copied
  }
  /// How the output came about.
  public var action = Action.converted
  /// The path of the output.
  public var output: String
  /// The width of the pictures, as they are coded.
  public var width = 0
  /// The height of the pictures, as they are coded.
  public var height = 0
  /// How many pictures were re-encoded.
  public var pictureCount = 0
  /// How long those are, in bytes.
  var codedByteCount = 0
  /// How long the output is, in bytes.
  public var byteCount = 0
  /// What a person may want to know.
  public var notes: [String] = []
  /// What went wrong: pictures that cannot be decoded.
  public var warnings: [String] = []
  /// What the movie had and the output has not, in plain words: `Dolby Vision metadata`.
  public var leftOut: [String] = []
  /// What protected this computer from the movie; nil if nothing was decoded.
  public var sandbox: SandboxReport?

  init(output: String) { self.output = output }

  mutating func take(_ plan: MovieConversionPlan) {
    leftOut += plan.lost
    notes += plan.notes
    guard let track = plan.movie.tracks.first(where: { $0.handlerType == "vide" }),
      let entry = track.sampleEntries.first?[VisualSampleEntry.self]
    else { return }
    (width, height) = (Int(entry.width), Int(entry.height))
  }

  /// Notes what protected this computer from a job.
  mutating func take(_ report: SandboxReport) {
    sandbox = sandbox.map { $0.common(with: report) } ?? report
  }

  mutating func take(_ coded: CodedPictures, of source: VideoSource) {
    let reply = coded.reply
    if pictureCount == 0 { (width, height) = (reply.size.width, reply.size.height) }
    pictureCount += reply.samples.count
    codedByteCount += coded.data.count
    take(reply.sandbox)
    if reply.isMapped {
      let colours = source.stated.colour.isHDR ? "HDR was" : "colours beyond BT.709 were"
      notes.append("\(colours) brought into the range that every screen shows")
    }
    let (width, height) = (Int(source.entry.width), Int(source.entry.height))
    let even = (width: max(2, width & ~1), height: max(2, height & ~1))
    if even != (width, height), (reply.size.width, reply.size.height) == even {
      notes.append(
        "pictures of \(width) × \(height) became \(even.width) × \(even.height): sides are even where chroma has half the samples"
      )
    }
    if reply.losesAlpha { leftOut.append("transparency") }
    if let damaged = DamagedPictures(reply.lost, of: source.track) {
      warnings.append(damaged.ofCoded)
    }
  }
}

/// How far the conversion of a movie is.
public struct MovieProgress: Sendable {
  /// The number of pictures that are done.
  public var done: Int
  /// The number of all of them.
  public var count: Int
  /// The bytes of the movie.
  public var byteCount: Int
  /// How long the movie is, in seconds.
  public var duration: Double
  /// How long the conversion has taken so far, in seconds.
  public var seconds: Double

  package init(done: Int, count: Int, byteCount: Int, duration: Double, seconds: Double) {
    (self.done, self.count, self.byteCount) = (done, count, byteCount)
    (self.duration, self.seconds) = (duration, seconds)
  }

  /// The pictures that are done in a second; 0 if nothing is known.
  public var rate: Double { seconds > 0 ? Double(done) / seconds : 0 }
  /// The part that is done, 0 to 1.
  public var part: Double { count > 0 ? Double(done) / Double(count) : 0 }
  /// How many seconds of the movie are done in a second; 0 if nothing is known.
  public var speed: Double { seconds > 0 ? duration * part / seconds : 0 }
}
