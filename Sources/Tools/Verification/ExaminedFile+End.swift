import ISOBMFF
import Metadata

extension ExaminedFile {
  /// The reason why the file seems to be incomplete: it is still being copied, or the copy was interrupted. Nil if its
  /// end exists, even if something else is wrong.
  public var missingEnd: String? {
    guard bytes.count >= 16 else { return "it has only \(counted(bytes.count, "byte"))" }
    switch kind {
    case .empty: return nil
    case .unknown:
      // Some programs allocate the whole file before they write it.
      return bytes.prefix(8).allSatisfy { $0 == 0 } ? "it starts with zeros" : nil
    case .other:
      guard bytes.starts(with: PNGChunks.signature) else { return nil }
      return PNGChunks(bytes).finding.map { "the image \($0.reason)" }
    case .boxes, .jpeg:
      for rule in Rules.end {
        var findings = Findings(rule)
        rule.check(self, &findings)
        if let finding = findings.kept.first { return finding.message }
      }
      return nil
    }
  }
}

extension Rules {
  /// The rules that a file without its end breaks.
  static let end: [FileRule] = [
    Rules.fileTruncated, Rules.jpegDamaged, Rules.jpegWithoutEnd, Rules.contentMissing,
    Rules.ilocExtentPastEnd, Rules.chunkPastEnd, Rules.samplesPastEnd, Rules.trunPastEnd,
  ]
}
