import FieldCoding
import ISOBMFF
import Movie

/// Finds frames of ALAC by their syntax.
struct ALACReader: LostSampleReader {
  let configuration: ALACSpecificBox
  let sizes: ReferenceSizes
  var certainty: Certainty { .bySyntax }
  var isAudio: Bool { true }

  /// Nil if the sample entry has no configuration.
  init?(_ entry: Box, _ sizes: ReferenceSizes) {
    guard let configuration = entry[AudioSampleEntry.self]?.setting(ALACSpecificBox.self) else {
      return nil
    }
    self.configuration = configuration
    self.sizes = sizes
  }

  /// The first element, 0 as its instance tag, and twelve bits that are 0.
  var firstWords: [ClosedRange<UInt32>] {
    [0, 1, 3].map { UInt32($0) << 29 }.map { $0...$0 | 0x1FFF }
  }

  /// The size of an uncompressed frame.
  private var longest: Int {
    let samples = Int(configuration.frameLength) * Int(configuration.numChannels)
    return max(sizes.greatest, min(samples, 1 << 20) * Int(configuration.bitDepth) / 8 + 64)
  }

  func answer(at start: Int, in data: Bytes) -> ReaderAnswer {
    guard let bytes = data.part(start..<min(start + longest, data.count)) else { return .none }
    do throws(FieldError) {
      let byteCount = try ALACFrame.byteCount(bytes, configuration)
      return .readings([Reading(byteCount: byteCount, cost: sizes.contains(byteCount) ? 4 : 24)])
    } catch {
      // The end of the file within a frame is not a syntax error.
      if case .truncated = error.reason, bytes.count < longest { return .torn }
      return .none
    }
  }
}
