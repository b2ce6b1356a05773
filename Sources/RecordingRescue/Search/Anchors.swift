import FieldCoding

/// Places where a sample starts that can be told from its structure alone. They are looked for once, from the
/// start to the end, and only where it is asked for.
struct Anchors {
  private let data: Bytes
  private let structured: [any SampleReader]
  /// Sound of which several frames follow each other.
  private let framed: [any SampleReader]
  /// Up to here all have been found.
  private var searched = 0
  /// Found ones that are still of use, in ascending order.
  private var found: [Int] = []

  /// Frames that have to follow each other.
  private static let mostFrames = 4

  init(_ data: Bytes, _ reference: Reference) {
    self.data = data
    let readers = reference.tracks.compactMap { track in
      if case .reader(let reader) = track.finder { reader } else { nil }
    }
    structured = readers.filter { $0.certainty == .byStructure }
    framed = readers.filter { $0 is AACReader }
  }

  /// The first place from a byte on where a sample starts, at a multiple of `step` from there; nil if there
  /// is none.
  mutating func next(from start: Int, step: Int = 1) -> Int? {
    for place in found where place >= start && (place - start) % step == 0 { return place }
    var position = searched
    defer { searched = position }
    while position < data.count {
      if let word = data.number(at: position, size: 4), word == 0,
        data.number(at: position + 4, size: 4) == 0
      {
        position += 1
        continue
      }
      let place = position
      position += 1
      guard isSample(place) else { continue }
      found.append(place)
      if place >= start, (place - start) % step == 0 { return place }
    }
    return nil
  }

  /// Says that nobody asks for places before a byte any more.
  mutating func forget(before start: Int) {
    searched = max(searched, start)
    if let first = found.first, first < start { found.removeAll { $0 < start } }
  }

  private func isSample(_ start: Int) -> Bool {
    for reader in structured {
      switch reader.answer(at: start, in: data) {
      case .readings(let readings):
        if readings.contains(where: {
          // Few bytes are right by chance too often.
          $0.byteCount > 16 ? isFollowed(start + $0.byteCount) : isStructured(start + $0.byteCount)
        }) {
          return true
        }
      case .none, .torn: break
      }
    }
    return framed.contains { isFramed(start, $0) }
  }

  private func isStructured(_ start: Int) -> Bool {
    structured.contains { reader in
      guard case .readings(let readings) = reader.answer(at: start, in: data) else { return false }
      return readings.contains { $0.byteCount > 16 }
    }
  }

  /// Whether something is known that could start at the end of a sample.
  private func isFollowed(_ end: Int) -> Bool {
    end == data.count || framed.isEmpty && hasBlocks
      || (structured + framed).contains { reader in
        if case .none = reader.answer(at: end, in: data) { false } else { true }
      }
  }

  /// Whether anything can follow, as sound without syntax is in the recording.
  var hasBlocks = false

  private func isFramed(_ start: Int, _ reader: any SampleReader) -> Bool {
    var position = start
    for _ in 0..<Anchors.mostFrames {
      guard position < data.count, case .readings(let readings) = reader.answer(at: position, in: data),
        let first = readings.first
      else { return false }
      position += first.byteCount
    }
    return true
  }
}
