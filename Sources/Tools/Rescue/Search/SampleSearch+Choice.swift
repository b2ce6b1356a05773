public import FieldCoding

extension SampleSearch {
  /// The number of bytes of a recording with which references are compared.
  private static let mostTried = 16 << 20

  /// Of several references, the one that explains the first bytes of a recording best; nil if there are none. If several
  /// do, as they are of the same camera, it is one with whose settings the frames can be decoded.
  ///
  /// - Parameters:
  ///   - candidates: values with a reference each.
  ///   - reference: the reference of a candidate.
  ///   - data: the media data of the recording.
  ///   - canDecode: whether frames can be decoded; nil if it is not known.
  public static func best<Candidate>(
    of candidates: [Candidate], _ reference: (Candidate) -> ReferenceRecording, for data: Bytes,
    canDecode: (FirstFrames) -> Bool? = { _ in nil }
  ) -> Candidate? {
    guard candidates.count > 1 else { return candidates.first }
    let start = data.part(0..<min(data.count, mostTried)) ?? data
    var tried = candidates.map { candidate in
      let found = samples(in: start, like: reference(candidate))
      return (candidate: candidate, found: found, score: Score(found))
    }
    guard let best = tried.map(\.score).max() else { return nil }
    tried.removeAll { !$0.score.isNear(best) }
    // Of equal ones the first.
    let order = tried.indices.sorted {
      tried[$0].score == tried[$1].score ? $0 < $1 : tried[$1].score < tried[$0].score
    }
    let fitting =
      order.count == 1
      ? nil
      : order.first { index in
        let frames = tried[index].found.firstFrames(
          in: start, like: reference(tried[index].candidate))
        return frames.allSatisfy { canDecode($0) != false }
      }
    return (fitting ?? order.first).map { tried[$0].candidate }
  }

  /// The score of a reference for some bytes. A sample that is identified only by its size proves little: uncompressed
  /// audio could be anywhere.
  private struct Score: Comparable {
    /// The bytes of samples that have the syntax of their codec.
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

    /// Whether it explains about as much as the best one.
    func isNear(_ best: Score) -> Bool { proved >= best.proved - best.proved / 16 }

    static func < (a: Score, b: Score) -> Bool {
      (a.proved, b.unknown) < (b.proved, a.unknown)
    }
  }
}
