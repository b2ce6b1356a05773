import FieldCoding

/// Finds samples of one coding by their own syntax.
protocol LostSampleReader: Sendable {
  /// The certainty of its results.
  var certainty: Certainty { get }

  /// Whether the samples are audio; several of them follow each other in a chunk.
  var isAudio: Bool { get }

  /// The same, if nothing else shows that a sample starts: it is stricter.
  var thorough: any LostSampleReader { get }

  /// The possible first four bytes of its samples, as big-endian numbers: ranges that are fast to check.
  var firstWords: [ClosedRange<UInt32>] { get }

  /// What its samples can have after their first bytes; nil if that can be anything.
  var header: HeaderPairs? { get }

  /// Whether the start of a sample is enough to tell that it is one, if it is truncated.
  var showsTorn: Bool { get }

  /// Whether no sample has many zero bytes in a row, as their coding does not allow it.
  var hasNoZeros: Bool { get }

  /// The size of the largest sample of the reference; nil if it is not known.
  var greatestSize: Int? { get }

  /// The possible samples that start at a byte of the media data.
  func answer(at start: Int, in data: Bytes) -> ReaderAnswer
}

extension LostSampleReader {
  var isAudio: Bool { false }
  var firstWords: [ClosedRange<UInt32>] { [0...UInt32.max] }
  var header: HeaderPairs? { nil }
  var thorough: any LostSampleReader { self }
  var greatestSize: Int? { nil }
  var showsTorn: Bool { false }
  var hasNoZeros: Bool { false }
}

/// A possible sample at an offset.
struct Reading: Sendable {
  /// The bytes that it takes.
  var byteCount: Int
  /// The number of samples: more than 1 for uncompressed audio.
  var sampleCount = 1
  /// The number of units whose lengths lead from one to the next.
  var unitCount = 1
  /// The cost in bits: it is low for values that are frequent in the reference.
  var cost: Int
  /// The information about a frame; nil if it is not a frame.
  var picture: CodedPicture?
  /// Whether its end is only known if something else is found there.
  var needsNext = false
}

/// The result of a reader for the bytes from an offset.
enum ReaderAnswer: Sendable {
  /// It recognises nothing.
  case none
  /// The start of a sample whose end is not there.
  case torn
  /// The start of a sample that does not state its end.
  case open(OpenReading)
  /// A sample, or several lengths that it could have.
  case readings([Reading])
}

extension ReaderAnswer {
  /// The information about the frame that it found; nil if it is not a frame.
  var picture: CodedPicture? {
    switch self {
    case .readings(let readings): readings.first?.picture
    case .open(let reading): reading.picture
    case .none, .torn: nil
    }
  }
}

/// How certain a reader is of a sample that it finds.
public enum Certainty: Int, Comparable, Sendable {
  /// Only the sizes in the reference recording and the neighbouring samples indicate it.
  case bySize
  /// Its syntax is right; other bytes would have it too by chance, but not several times in a row.
  case bySyntax
  /// Other bytes do not have its structure by chance.
  case byStructure

  public static func < (a: Certainty, b: Certainty) -> Bool { a.rawValue < b.rawValue }
}

/// The possible pairs of bytes at an offset in a sample, which are fast to check.
struct HeaderPairs: Sendable {
  /// The offset, counted from the start of the sample.
  var offset: Int
  var pairs: BytePairs
}
