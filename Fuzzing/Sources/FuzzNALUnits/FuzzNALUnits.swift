import AV1
import AVC
import FuzzDriver
import HEVC
import ISOBMFF
import Movie
import VVC

/// A stream: one byte chooses its standard, and units follow, each behind its length in two bytes;
/// parameter sets are remembered for slices and SEI messages. Units of AV1 have lengths of their own.
@_cdecl("FuzzNALUnits_main")
public func enter(_ count: CInt, _ arguments: Arguments?) -> CInt {
  fuzz(count, arguments, seeds: seeds) { bytes in
    guard let choice = bytes.first, let stream = bytes.part(1..<bytes.count) else { return }
    switch choice & 3 {
    case 0: checkHEVC(units(of: stream))
    case 1: checkAVC(units(of: stream))
    case 2: checkVVC(units(of: stream))
    default: checkAV1(stream)
    }
  }
}

/// The last one may be cut.
private func units(of stream: Bytes) -> [Bytes] {
  var (units, start) = ([] as [Bytes], 0)
  while start + 2 < stream.count, units.count < 64 {
    let end = min(start + 2 + (Int(stream[start]) << 8 | Int(stream[start + 1])), stream.count)
    units.append(stream.part(start + 2..<end) ?? Bytes())
    start = end
  }
  _ = try? AnnexB.nalUnits(in: stream)
  return units
}

private func checkHEVC(_ units: [Bytes]) {
  var sets = HEVC.ParameterSets()
  for unit in units {
    HEVC.NALUnit.describe(unit, sets: sets, to: Listener())
    check(HEVC.VideoParameterSet.self, unit)
    check(HEVC.SequenceParameterSet.self, unit)
    check(HEVC.PictureParameterSet.self, unit)
    check(HEVC.AccessUnitDelimiter.self, unit)
    check(HEVC.SupplementalEnhancementInformation.self, unit)
    checkMessages(
      (try? HEVC.SupplementalEnhancementInformation(nalUnit: unit))?.messages ?? [], .hevc)
    if let slice = try? SliceSegment(nalUnit: unit, sets: sets) {
      guard let written = try? slice.nalUnit(sets: sets) else { fatalError("no slice is written") }
      precondition((try? SliceSegment(nalUnit: written, sets: sets)) == slice, "another slice")
      precondition(
        (try? SliceSegment.header(ofNALUnit: unit, sets: sets)) == slice.header, "another header")
    }
    try? sets.insert(nalUnit: unit)
  }
}

private func checkAVC(_ units: [Bytes]) {
  var sets = AVC.ParameterSets()
  for unit in units {
    check(AVC.SequenceParameterSet.self, unit)
    check(AVC.SubsetSequenceParameterSet.self, unit)
    check(AVC.SequenceParameterSetExtension.self, unit)
    check(AVC.PictureParameterSet.self, unit)
    check(AVC.AccessUnitDelimiter.self, unit)
    check(AVC.SupplementalEnhancementInformation.self, unit)
    checkMessages(
      (try? AVC.SupplementalEnhancementInformation(nalUnit: unit))?.messages ?? [], .avc)
    AVC.NALUnit.describe(unit, sets: sets, to: Listener())
    try? sets.add(unit)
  }
}

private func checkVVC(_ units: [Bytes]) {
  for unit in units {
    VVC.NALUnitHeader.describe(nalUnit: unit, to: Listener())
    check(VVC.VideoParameterSet.self, unit)
    check(VVC.SequenceParameterSet.self, unit)
    check(VVC.PictureParameterSet.self, unit)
    check(VVC.SupplementalEnhancementInformation.self, unit)
    checkMessages(
      (try? VVC.SupplementalEnhancementInformation(nalUnit: unit))?.messages ?? [],
      .commonSinceHEVC)
  }
}

private func checkAV1(_ stream: Bytes) {
  guard let units = try? OpenBitstreamUnit.units(in: stream) else { return }
  var sequence: SequenceHeader?
  for unit in units {
    checkRoundTrip(OpenBitstreamUnit.self, Bytes((try? unit.encoded()) ?? []))
    checkRoundTrip(SequenceHeader.self, unit.payload)
    checkRoundTrip(Metadata.self, unit.payload)
    sequence = (try? SequenceHeader(unit, sink: Listener())) ?? sequence
    if let sequence { _ = try? FrameHeader(unit, sequence: sequence, sink: Listener()) }
  }
}

/// As ``checkRoundTrip(_:_:)``, of a NAL unit as it is stored.
private func check<Content: NALUnitSyntax>(_ content: Content.Type, _ unit: Bytes) {
  guard let value = try? Content(nalUnit: unit, sink: Listener()) else { return }
  guard let written = try? value.nalUnit() else { fatalError("\(content) cannot be written") }
  precondition((try? Content(nalUnit: written)) == value, "\(content) is another after writing")
}

private func checkMessages(_ messages: [SEIMessage], _ types: SEIPayloadTypes) {
  func check<Payload: SEIPayload>(_: Payload.Type, _ payload: Bytes) {
    checkRoundTrip(SEIPayloadContent<Payload>.self, payload)
  }
  for message in messages {
    if let type = types[message.payloadType] { check(type, message.payload) }
  }
}

/// Of a stream its start, of a movie the parameter sets and the first units of each track.
private func seeds(_ file: Bytes) -> [[UInt8]] {
  if file.starts(with: [0, 0, 0, 1]) || file.starts(with: [0, 0, 1]) {
    let units = (try? AnnexB.nalUnits(in: file.part(0..<min(file.count, 65536)) ?? file)) ?? []
    return (0...2).map { stream($0, units) }
  }
  let boxes = BoxFile(file)
  guard let movie = MovieFile(boxes) else {
    return Seeds.boxes(file).compactMap { seed($0, samples: []) }
  }
  return movie.tracks.flatMap { track in
    let samples = track.samples.withBytes.prefix(3).map {
      file.part($0.fileRange.clamped(to: 0..<file.count)) ?? Bytes()
    }
    return Seeds.boxes(in: track.box).compactMap { seed($0, samples: samples) }
  }
}

/// The parameter sets of a configuration record and the first units of samples.
private func seed(_ box: Box, samples: [Bytes]) -> [UInt8]? {
  let units = samples.flatMap { (try? LengthPrefixed.nalUnits(in: $0, lengthSize: 4)) ?? [] }
  if let record = box[HEVCConfigurationBox.self]?.record {
    return stream(0, record.arrays.flatMap(\.nalUnits) + units)
  }
  if let record = box[AVCConfigurationBox.self]?.record {
    return stream(1, record.nalUnits + units)
  }
  if let record = box[VvcConfigurationBox.self]?.record {
    return stream(2, record.nalUnits + units)
  }
  guard let record = box[AV1CodecConfigurationBox.self]?.record else { return nil }
  return [3] + Array(record.configOBUs) + Array((samples.first ?? Bytes()).prefix(400))
}

private func stream(_ choice: UInt8, _ units: [Bytes]) -> [UInt8] {
  units.prefix(12).reduce(into: [choice]) {
    let unit = $1.prefix(400)
    $0 += [UInt8(unit.count >> 8), UInt8(unit.count & 0xFF)] + unit
  }
}
