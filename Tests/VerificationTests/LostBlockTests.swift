import Foundation
import HEIF
import ISOBMFF
import Movie
import TestSupport
import Testing
import Verification

/// Blocks that a card has lost, in the data of samples and items.
@Suite struct LostBlockTests {
  private static let samples = MediaFolder.samples.filter(MediaFolder.hasBoxes)

  /// The ranges of coded data in a file.
  private func data(_ bytes: Bytes) -> [Range<Int>] {
    let file = BoxFile(bytes)
    let items = HEIFFile(file).map { photo in
      photo.items.filter { $0.isImage && !$0.isDerived }.flatMap {
        (try? photo.dataRanges(of: $0.id)) ?? []
      }
    }
    let tracks = MovieFile(file)?.tracks.filter { ["vide", "soun"].contains($0.handlerType) }
    return (items ?? []) + (tracks ?? []).flatMap { $0.samples.map(\.fileRange) }
  }

  @Test(arguments: samples, [0, 0xFF] as [UInt8])
  func theyAreFoundWithoutDecoding(path: String, value: UInt8) throws {
    let intact = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    let name = URL(fileURLWithPath: path).lastPathComponent
    let ranges = data(Bytes(intact))
    let rules: Set<String> = ["item-data-damaged", "sample-data-damaged"]
    func isDamaged(_ bytes: [UInt8]) -> Bool {
      Report(ExaminedFile(Bytes(bytes), name: name)).findings.contains {
        rules.contains($0.rule.id)
      }
    }
    #expect(!isDamaged(intact))
    let step = max(512 * 9, intact.count / 512 / 24 * 512)
    for offset in stride(from: step, to: intact.count - 512, by: step) {
      let block = offset..<offset + 512
      let whole = ranges.contains { $0.clamped(to: block).count >= 300 }
      guard whole else { continue }
      var bytes = intact
      bytes.replaceSubrange(block, with: [UInt8](repeating: value, count: 512))
      #expect(isDamaged(bytes), "\(name) at \(offset)")
    }
  }
}
