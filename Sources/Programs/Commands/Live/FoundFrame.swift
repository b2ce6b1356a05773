import Conversion
import FieldCoding
import ISOBMFF
import Inspection
import LivePhotos
import Movie
import Text
import WorkerClient

/// The frame of a movie that is most similar to a still. If others are as similar, it is the one nearest to the time
/// that the files state.
struct FoundFrame {
  /// The number of the frame among those that are shown, from 0.
  let frame: Int
  /// What decided between similar frames; nil if nothing had to, or could.
  private let moment: StatedStillTime?
  let frameCount: Int
  /// The presentation time of the frame, in seconds.
  let time: Double
  private let match: FrameSearch.Match

  /// Decodes the image in the file `still`, which has these `facts`, and the movie in the file `movie`, which was
  /// read as `file`.
  init(still: String, _ facts: LiveStillFacts, movie: String, _ file: BoxFile) throws {
    guard let worker = WorkerProgram.path else {
      throw LiveError(
        nil,
        "boxwalk-codec, the program that decodes, is not beside boxwalk; install both together",
        isFault: true)
    }
    guard let read = MovieFile(file), let (track, times) = read.shownFrames else {
      throw LiveError(movie, "does not say when its frames are shown")
    }
    let photo: PhotoFile
    do throws(ConversionError) { photo = try PhotoFile(still) } catch {
      throw LiveError(still, error.message)
    }
    do throws(ConversionError) {
      let plan = try MoviePlan(track, of: file, samples: times.samples)
      match = try FrameSearch(Worker(worker)).match(photo, in: plan, at: movie)
    } catch {
      throw LiveError(
        movie, "\(error.message); --time says which frame the still is",
        isFault: error.kind == .worker)
    }
    guard match.isAlike else {
      throw LiveError(
        movie,
        "has no frame that looks like the still: the best of \(times.ticks.count) is frame \(match.frame + 1), with a likeness of \(FoundFrame.text(match.score)); if you know the time of the still, use --time"
      )
    }
    let timescale = Double(read.header?.timescale ?? 0)
    func start(of frame: Int) -> Double {
      times.ticks.indices.contains(frame) && timescale > 0
        ? Double(times.ticks[frame]) / timescale : 0
    }
    let moment = match.isUndecided ? StatedStillTime(of: facts, in: read) : nil
    let equals = match.equals
    let nearest = moment.flatMap { moment in
      equals.min { abs(start(of: $0) - moment.time) < abs(start(of: $1) - moment.time) }
    }
    // Without --match, the still is in the middle.
    let middle = equals.min { abs($0 - times.ticks.count / 2) < abs($1 - times.ticks.count / 2) }
    self.moment = moment
    frame = nearest ?? (match.isUndecided ? middle : nil) ?? match.frame
    frameCount = times.ticks.count
    time = start(of: frame)
  }

  /// The region of the frame that the still shows.
  var region: StillRegion? { match.region(on: frame) }

  /// Notes for the user.
  var notes: [String] {
    var notes = ["it looks most like the still: \(FoundFrame.text(match.score)) of 1"]
    if let decision { notes.append(likeness + decision) }
    if match.damagedCount > 0 {
      notes.append("\(counted(match.damagedCount, "frame")) could not be decoded")
    }
    return notes
  }

  /// What the user should look at.
  var warnings: [String] {
    guard match.isUndecided, moment == nil else { return [] }
    return [
      likeness
        + "the dates of both do not say when the still was taken, and the command took frame \(frame + 1), near the middle; if you know the time, use --time"
    ]
  }

  private var likeness: String {
    "little moves, so that likeness does not decide: \(match.equals.count) of \(frameCount) frames look as much like the still (\(FoundFrame.text(match.otherScore)) and \(FoundFrame.text(match.score))); "
  }

  /// How the command decided between similar frames; nil if it did not have to, or could not.
  private var decision: String? {
    switch moment?.origin {
    case .track: "the command took the one nearest to the time that the movie already states"
    case .dates:
      "the command took the one nearest to the time of the still, which is \(FoundFrame.text(moment?.time ?? 0)) s after the start by the dates of both"
    case nil: nil
    }
  }

  var json: JSONValue {
    .object([
      ("time", .double(time)), ("frame", .int(frame)), ("frames", .int(frameCount)),
      ("score", .double(match.score)), ("otherScore", .double(match.otherScore)),
      ("undecided", .bool(match.isUndecided)), ("equals", .int(match.equals.count)),
      ("decidedBy", moment.map { .string($0.origin.rawValue) }),
    ])
  }

  /// `0.97`
  private static func text(_ score: Double) -> String {
    let hundredths = Int((score * 100).rounded())
    return "\(hundredths / 100).\(zeroPadded(hundredths % 100, to: 2))"
  }
}
