import HEIF
import ISOBMFF
import Movie
public import WorkerProtocol

/// The result of the conversion of a movie.
public struct MovieConversionResult: Sendable {
  /// How the output came about.
  public enum Action: Sendable {
    case converted
    /// The movie already had the requested form.
    case copied
  }
  /// How the output came about.
  public var action = Action.converted
  /// The path of the output.
  public var output: String
  /// The width of the frames as they are shown, with square pixels: a rotated movie has its sides exchanged.
  public var width = 0
  /// The height of the frames as they are shown, with square pixels.
  public var height = 0
  /// The number of frames that were re-encoded.
  public var frameCount = 0
  /// The size of the re-encoded pictures, in bytes.
  var codedByteCount = 0
  /// The size of the output, in bytes.
  public var byteCount = 0
  /// Sentences that the user may want to know.
  public var notes: [String] = []
  /// Sentences about problems, such as frames that cannot be decoded.
  public var warnings: [String] = []
  /// The parts of the movie that the output does not have, in plain words: `Dolby Vision metadata`.
  public var leftOut: [String] = []
  /// The protections with which the movie was decoded; nil if nothing was decoded.
  public var sandbox: SandboxReply?

  init(output: String) { self.output = output }

  mutating func take(_ plan: MovieConversionPlan) {
    leftOut += plan.lost
    notes += plan.notes
    let tracks = plan.movie.tracks.filter { !plan.removed.contains($0.id) }
    guard let track = tracks.first(where: { $0.handlerType == "vide" }),
      let entry = track.sampleEntries.first?[VisualSampleEntry.self]
    else { return }
    (width, height) = track.shownSize(Int(entry.width), Int(entry.height))
  }

  /// Adds the report on what protected this computer from a job.
  mutating func take(_ report: SandboxReply) {
    sandbox = sandbox.map { $0.common(with: report) } ?? report
  }

  /// - Parameter isUpright: whether the frames themselves were rotated.
  mutating func take(_ coded: CodedPictures, of source: VideoSource, isUpright: Bool) {
    let reply = coded.reply
    if frameCount == 0 {
      (width, height) = source.track.shownSize(
        reply.size.width, reply.size.height, isUpright: isUpright)
    }
    frameCount += reply.samples.count
    codedByteCount += coded.data.count
    take(reply.sandbox)
    if reply.isMapped {
      let colours = source.isHDR ? "HDR was" : "colours beyond BT.709 were"
      notes.append("\(colours) brought into the range that every screen shows")
    }
    if reply.isDeinterlaced {
      notes.append(
        "interlaced pictures (track \(source.track.id)) were deinterlaced: each one was made of its two fields"
      )
    }
    if !reply.fieldProblem.isEmpty {
      notes.append(
        "interlaced pictures (track \(source.track.id)) were not deinterlaced, and moving edges may look like combs: \(reply.fieldProblem)"
      )
    }
    let (width, height) = (Int(source.entry.width), Int(source.entry.height))
    let even = (width: max(2, width & ~1), height: max(2, height & ~1))
    if even != (width, height), (reply.size.width, reply.size.height) == even {
      notes.append(
        "frames of \(width) × \(height) became \(even.width) × \(even.height): sides are even where chroma has half the samples"
      )
    }
    var changes: [String] = []
    if reply.bitDepth > reply.codedBitDepth {
      changes.append("\(reply.bitDepth) bits became \(reply.codedBitDepth) bits")
    }
    if !reply.finerChroma.isEmpty { changes.append("\(reply.finerChroma) became 4:2:0") }
    if !changes.isEmpty {
      notes.append("frames of track \(source.track.id): \(listed(changes))")
    }
    if reply.losesAlpha { leftOut.append("transparency") }
    if let damaged = DamagedPictures(reply.lost, of: source.track) {
      warnings.append(damaged.ofCoded)
    }
  }
}

/// The progress of the conversion of a movie.
public struct MovieProgress: Sendable {
  /// The number of frames that are done.
  public var done: Int
  /// The number of all frames.
  public var count: Int
  /// The size of the movie, in bytes.
  public var byteCount: Int
  /// The duration of the movie, in seconds.
  public var duration: Double
  /// The time since the start of the conversion, in seconds.
  public var seconds: Double

  package init(done: Int, count: Int, byteCount: Int, duration: Double, seconds: Double) {
    (self.done, self.count, self.byteCount) = (done, count, byteCount)
    (self.duration, self.seconds) = (duration, seconds)
  }

  /// The number of frames per second; 0 if it is unknown.
  public var rate: Double { seconds > 0 ? Double(done) / seconds : 0 }
  /// The fraction that is done, 0 to 1.
  public var part: Double { count > 0 ? Double(done) / Double(count) : 0 }
  /// The number of seconds of the movie that are converted per second; 0 if it is unknown.
  public var speed: Double { seconds > 0 ? duration * part / seconds : 0 }
}

extension Track {
  /// The size of coded frames as they are shown: with square pixels, and rotated.
  func shownSize(
    _ width: Int, _ height: Int, isUpright: Bool = false
  ) -> (width: Int, height: Int) {
    let swaps = matrix.swapsSides
    var (width, height) = (width, height)
    // The pixels are described as they were before the frames themselves were rotated.
    if isUpright, swaps { (width, height) = (height, width) }
    if let pixel = sampleEntries.first.map(pixelShape(of:)) {
      let shown = Double(width) * Double(pixel.hSpacing) / Double(pixel.vSpacing)
      width = Int(min(shown.rounded(), 1e9))
    }
    return swaps ? (height, width) : (width, height)
  }
}

extension FourCC {
  /// The code without spaces at its end, for sentences: `wma`.
  var name: String {
    var text = "\(self)"
    while text.last == " " { text.removeLast() }
    return text
  }
}
