import ISOBMFF
import Testing

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
    var places = TrackRunPlaces(fragmentStart: 1000)
    places.begin(header())
    #expect(places.place(run(80), byteCount: 50) == 1080)
    places.begin(header())
    #expect(places.base == 1130)
    #expect(places.place(run(), byteCount: 7) == 1130)
    #expect(places.place(run(3), byteCount: 1) == 1133)
    #expect(places.end == 1134)
  }

  /// "If the data-offset is not present, then the data for this run starts immediately after the data
  /// of the previous run, or at the base-data-offset [...] if this is the first run"
  @Test func aRunWithoutAnOffsetGoesOnWhereTheOneBeforeEnds() {
    var places = TrackRunPlaces(fragmentStart: 1000)
    places.begin(header(isBaseAtFragment: true))
    #expect(places.place(run(100), byteCount: 20) == 1100)
    #expect(places.place(run(), byteCount: 30) == 1120)
    #expect(places.place(run(-10), byteCount: 5) == 990)
    places.begin(header(isBaseAtFragment: true))
    #expect(places.place(run(), byteCount: 5) == 1000)
  }

  /// A stated base comes before the flag.
  @Test func aStatedBaseHolds() {
    var places = TrackRunPlaces(fragmentStart: 1000)
    places.begin(header(base: 5000, isBaseAtFragment: true))
    #expect(places.place(run(), byteCount: 10) == 5000)
    #expect(places.place(run(8), byteCount: 10) == 5008)
  }

  /// A track fragment without runs defines no data.
  @Test func aTrackWithoutRunsHasNoEnd() {
    var places = TrackRunPlaces(fragmentStart: 1000)
    places.begin(header(isBaseAtFragment: true))
    #expect(places.place(run(100), byteCount: 20) == 1100)
    places.begin(header(isBaseAtFragment: true))
    places.begin(header())
    #expect(places.base == 1120)
  }

  @Test func placesStopAtTheEndsOfNumbers() {
    var places = TrackRunPlaces(fragmentStart: 0)
    places.begin(header(base: .max))
    #expect(places.place(run(8), byteCount: .max) == .max)
    #expect(places.place(run(-1), byteCount: 10) == .max - 1)
    #expect(places.end == .max)
  }
}
