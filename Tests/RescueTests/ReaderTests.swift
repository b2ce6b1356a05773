import FieldCoding
import ISOBMFF
import Testing

@testable import Rescue

/// Readers of samples that have no structure of their own.
@Suite struct ReaderTests {
  private typealias Learned = LearnedSamplesBox

  /// GoPro's descriptors: one of 300 bytes at the start, and one of 16 bytes between all samples. What is usual costs
  /// less than what the reference has once.
  @Test func usualSizesCostLess() throws {
    let usual = (0..<20).map { number in
      Bytes([0x47, 0x50, 4, 0, 0, 0, 1, UInt8(number), 0, 0, 4, 0, 0, 0, 0, 0])
    }
    var learned = Learned(.commonStart)
    learned.prefix = Bytes([0x47, 0x50])
    learned.patterns = [
      Learned.Pattern(size: 16, of: usual),
      Learned.Pattern(size: 300, of: [Bytes(Array("GPRO".utf8))]),
    ]
    let reader = ReferencePatternReader(learned, ReferenceSizes())
    let data = Bytes(Array(usual[3]) + [UInt8](repeating: 7, count: 400))
    guard case .readings(let readings) = reader.answer(at: 0, in: data) else {
      Issue.record("nothing is found")
      return
    }
    let costs = Dictionary(uniqueKeysWithValues: readings.map { ($0.byteCount, $0.cost) })
    #expect(try #require(costs[16]) + 30 < (try #require(costs[300])))
    // The bytes of another kind of sample are not taken for one.
    let other = Bytes([0x47, 0x50] + [UInt8](repeating: 0xA5, count: 400))
    guard case .readings(let rest) = reader.answer(at: 0, in: other) else { return }
    #expect(!rest.contains { $0.byteCount == 16 })
  }

  /// Some cameras fill pictures up with bytes of FF to a multiple of 16.
  @Test(arguments: [0x00, 0xFF] as [UInt8])
  func picturesAreFilledUp(filling: UInt8) throws {
    let picture: [UInt8] = [
      0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 0, 8, 0, 8, 1, 1, 0x11, 0, 0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63,
      0, 0x12, 0x34, 0x56, 0xFF, 0xD9,
    ]
    var sizes = ReferenceSizes()
    for size in [32, 48, 80] { sizes.add(size) }
    let filled = picture + [UInt8](repeating: filling, count: 32 - picture.count)
    let answer = MotionJPEGReader(sizes: sizes).answer(at: 0, in: Bytes(filled + picture))
    guard case .readings(let readings) = answer else {
      Issue.record("nothing is found")
      return
    }
    #expect(readings.min { $0.cost < $1.cost }?.byteCount == 32)
  }

  /// Large samples with a long header, as those of Sony, are told from everything else, also if one is cut off.
  @Test func aLongHeaderIsStructure() {
    let starts = (0..<20).map { number in
      Bytes([0, 0x1C, 1, 0, 9, UInt8(number)] + (0..<26).map { UInt8($0 + 1) })
    }
    var learned = Learned(.commonStart)
    learned.prefix = Bytes([0, 0x1C, 1, 0, 9])
    learned.patterns = [Learned.Pattern(size: 1024, of: starts)]
    let reader = ReferencePatternReader(learned, ReferenceSizes())
    #expect(reader.certainty == .byStructure)
    let sample = Array(starts[3]) + [UInt8](repeating: 0, count: 992)
    for (data, isWhole) in [(Bytes(sample), true), (Bytes(sample.dropLast()), false)] {
      switch reader.answer(at: 0, in: data) {
      case .readings: #expect(isWhole)
      case .torn: #expect(!isWhole)
      default: Issue.record("nothing is found")
      }
    }
    let other = Bytes([0, 0x1C, 1, 0, 9] + [UInt8](repeating: 0xA5, count: 900))
    guard case .none = reader.answer(at: 0, in: other) else {
      Issue.record("other bytes are taken for one")
      return
    }
  }

  /// Nothing states the order of pictures of MPEG-4 Visual, but B pictures come out before the one that is decoded
  /// before them.
  @Test func picturesBetweenOthersComeOutFirst() {
    let pictures = [true, true, false, false, true, false].map {
      CodedPicture(isOrderReference: $0)
    }
    #expect(
      FoundFrameOrder.ranks(of: pictures, bits: 0, areAllThere: true) == [0, 3, 1, 2, 5, 4])
    #expect(
      FoundFrameOrder.ranks(of: [CodedPicture(), CodedPicture()], bits: 0, areAllThere: true)
        == nil)
  }

  /// 29.97 frames a second at 600 ticks: every fiftieth lasts one more.
  /// A picture that is lost leaves its number free, and those after it keep their times.
  @Test func lostPicturesAreCounted() throws {
    let orders = [0, 8, 4, 2, 6, 16, 12, 10, 14]
    func pictures(without lost: Set<Int>) -> [CodedPicture] {
      orders.filter { !lost.contains($0) }.map { order in
        var picture = CodedPicture()
        picture.orderLSB = order
        picture.restartsOrder = order == 0
        picture.isOrderReference = order % 8 == 0
        return picture
      }
    }
    let positions = try #require(
      FoundFrameOrder.positions(of: pictures(without: [4, 2]), bits: 8, holes: [2]))
    #expect(positions.numbers == [0, 1, 4, 5, 6, 7, 8])
    #expect(positions.ranks == [0, 4, 3, 8, 6, 5, 7])
    // Two holes, of which nothing tells how many pictures each has.
    let others = try #require(
      FoundFrameOrder.positions(of: pictures(without: [4, 12]), bits: 8, holes: [2, 5]))
    #expect(others.numbers == [0, 1, 2, 3, 4, 5, 6])
  }

  @Test func clocksRoundAsTheReferenceDoes() {
    let times = (0...200).map { Int64((Double($0) * 600 * 1001 / 30_000).rounded(.down)) }
    let durations = zip(times, times.dropFirst()).map { $1 - $0 }
    var clock = SampleClock()
    clock.rate = Double(times[200]) / 200
    clock.fit(to: durations, timescale: 600)
    #expect((0...200).map(clock.time) == times)
  }
}
