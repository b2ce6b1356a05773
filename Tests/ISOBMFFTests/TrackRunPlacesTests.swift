import Testing

@testable import ISOBMFF

/// The offsets of track runs, by ISO/IEC 14496-12 §8.8.7.1 and §8.8.8.1.
@Suite struct TrackRunPlacesTests {
  private func header(base: UInt64? = nil, isBaseAtFragment: Bool = false) -> TrackFragmentHeaderBox
  {
    var header = TrackFragmentHeaderBox()
    header.header.flags = (base == nil ? 0 : 1) | (isBaseAtFragment ? 0x2_0000 : 0)
    header.baseDataOffset = base
    return header
  }

  private func run(_ offset: Int32? = nil) -> TrackRunBox {
    var run = TrackRunBox()
    run.header.flags = offset == nil ? 0 : 1
    run.dataOffset = offset
    return run
  }

  /// "the base-data-offset for the first track in the movie fragment is the position of the first
  /// byte of the enclosing Movie Fragment Box, and for second and subsequent track fragments, the
  /// default is the end of the data defined by the preceding track fragment"
  @Test func aTrackWithoutABaseGoesOnWhereTheOneBeforeEnds() {
    var offsets = TrackRunOffsets(fragmentStart: 1000)
    offsets.begin(header())
    #expect(offsets.add(run(80), byteCount: 50) == 1080)
    offsets.begin(header())
    #expect(offsets.base == 1130)
    #expect(offsets.add(run(), byteCount: 7) == 1130)
    #expect(offsets.add(run(3), byteCount: 1) == 1133)
    #expect(offsets.end == 1134)
  }

  /// "If the data-offset is not present, then the data for this run starts immediately after the data
  /// of the previous run, or at the base-data-offset [...] if this is the first run"
  @Test func aRunWithoutAnOffsetGoesOnWhereTheOneBeforeEnds() {
    var offsets = TrackRunOffsets(fragmentStart: 1000)
    offsets.begin(header(isBaseAtFragment: true))
    #expect(offsets.add(run(100), byteCount: 20) == 1100)
    #expect(offsets.add(run(), byteCount: 30) == 1120)
    #expect(offsets.add(run(-10), byteCount: 5) == 990)
    offsets.begin(header(isBaseAtFragment: true))
    #expect(offsets.add(run(), byteCount: 5) == 1000)
  }

  /// A stated base comes before the flag.
  @Test func aStatedBaseHolds() {
    var offsets = TrackRunOffsets(fragmentStart: 1000)
    offsets.begin(header(base: 5000, isBaseAtFragment: true))
    #expect(offsets.add(run(), byteCount: 10) == 5000)
    #expect(offsets.add(run(8), byteCount: 10) == 5008)
  }

  /// A track fragment without runs defines no data.
  @Test func aTrackWithoutRunsHasNoEnd() {
    var offsets = TrackRunOffsets(fragmentStart: 1000)
    offsets.begin(header(isBaseAtFragment: true))
    #expect(offsets.add(run(100), byteCount: 20) == 1100)
    offsets.begin(header(isBaseAtFragment: true))
    offsets.begin(header())
    #expect(offsets.base == 1120)
  }

  @Test func offsetsStopAtTheEndsOfNumbers() {
    var offsets = TrackRunOffsets(fragmentStart: 0)
    offsets.begin(header(base: .max))
    #expect(offsets.add(run(8), byteCount: .max) == .max)
    #expect(offsets.add(run(-1), byteCount: 10) == .max - 1)
    #expect(offsets.end == .max)
  }
}
