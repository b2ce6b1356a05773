import HEIF
import ISOBMFF
import Movie

/// The NAL units of all coded images and video samples of a file.
struct NALUnitList {
  /// The owner of the listed units.
  enum Owner: Equatable {
    case item(UInt32, type: FourCC)
    case track(UInt32, type: FourCC)
  }

  private let file: BoxFile

  init(_ file: BoxFile) { self.file = file }

  /// Calls `start` for each item and track that has units, and `unit` for each unit, with the object that can
  /// read its fields. Data that cannot be divided into units is passed to `damage`.
  ///
  /// - Returns: the reasons why the list of an item or a track ends early.
  func forEachUnit(
    start: (Owner) -> Void,
    unit: (_ sample: Int, _ index: Int, InspectedUnits.Unit, InspectedUnits) -> Void,
    damage: (FieldError) -> Void
  ) -> [String] {
    var ends: [String] = []
    func end(_ error: FieldError) {
      damage(error)
      ends.append("\(error)")
    }
    forEachUnitOfItems(start: start, unit: unit, damage: damage, end: end)
    guard let movie = MovieFile(file) else { return ends }
    var listed: [Track] = []
    for track in movie.tracks {
      let isListed = forEachUnit(of: track, start: start, unit: unit, damage: damage, end: end)
      if isListed { listed.append(track) }
    }
    return ends + (listed.isEmpty ? [] : movie.unreadSamples(of: listed))
  }

  private func forEachUnitOfItems(
    start: (Owner) -> Void,
    unit: (_ sample: Int, _ index: Int, InspectedUnits.Unit, InspectedUnits) -> Void,
    damage: (FieldError) -> Void, end: (FieldError) -> Void
  ) {
    let photo = HEIFFile(file)
    // Items may share their data, but the sum of their sizes is limited.
    var bytesOfItems = file.bytes.count.multipliedReportingOverflow(by: 4).partialValue
    for item in photo?.items ?? [] where bytesOfItems >= 0 {
      guard var units = InspectedUnits(configuredBy: item.properties.map(\.box)) else { continue }
      start(.item(item.id, type: item.type))
      do throws(FieldError) {
        let data = try photo?.data(of: item.id) ?? Bytes()
        bytesOfItems -= data.count
        guard bytesOfItems >= 0 else {
          throw FieldError(
            .invalid("the items up to here have more than four times the bytes of the file"),
            offset: data.fileOffset, path: ["item \(item.id)"])
        }
        for (index, found) in try units.units(in: data).enumerated() {
          unit(0, index, found, units)
        }
      } catch {
        if bytesOfItems < 0 { end(error) } else { damage(error) }
      }
    }
  }

  /// - Returns: whether the track has units.
  private func forEachUnit(
    of track: Track,
    start: (Owner) -> Void,
    unit: (_ sample: Int, _ index: Int, InspectedUnits.Unit, InspectedUnits) -> Void,
    damage: (FieldError) -> Void, end: (FieldError) -> Void
  ) -> Bool {
    var coded = track.sampleEntries.map { InspectedUnits(configuredBy: $0.children) }
    guard coded.contains(where: { $0 != nil }) else { return false }
    start(.track(track.id, type: track.sampleEntries.first?.type ?? FourCC(rawValue: 0)))
    var bytesLeft = file.bytes.count
    for sample in track.samples.withBytes {
      guard let data = file.bytes.part(sample.fileRange) else {
        end(
          FieldError(
            .sizeBeyondEnd(size: UInt64(sample.fileRange.count), available: file.bytes.count),
            offset: sample.fileRange.lowerBound, path: ["sample[\(sample.index)]"]))
        return true
      }
      bytesLeft -= data.count
      guard bytesLeft >= 0 else {
        end(
          FieldError(
            .invalid("the samples up to here have more bytes than the file"),
            offset: sample.fileRange.lowerBound, path: ["sample[\(sample.index)]"]))
        return true
      }
      let entry = sample.descriptionIndex - 1
      guard coded.indices.contains(entry), coded[entry] != nil else { continue }
      do throws(FieldError) {
        guard let found = try coded[entry]?.units(in: data), let codec = coded[entry] else {
          continue
        }
        for (index, found) in found.enumerated() { unit(sample.index, index, found, codec) }
      } catch {
        damage(error.nested(in: "sample[\(sample.index)]"))
      }
    }
    return true
  }
}
