import ISOBMFF
import Movie
import NALUnits

/// The parameter sets in the samples of a stream, and the sets to which their pictures refer.
///
/// Only the lengths and the first bytes of other units are read.
struct SampledUnits: Sendable {
  /// A parameter set in a sample.
  struct Found: Sendable {
    var key: ParameterSetKey
    var unit: Bytes
    /// The number of the sample, from 1; 0 of a stream that is not split into samples.
    var sample: Int
  }

  /// Sets, each with its first sample; several with one key if the set changes within the stream.
  private(set) var sets: [Found] = []
  /// Units that apply to the whole stream, such as the display data of HDR10.
  private(set) var declarations: [Bytes] = []
  /// The sets that pictures name, with the first sample that has such a picture.
  private(set) var named: [ParameterSetKey: Int] = [:]
  private(set) var sampleCount = 0
  /// Samples that have parameter sets.
  private(set) var samplesWithSets = 0
  /// The error of the first sample that cannot be divided into units, and the number of such samples.
  private(set) var damage: (error: FieldError, sample: Int, data: Bytes)?
  private(set) var damagedCount = 0
  /// A set that cannot be read.
  private(set) var unreadable: [(error: FieldError, sample: Int)] = []

  private var known: Set<Bytes> = []

  init() {}

  /// The units of a stream with start codes, or of one that is not split into samples.
  init<Record: DecoderConfigurationRecord>(stream units: [Bytes], _: Record.Type) {
    for unit in units { add(unit, sample: 0, Record.self) }
  }

  /// Reads a sample.
  mutating func add<Record: DecoderConfigurationRecord>(
    _ data: Bytes, number: Int, lengthSize: Int, _: Record.Type
  ) {
    sampleCount += 1
    do throws(FieldError) {
      let before = samplesWithSets
      var hasSets = false
      for unit in try Record.units(ofSample: data, lengthSize: lengthSize) {
        if add(unit, sample: number, Record.self) { hasSets = true }
      }
      samplesWithSets = before + (hasSets ? 1 : 0)
    } catch {
      if damage == nil { damage = (error, number, data) }
      damagedCount += 1
    }
  }

  /// - Returns: whether it is a parameter set.
  @discardableResult
  private mutating func add<Record: DecoderConfigurationRecord>(
    _ unit: Bytes, sample: Int, _: Record.Type
  ) -> Bool {
    guard !Record.isOfFurtherLayer(unit) else { return false }
    switch Record.kind(of: unit) {
    case .parameterSet:
      guard known.insert(Record.content(of: unit)).inserted else { return true }
      do throws(FieldError) {
        sets.append(Found(key: try Record.key(of: unit), unit: unit, sample: sample))
      } catch {
        unreadable.append((error, sample))
      }
      return true
    case .picture:
      if let key = try? Record.key(namedByPicture: unit), named[key] == nil { named[key] = sample }
    case .declaration:
      if Record.holdsForStream(unit), known.insert(unit).inserted { declarations.append(unit) }
    case .other: break
    }
    return false
  }

  /// The units for a record: the first set of each key, and the declarations.
  var unitsForRecord: [Bytes] {
    var keys: Set<ParameterSetKey> = []
    return sets.filter { keys.insert($0.key).inserted }.map(\.unit) + declarations
  }
}

extension SampledUnits {
  /// The samples of a sample entry, as far as they are in the file.
  ///
  /// - Parameter entry: the number of the sample entry, from 1.
  init<Record: DecoderConfigurationRecord>(
    _ track: Track, entry: Int, in file: BoxFile, lengthSize: Int, _: Record.Type
  ) {
    self.init()
    for sample in track.samples.withBytes
    where sample.descriptionIndex == entry && sample.location == .file(0) {
      guard let data = file.bytes.part(sample.fileRange) else { continue }
      add(data, number: sample.number, lengthSize: lengthSize, Record.self)
    }
  }
}
