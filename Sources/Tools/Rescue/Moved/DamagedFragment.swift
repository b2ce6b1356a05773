package import FieldCoding
package import Movie

extension MovieFile {
  /// The first byte of the first sample of a fragment that is not whole; nil if all of them seem to be.
  ///
  /// - Parameter isCut: whether the samples behind `end` have been removed.
  package func firstDamagedSample(
    ofFragment start: Int, endingAt end: Int, isCut: Bool, in bytes: Bytes
  ) -> Int? {
    var samples: [(range: Range<Int>, form: SampleForm?)] = []
    for track in tracks {
      let form = SampleForm(of: track)
      for chunk in track.samples.chunks where chunk.fragmentStart == start {
        for sample in track.samples.from(chunk.index).prefix(chunk.sampleCount) {
          samples.append((sample.fileRange, form))
        }
      }
    }
    samples.sort { $0.range.lowerBound < $1.range.lowerBound }
    guard let last = samples.last, isCut || last.range.upperBound > end else { return nil }
    let wrong = samples.firstIndex { sample in
      sample.form.map { !$0.fits(sample.range, in: bytes) } ?? false
    }
    guard let wrong else { return isCut ? nil : end }
    // NAL units from which bytes are missing begin as they should: what follows is not where it should be.
    if wrong > 0, case .nalUnits = samples[wrong - 1].form,
      samples[wrong].form?.couldBegin(samples[wrong].range, in: bytes) == false
    {
      return samples[wrong - 1].range.lowerBound
    }
    return samples[wrong].range.lowerBound
  }
}
