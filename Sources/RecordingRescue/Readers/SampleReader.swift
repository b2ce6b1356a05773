import FieldCoding

/// What one sample could be, from a byte on.
struct Reading: Sendable {
  /// The bytes that it takes.
  var byteCount: Int
  /// How many samples these are: more than 1 of uncompressed sound.
  var sampleCount = 1
  /// How surprising it is, in bits: what the reference has often costs little.
  var cost: Int
  /// What the reader finds out about a picture; nil if it is not a picture.
  var picture: CodedPicture?
}

/// What the bytes from some place on are to a reader.
enum ReaderAnswer: Sendable {
  /// Nothing that it knows.
  case none
  /// The start of a sample whose end is not there.
  case torn
  /// A sample, or several lengths that it could have.
  case readings([Reading])
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

/// Finds samples of one coding by their own syntax.
protocol SampleReader: Sendable {
  /// How sure it is of its readings.
  var certainty: Certainty { get }

  /// Whether the samples are sound, of which several follow each other in a chunk.
  var isSound: Bool { get }

  /// The same, where nothing else tells that a sample starts: it is stricter.
  var thorough: any SampleReader { get }

  /// What the first four bytes of its samples can be, as big-endian numbers: ranges that are fast to check.
  var firstWords: [ClosedRange<UInt32>] { get }

  /// What the sample could be that starts at a byte of the media data.
  func answer(at start: Int, in data: Bytes) -> ReaderAnswer
}

extension SampleReader {
  var isSound: Bool { false }
  var firstWords: [ClosedRange<UInt32>] { [0...UInt32.max] }
  var thorough: any SampleReader { self }
}

extension Bytes {
  /// Big-endian number of at most 4 bytes; nil if they are not all there.
  func number(at start: Int, size: Int) -> Int? {
    guard start >= 0, start <= count - size else { return nil }
    var value = 0
    for index in start..<start + size { value = value << 8 | Int(self[index]) }
    return value
  }
}
