import FileKind
import StillMetadata

extension ExaminedFile {
  /// Why the file seems to be incomplete, because it is still being copied, or because the copy was interrupted.
  /// Nil if its end is there, even if something else is wrong with it.
  public var missingEnd: String? {
    guard bytes.count >= 16 else { return "it has only \(counted(bytes.count, "byte"))" }
    switch kind {
    case .empty: return nil
    case .unknown:
      // Some programs make room for all of a file before they write it.
      return bytes.prefix(8).allSatisfy { $0 == 0 } ? "it starts with zeros" : nil
    case .other:
      guard bytes.starts(with: PNGChunks.signature) else { return nil }
      return PNGChunks(bytes).finding.map { "the picture \($0.reason)" }
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
  /// The rules that a file breaks whose end is missing.
  static let end: [any Rule.Type] = [
    FileTruncated.self, JPEGDamaged.self, JPEGWithoutEnd.self, ContentMissing.self,
    IlocExtentPastEnd.self, ChunkPastEnd.self, SamplesPastEnd.self, TrunPastEnd.self,
  ]
}
