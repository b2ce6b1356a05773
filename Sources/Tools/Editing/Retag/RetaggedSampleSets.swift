import ISOBMFF
import NALUnits

/// The parameter sets in the samples of a sample entry, and those that the samples need.
///
/// Only the lengths and the first bytes of NAL units are read: in a movie of 10 GB, that is a page for each slice.
struct RetaggedSampleSets<Sets: RetaggedStreamSets> {
  /// The parameter sets in the samples by number, with the first sample of each.
  private(set) var found: [ParameterSetKey: (set: Bytes, sample: Int)] = [:]
  /// The PPS that slices name.
  private(set) var pictures: Set<UInt32> = []
  /// Samples with slices.
  private(set) var samplesRead = 0
  /// The number of samples that have parameter sets.
  private(set) var samplesWithSets = 0
  /// The number of samples that are partly or completely zeros, or past the end of the file.
  private(set) var samplesLost = 0
  /// The index of the first sample.
  private(set) var firstSample: Int?

  private let lengthSize: Int
  /// Units that were examined already: encoders repeat them.
  private var known: Set<Bytes> = []

  init(_ sets: Sets) { lengthSize = sets.lengthSize }

  /// - Parameter bytes: the part of the sample that is in the file; nil if there is none.
  mutating func add(_ bytes: Bytes?, sample: Int, isWhole: Bool) throws(EditError) {
    firstSample = firstSample ?? sample
    guard let bytes else {
      samplesLost += 1
      return
    }
    var reader = ByteReader(bytes)
    var hasSets = false
    var hasSlices = false
    var isLost = !isWhole
    while reader.bitsLeft > 0 {
      let offset = reader.offset
      guard let length = try? reader.read(bits: lengthSize * 8), length > 0 else {
        isLost = true
        break
      }
      guard let unit = try? reader.read(bytes: Int(clamping: length)) else {
        guard isWhole else { break }
        throw EditError(
          .damaged,
          """
          sample \(sample + 1) cannot be read: its NAL unit at byte \(offset) is stated to have \
          \(length) bytes, and the sample has \(reader.bitsLeft / 8) more
          """)
      }
      switch Sets.Record.kind(of: unit) {
      case .parameterSet:
        hasSets = true
        try add(set: unit.withoutTrailingZeros, sample: sample)
      case .picture:
        hasSlices = true
        guard let picture = try? Sets.Record.key(namedByPicture: unit) else {
          throw EditError(
            .damaged, "the slice of sample \(sample + 1) at byte \(offset) cannot be read")
        }
        pictures.insert(picture.id)
      case .declaration, .other: break
      }
    }
    if isLost { samplesLost += 1 }
    if hasSets { samplesWithSets += 1 }
    if hasSlices { samplesRead += 1 }
  }

  private mutating func add(set: Bytes, sample: Int) throws(EditError) {
    guard known.insert(set).inserted else { return }
    let key: ParameterSetKey
    do throws(FieldError) { key = try Sets.Record.key(of: set) } catch {
      throw EditError(.damaged, "a parameter set of sample \(sample + 1) cannot be read: \(error)")
    }
    guard let other = found[key] else {
      found[key] = (set, sample)
      return
    }
    throw EditError(
      .unsupported,
      """
      \(key) of sample \(sample + 1) (at byte \(set.fileOffset)) is not that of sample \
      \(other.sample + 1) (at byte \(other.set.fileOffset)): a sample entry can hold only one of them
      """)
  }
}

/// The parameter sets in a sample entry.
protocol RetaggedStreamSets: Sendable {
  /// The decoder configuration record of the coding.
  associatedtype Record: DecoderConfigurationRecord

  /// Reads the configuration. Nil if the boxes of the sample entry do not include one.
  init?(_ children: [Box])

  /// The bytes of the length in front of each NAL unit of a sample.
  var lengthSize: Int { get }
  var units: [Bytes] { get }

  /// Adds a parameter set, or replaces the one with the same number.
  mutating func put(_ set: Bytes, _ key: ParameterSetKey) throws(FieldError)
  /// States whether the samples have no other parameter sets, if the configuration can state that.
  mutating func state(isComplete: Bool)
  /// The missing parameter sets that frames with these PPS need.
  func missing(for pictures: Set<UInt32>) -> [ParameterSetKey]
  /// Writes the changed boxes.
  func write(to children: inout [Box])
}
