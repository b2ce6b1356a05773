import ISOBMFF
import Inspection
import JSON
import LiveBundles
import LiveMaking
import Movie
import StillConversion
import WorkerClient

/// The frame of a movie that looks most like a still.
struct FoundFrame {
  /// The number of the frame among those that are shown, from 0.
  let frame: Int
  let frameCount: Int
  /// When the frame is shown, in seconds.
  let time: Double
  private let match: FrameSearch.Match

  /// Decodes the picture in the file `still`, and the movie in the file `movie`, which was read as
  /// `file`.
  init(still: String, movie: String, _ file: BoxFile) throws {
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
        "has no frame that looks like the still: the best of \(times.ticks.count) is frame \(match.frame + 1), with a likeness of \(FoundFrame.text(match.score)); --time says which frame it is all the same"
      )
    }
    frame = match.frame
    frameCount = times.ticks.count
    let timescale = Double(read.header?.timescale ?? 0)
    time =
      times.ticks.indices.contains(frame) && timescale > 0
      ? Double(times.ticks[frame]) / timescale : 0
  }

  /// What a person should know of it.
  var notes: [String] {
    var notes = ["it looks most like the still: \(FoundFrame.text(match.score)) of 1"]
    if match.isDoubtful {
      notes.append(
        "others look nearly so: \(FoundFrame.text(match.otherScore)), more than two frames away")
    }
    if match.damagedCount > 0 {
      notes.append("\(counted(match.damagedCount, "frame")) could not be decoded")
    }
    return notes
  }

  var json: JSONValue {
    .object([
      ("time", .double(time)), ("frame", .int(frame)), ("frames", .int(frameCount)),
      ("score", .double(match.score)), ("otherScore", .double(match.otherScore)),
    ])
  }

  /// `0.97`
  private static func text(_ score: Double) -> String {
    let hundredths = Int((score * 100).rounded())
    return "\(hundredths / 100)." + (hundredths % 100 < 10 ? "0" : "") + "\(hundredths % 100)"
  }
}
