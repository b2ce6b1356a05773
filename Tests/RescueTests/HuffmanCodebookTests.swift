import Testing

@testable import Rescue

/// The codebooks of ISO/IEC 14496-3 §4.A.1 are complete: each sequence of bits is that of one value, and each value has
/// one codeword.
@Suite struct HuffmanCodebookTests {
  private func expectComplete(_ book: HuffmanCodebook, _ count: Int) {
    let longest = book.counts.count
    let shares = book.counts.enumerated().map { $1 << (longest - 1 - $0) }
    #expect(shares.reduce(0, +) == 1 << longest)
    #expect(book.symbols.count == book.counts.reduce(0, +))
    #expect(book.symbols.sorted() == (0..<count).map { UInt16($0) })
  }

  @Test func scaleFactors() { expectComplete(HuffmanCodebook.scaleFactors, 121) }

  /// Four values of three, or two values of 9, 8, 13 and 17 (table 4.151).
  @Test func spectra() {
    let counts = [81, 81, 81, 81, 81, 81, 64, 64, 169, 169, 289]
    #expect(HuffmanCodebook.spectra.count == counts.count)
    for (spectrum, count) in zip(HuffmanCodebook.spectra, counts) {
      expectComplete(spectrum.book, count)
    }
  }
}
