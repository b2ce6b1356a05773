public import ISOBMFF

/// Where the samples of a track are, in decoding order: first those of the sample tables, then those
/// of fragments (ISO/IEC 14496-12 §8.7, §8.8). Tables are read row by row and never kept.
public struct TrackSamples {
  /// A sample as the tables have it: nothing says that the file is that long.
  public struct Sample: Equatable, Sendable {
    /// Among all samples of the track, from 0.
    public var index: Int
    /// Bytes of the file.
    public var fileRange: Range<Int>
    /// Its sample entry, counted from 1.
    public var descriptionIndex: Int
  }

  private let track: Track
  private let boxes: [Box]

  /// - Parameter boxes: the file's.
  public init(_ track: Track, in boxes: [Box]) {
    self.track = track
    self.boxes = boxes
  }

  /// Calls `body` with each sample until it answers false. Samples of a run that gives them no bytes
  /// are only counted: it can have millions in 16 bytes.
  public func forEachSample(_ body: (Sample) -> Bool) {
    var walk = Walk()
    walkTables(&walk, body)
    if walk.goesOn { walkFragments(&walk, body) }
  }

  /// Counts samples, and stops where the caller or an impossible position says so.
  private struct Walk {
    var index = 0
    var goesOn = true

    /// The end of the sample; nil at the end of the walk.
    mutating func visit(
      _ start: UInt64, size: UInt64, descriptionIndex: UInt64, _ body: (Sample) -> Bool
    ) -> UInt64? {
      let (end, overflow) = start.addingReportingOverflow(size)
      guard goesOn, !overflow, let first = Int(exactly: start), let last = Int(exactly: end) else {
        goesOn = false
        return nil
      }
      goesOn = body(
        Sample(
          index: index, fileRange: first..<last,
          descriptionIndex: Int(clamping: descriptionIndex)))
      index += 1
      return goesOn ? end : nil
    }
  }

  // MARK: - Sample tables

  private func walkTables(_ walk: inout Walk, _ body: (Sample) -> Bool) {
    let table = track.box.children.at("mdia", "minf", "stbl")
    let constant = table.first(SampleSizeBox.self).map { UInt64($0.sampleSize) } ?? 0
    let sizes =
      table.first(SampleSizeBox.self)?.entries ?? table.first(CompactSampleSizeBox.self)?.entries
      ?? FieldTable()
    let count = table.first(SampleSizeBox.self).map { Int($0.sampleCount) } ?? sizes.count
    let offsets =
      table.first(ChunkOffsetBox.self)?.chunkOffsets
      ?? table.first(ChunkLargeOffsetBox.self)?.chunkOffsets ?? FieldTable()
    let runs = table.first(SampleToChunkBox.self)?.entries ?? FieldTable()
    // Rows that go back, as none may, do not give a chunk a second time.
    var done: Int64 = 0
    for run in 0..<runs.count {
      let first = max(runs[run, 0] - 1, done)
      let next = run + 1 < runs.count ? runs[run + 1, 0] - 1 : Int64(offsets.count)
      let perChunk = runs[run, 1]
      let end = min(next, Int64(offsets.count))
      guard perChunk > 0, first < end else { continue }
      done = end
      for chunk in first..<end {
        var position = UInt64(bitPattern: offsets[Int(chunk), 0])
        var left = perChunk
        while left > 0, walk.index < count {
          let size =
            constant > 0
            ? constant
            : walk.index < sizes.count ? UInt64(bitPattern: sizes[walk.index, 0]) : 0
          guard
            let end = walk.visit(
              position, size: size, descriptionIndex: UInt64(bitPattern: runs[run, 2]), body)
          else { return }
          position = end
          left -= 1
        }
        if walk.index >= count { return }
      }
    }
  }

  // MARK: - Fragments

  private func walkFragments(_ walk: inout Walk, _ body: (Sample) -> Bool) {
    let extends = boxes.first("moov")?.children.at("mvex")
      .compactMap { $0[TrackExtendsBox.self] }.first { $0.trackID == track.id }
    for fragment in boxes.all("moof") {
      let start = UInt64(clamping: fragment.source?.fileOffset ?? 0)
      // Without a base of its own, a track goes on where the one before it ends.
      var previousEnd = start
      for traf in fragment.children.all("traf") {
        guard let header = traf.children.first(TrackFragmentHeaderBox.self) else { continue }
        let countsFromFragment = header.header.flags & 0x2_0000 != 0
        let base = header.baseDataOffset ?? (countsFromFragment ? start : previousEnd)
        previousEnd = base
        for run in traf.children.compactMap({ $0[TrackRunBox.self] }) {
          if let offset = run.dataOffset {
            previousEnd = base &+ UInt64(bitPattern: Int64(offset))
          }
          let size = UInt64(header.defaultSampleSize ?? extends?.defaultSampleSize ?? 0)
          let description = UInt64(
            header.sampleDescriptionIndex ?? extends?.defaultSampleDescriptionIndex ?? 1)
          if header.trackID == track.id {
            let column = run.samples.columns.firstIndex { $0.name == "sample_size" }
            guard column != nil || size > 0 else {
              walk.index += run.samples.count
              continue
            }
            for row in 0..<run.samples.count {
              let size = column.map { UInt64(bitPattern: run.samples[row, $0]) } ?? size
              guard
                let end = walk.visit(previousEnd, size: size, descriptionIndex: description, body)
              else { return }
              previousEnd = end
            }
          } else {
            previousEnd &+= run.sum(of: "sample_size", default: UInt32(clamping: size))
          }
        }
      }
    }
  }
}
