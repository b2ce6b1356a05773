import HEIF
import ISOBMFF
import Movie

/// The NAL units of all coded images and video samples of a file.
struct NALUnitList {
  /// What units are listed of.
  enum Owner: Equatable {
    case item(UInt32, type: FourCC)
    case track(UInt32, type: FourCC)
  }

  private let file: BoxFile

  init(_ file: BoxFile) { self.file = file }

  /// Calls `start` for each item and track that has units, and `unit` for each of them, with what
  /// can tell its fields. What cannot be cut into units is told to `damage`.
  func forEachUnit(
    start: (Owner) -> Void,
    unit: (_ sample: Int, _ index: Int, CodedUnits.Unit, CodedUnits) -> Void,
    damage: (FieldError) -> Void
  ) {
    for item in HEIFFile(file)?.items ?? [] {
      guard var units = CodedUnits(configuredBy: item.properties.map(\.box)) else { continue }
      start(.item(item.id, type: item.type))
      do throws(FieldError) {
        let data = try HEIFFile(file)?.data(of: item.id) ?? Bytes()
        for (index, found) in try units.units(in: data).enumerated() {
          unit(0, index, found, units)
        }
      } catch {
        damage(error)
      }
    }
    for track in MovieFile(file)?.tracks ?? [] {
      var coded = track.sampleEntries.map { CodedUnits(configuredBy: $0.children) }
      guard coded.contains(where: { $0 != nil }) else { continue }
      start(.track(track.id, type: track.sampleEntries.first?.type ?? FourCC(rawValue: 0)))
      TrackSamples(track, in: file.boxes).forEachSample { sample in
        let entry = sample.descriptionIndex - 1
        guard coded.indices.contains(entry), coded[entry] != nil else { return true }
        let first = file.bytes.fileOffset
        let range = sample.fileRange.lowerBound - first..<sample.fileRange.upperBound - first
        guard let data = file.bytes.part(range) else {
          damage(
            FieldError(
              .sizeBeyondEnd(size: UInt64(sample.fileRange.count), available: file.bytes.count),
              offset: sample.fileRange.lowerBound, path: ["sample[\(sample.index)]"]))
          return false
        }
        do throws(FieldError) {
          guard let found = try coded[entry]?.units(in: data), let coding = coded[entry] else {
            return true
          }
          for (index, found) in found.enumerated() { unit(sample.index, index, found, coding) }
        } catch {
          damage(error.nested(in: "sample[\(sample.index)]"))
        }
        return true
      }
    }
  }
}
