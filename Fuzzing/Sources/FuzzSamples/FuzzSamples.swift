import FuzzDriver
import Inspection
import Movie
import Verification

/// A movie's tracks and samples, and all rules of `boxwalk verify`.
@_cdecl("FuzzSamples_main")
public func enter(_ count: CInt, _ arguments: Arguments?) -> CInt {
  fuzz(count, arguments, seeds: { Seeds.file($0) }) { bytes in
    let file = BoxFile(bytes)
    if let movie = MovieFile(file) {
      _ = movie.duration
      for track in movie.tracks {
        _ = (track.duration, track.sampleRate, track.bitRate, track.matrix.rotation)
        var next = 0
        let limit = OutputLimit(of: bytes)
        for sample in track.samples {
          precondition(sample.index >= next, "samples are not counted")
          limit.count(1)
          next = sample.index + sample.sampleCount
          _ = (sample.groups, sample.encryption, sample.location, sample.flags.descriptions)
          _ = track.editList.times(ofMedia: sample.compositionTime).map { ($0.seconds, $0.ticks) }
        }
        for number in [0, 1, 77, next / 2, next] {
          guard let sample = track.samples.sample(at: number) else { continue }
          _ = track.samples.sample(decodedAt: sample.decodeTime)
          _ = track.samples.syncSample(upTo: number)
        }
      }
    }
    for format in [SampleList.Format.text, .csv, .json] {
      _ = SampleList(file)?.write(to: OutputLimit(of: bytes).text, as: format, ReportTextStyle())
    }
    let report = Report(ExaminedFile(bytes, name: "input.mov"))
    _ = report.findings.map { "\($0)" }
  }
}
