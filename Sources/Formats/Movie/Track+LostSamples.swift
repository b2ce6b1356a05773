import FieldCoding

extension Track {
  /// What is wrong if its tables state samples to which they do not lead, as a sentence about the file; nil if they agree.
  /// A lost sector of `moov` is zeros, and zeros in a table are rows without samples (ISO/IEC 14496-12 §8.5 to §8.7).
  var lostSamples: String? {
    let found = samples.count
    if tableSampleCount > found, !samples.isCut {
      return
        "the tables of track \(id) state \(counted(tableSampleCount, "sample")), and lead to \(grouped(found)): they are damaged; \(Track.wayOut)"
    }
    return found == 0 && mediaDuration > 0
      ? "track \(id) lasts \(counted(mediaDuration, "tick")), and no table leads to a sample: it is damaged; \(Track.wayOut)"
      : nil
  }

  /// Why those of its samples that are behind the end of the file are not all read, as a sentence about the file; nil if
  /// they are.
  package var cutSamples: String? {
    samples.isCut && !samples.isExcess
      ? "track \(id) has more samples behind the end of the file than there are bytes in it: they are not read"
      : nil
  }

  private static let wayOut =
    "boxwalk repair --like finds samples with another recording of the same camera"
}
