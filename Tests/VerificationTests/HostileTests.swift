import ISOBMFF
import Testing
import Verification

/// Damage must never crash the checks, nor make them slow.
@Suite struct HostileTests {
  @Test(arguments: Sample.names)
  func damagedBytesAreChecked(name: String) throws {
    let original = try Sample.bytes(name)
    let file = BoxFile(Bytes(original))
    let header = try #require(
      file.boxes.first { ["meta", "moov"].contains($0.type) }?.source ?? file.bytes.part(0..<600))
    let structure = header.fileOffset..<header.fileOffset + min(header.count, 5000)
    var generator = Noise(state: 1)
    // The description of the file is damaged; of the data, only the checked part is kept.
    for _ in 0..<60 {
      var bytes = Array(original.prefix(max(structure.upperBound, 40_000)))
      for _ in 0...generator.next() % 4 {
        let index = structure.lowerBound + Int(generator.next() % UInt64(structure.count))
        if index < bytes.count { bytes[index] = UInt8(truncatingIfNeeded: generator.next() >> 8) }
      }
      let report = Report(ExaminedFile(Bytes(bytes), name: name))
      #expect(report.findings.allSatisfy { !$0.message.isEmpty })
    }
  }

  @Test(arguments: Sample.names)
  func truncatedFilesHaveErrors(name: String) throws {
    let bytes = try Sample.bytes(name)
    for part in 1..<20 {
      let report = Report(ExaminedFile(Bytes(bytes.prefix(bytes.count * part / 20)), name: name))
      #expect(report.worst == .error, "\(name), \(part)/20")
    }
  }

  /// Every second row of `stsc` starts at the first chunk again: the chunks must not be counted for each row.
  @Test func chunksAreCountedOnce() throws {
    var file = BoxFile(Bytes(try Sample.bytes(Sample.mp4)))
    let table = "moov/trak/mdia/minf/stbl"
    try file.edit("\(table)/stco", as: ChunkOffsetBox.self) {
      $0.chunkOffsets.rows = [[Int64]](repeating: [100], count: 20_000)
    }
    try file.edit("\(table)/stsz", as: SampleSizeBox.self) { box in
      box.sampleSize = 1
      box.sampleCount = .max
      box.entries.rows = []
    }
    try file.edit("\(table)/stsc", as: SampleToChunkBox.self) {
      $0.entries.rows = (0..<40_000).map { [$0 % 2 == 0 ? 1 : 20_000, 1, 1] }
    }
    let report = Report(ExaminedFile(Bytes(try file.encoded().bytes), name: Sample.mp4))
    let finding = try #require(report.findings.first { $0.rule.id == "stsc-sample-count" })
    #expect(finding.message.contains("its 20,000 chunks have 20,000:"))
  }
}

/// The findings of a file are released with it: a library has many files.
@Suite struct VerifiedFileLifetimeTests {
  @Test(arguments: Sample.names)
  func filesAreReleased(name: String) throws {
    weak var released: ExaminedFile?
    do {
      let file = ExaminedFile(Bytes(try Sample.bytes(name)), name: name)
      released = file
      _ = Report(file)
    }
    #expect(released == nil)
  }
}

/// Numbers that look random and are the same each time (xorshift).
private struct Noise {
  var state: UInt64
  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}
