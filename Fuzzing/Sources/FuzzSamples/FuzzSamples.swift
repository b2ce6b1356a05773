import FuzzDriver
import Movie
import Verification

/// A movie's tracks and samples, and all rules of `boxwalk verify`.
@_cdecl("FuzzSamples_main")
public func enter(_ count: CInt, _ arguments: Arguments?) -> CInt {
  fuzz(count, arguments, seeds: Seeds.file) { bytes in
    let file = BoxFile(bytes)
    if let movie = MovieFile(file) {
      _ = movie.duration
      for track in movie.tracks {
        _ = (track.duration, track.sampleRate, track.bitRate, track.header?.rotation)
        var next = 0
        TrackSamples(track, in: file.boxes).forEachSample { sample in
          precondition(sample.index >= next, "samples are not counted")
          next = sample.index + 1
          return next < 1 << 16
        }
      }
    }
    let report = Report(VerifiedFile(bytes, name: "input.mov"))
    _ = report.findings.map { "\($0)" }
  }
}
