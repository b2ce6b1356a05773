import ISOBMFF
import Testing
import Verification

/// Damage must never stop the checks, nor take long.
@Suite struct HostileTests {
  @Test(arguments: Sample.names)
  func damagedBytesAreChecked(name: String) throws {
    let original = try Sample.bytes(name)
    let file = BoxFile(Bytes(original))
    let header = try #require(
      file.boxes.first { ["meta", "moov"].contains($0.type) }?.source ?? file.bytes.part(0..<600))
    let structure = header.fileOffset..<header.fileOffset + min(header.count, 5000)
    var generator = Noise(state: 1)
    // What describes the file is damaged; of the data, only as much as is looked at is kept.
    for _ in 0..<60 {
      var bytes = Array(original.prefix(max(structure.upperBound, 40_000)))
      for _ in 0...generator.next() % 4 {
        let index = structure.lowerBound + Int(generator.next() % UInt64(structure.count))
        if index < bytes.count { bytes[index] = UInt8(truncatingIfNeeded: generator.next() >> 8) }
      }
      let report = Report(VerifiedFile(Bytes(bytes), name: name))
      #expect(report.findings.allSatisfy { !$0.message.isEmpty })
    }
  }

  @Test(arguments: Sample.names)
  func truncatedFilesHaveErrors(name: String) throws {
    let bytes = try Sample.bytes(name)
    for part in 1..<20 {
      let report = Report(VerifiedFile(Bytes(bytes.prefix(bytes.count * part / 20)), name: name))
      #expect(report.worst == .error, "\(name), \(part)/20")
    }
  }
}

/// What was found for a file goes with it: a library has many.
@Suite struct VerifiedFileLifetimeTests {
  @Test(arguments: Sample.names)
  func filesAreReleased(name: String) throws {
    weak var released: VerifiedFile?
    do {
      let file = VerifiedFile(Bytes(try Sample.bytes(name)), name: name)
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
