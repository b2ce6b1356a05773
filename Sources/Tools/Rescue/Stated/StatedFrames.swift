import AVC
import FieldCoding
import HEVC
import ISOBMFF

/// How the frames of a recording are coded, as parameter sets between its samples state it.
struct StatedFrames {
  let reader: any LostSampleReader & OrderedReader
  /// The sample entry for frames whose parameter sets are among them.
  let entry: Box
  let learned: LearnedSamplesBox
  /// The kinds of frames that are random access points.
  let syncKinds: Set<Int>
  /// The ticks of a second, and those of a frame; nil if no frame states its rate.
  let rate: (timescale: UInt32, duration: UInt32)?
  let size: (width: Int, height: Int)

  /// So many bytes are searched for parameter sets.
  private static let mostSearched = 64 << 20
  private static let longestSet = 1 << 12

  /// Nil if no parameter sets are found before a frame that is coded with them.
  ///
  /// - Parameter codec: NAL units, or NAL units that are filled up with zeros.
  init?(in data: Bytes, _ codec: LearnedSamplesBox.Codec) {
    guard let area = data.part(0..<min(data.count, StatedFrames.mostSearched)) else { return nil }
    var pairs = BytePairs()
    // A VPS and an SPS of HEVC in layer 0.
    for first in [0x4001, 0x4201] as [UInt16] { pairs.insert(first...first) }
    // An SPS of AVC with a profile.
    for first in [0x27, 0x47, 0x67] as [UInt16] {
      for profile in [66, 77, 88, 100, 110, 122, 244] as [UInt16] {
        pairs.insert(first << 8 | profile...first << 8 | profile)
      }
    }
    var position = 4
    while let offset = pairs.firstOffset(in: area, from: position) {
      position = offset + 1
      if let found = StatedFrames(data, from: offset - 4, codec) {
        self = found
        return
      }
    }
    return nil
  }

  /// - Parameter start: where the length of a parameter set is.
  private init?(_ data: Bytes, from start: Int, _ codec: LearnedSamplesBox.Codec) {
    let isHEVC = data[start + 4] & 0x7E == 0x40 || data[start + 4] & 0x7E == 0x42
    var sets: [Bytes] = []
    var position = start
    while let length = data.number(at: position, size: 4), length >= 3,
      length <= StatedFrames.longestSet,
      let unit = data.part(position + 4..<position + 4 + length), sets.count < 64,
      isHEVC ? (32...34).contains(unit[0] >> 1) : (7...8).contains(unit[0] & 31)
    {
      sets.append(unit)
      position += 4 + length
    }
    guard sets.count > 1 else { return nil }
    let found = isHEVC ? StatedFrames(hevc: sets, codec) : StatedFrames(avc: sets, codec)
    guard let found, found.reader.thorough.answer(at: start, in: data).picture != nil else {
      return nil
    }
    self = found
  }

  private init?(hevc units: [Bytes], _ codec: LearnedSamplesBox.Codec) {
    var box = HEVCConfigurationBox()
    guard let record = try? HEVCDecoderConfigurationRecord(parameterSets: units) else { return nil }
    box.record = record
    let types = Set((32...40).map { UInt8($0) })
    let sets = HEVC.ParameterSets(nalUnits: units)
    guard let sequence = sets.sequences.values.first,
      let syntax = HEVCSyntax(record, besides: [], types: types)
    else { return nil }
    let timing = sequence.vui?.timing
    let clock = sets.videos.values.first?.timing?.information
    rate = StatedFrames.rate(
      timing?.timeScale ?? clock?.timeScale, timing?.unitsInTick ?? clock?.unitsInTick)
    size = (sequence.displaySize.width, sequence.displaySize.height)
    reader = FrameReader(
      syntax: syntax, sizes: ReferenceSizes(), allowsZeros: codec == .filledNALUnits)
    entry = StatedFrames.entry("hev1", Box(box), size)
    syncKinds = Set((16...21).flatMap { [$0 << 1, $0 << 1 | 1] })
    learned = StatedFrames.learned(codec, types, syncKinds)
  }

  private init?(avc units: [Bytes], _ codec: LearnedSamplesBox.Codec) {
    var box = AVCConfigurationBox()
    guard let record = try? AVCDecoderConfigurationRecord(parameterSets: units) else { return nil }
    box.record = record
    let types = Set((6...13).map { UInt8($0) })
    guard let sequence = (try? record.parameterSets())?.sequences.values.first,
      let syntax = AVCSyntax(record, besides: [], types: types)
    else { return nil }
    // A frame has two fields, and lasts two ticks.
    let timing = sequence.vui?.timing
    rate = StatedFrames.rate(timing?.timeScale, timing.map { $0.unitsInTick &* 2 })
    size = (sequence.displaySize.width, sequence.displaySize.height)
    reader = FrameReader(
      syntax: syntax, sizes: ReferenceSizes(), allowsZeros: codec == .filledNALUnits)
    entry = StatedFrames.entry("avc3", Box(box), size)
    syncKinds = Set((0..<4).map { 5 << 2 | $0 })
    learned = StatedFrames.learned(codec, types, syncKinds)
  }

  /// Nil for a rate that no camera has.
  private static func rate(
    _ timescale: UInt32?, _ duration: UInt32?
  ) -> (timescale: UInt32, duration: UInt32)? {
    guard let timescale, let duration, duration > 0, timescale / 1000 <= duration,
      timescale >= duration
    else { return nil }
    return (timescale, duration)
  }

  private static func entry(
    _ type: FourCC, _ configuration: Box, _ size: (width: Int, height: Int)
  ) -> Box {
    var entry = VisualSampleEntry()
    entry.width = UInt16(clamping: size.width)
    entry.height = UInt16(clamping: size.height)
    entry.children = [configuration]
    return Box(type: type, entry, in: .sampleEntries)
  }

  private static func learned(
    _ codec: LearnedSamplesBox.Codec, _ types: Set<UInt8>, _ syncKinds: Set<Int>
  ) -> LearnedSamplesBox {
    var learned = LearnedSamplesBox(codec)
    learned.unitTypes = types.sorted()
    learned.syncKinds = syncKinds.sorted().map { UInt16(clamping: $0) }
    return learned
  }
}
