public import FieldCoding

extension SampleSearch {
  /// The number of bytes of a recording with which references are compared.
  private static let mostTried = 16 << 20

  /// Of several references, the one that explains the first bytes of a recording best; nil if there are none.
  ///
  /// - Parameters:
  ///   - candidates: values with a reference each.
  ///   - reference: the reference of a candidate.
  ///   - data: the media data of the recording.
  public static func best<Candidate>(
    of candidates: [Candidate], _ reference: (Candidate) -> ReferenceRecording, for data: Bytes
  ) -> Candidate? {
    guard candidates.count > 1 else { return candidates.first }
    let start = data.part(0..<min(data.count, mostTried)) ?? data
    let scores = candidates.map { Score(samples(in: start, like: reference($0))) }
    let best = scores.max()
    return zip(candidates, scores).first { $0.1 == best }?.0
  }

  /// The score of a reference for some bytes. A sample that is identified only by its size proves little: uncompressed
  /// sound could be anywhere.
  private struct Score: Comparable {
    /// The bytes of samples that have the syntax of their coding.
    var proved = 0
    /// The bytes that nothing explains.
    var unknown = 0

    init(_ found: FoundRecording) {
      for region in found.regions {
        switch region.content {
        case .samples(_, let certainty) where certainty > .bySize: proved += region.range.count
        case .unknown: unknown += region.range.count
        case .samples, .torn: break
        }
      }
    }

    static func < (a: Score, b: Score) -> Bool {
      (a.proved, b.unknown) < (b.proved, a.unknown)
    }
  }
}
