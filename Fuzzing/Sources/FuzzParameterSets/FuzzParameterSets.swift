import FuzzDriver
import HEVC
import ISOBMFF

/// A configuration record with parameter sets, or one of them: whatever can be read is read again
/// after writing.
@_cdecl("FuzzParameterSets_main")
public func enter(_ count: CInt, _ arguments: Arguments?) -> CInt {
  fuzz(count, arguments, seeds: seeds) { bytes in
    checkRoundTrip(HEVCDecoderConfigurationRecord.self, bytes)
    checkRoundTrip(LHEVCDecoderConfigurationRecord.self, bytes)
    if let record = try? HEVCDecoderConfigurationRecord(decoding: bytes) {
      _ = try? record.sequenceParameterSets()
      _ = try? record.pictureParameterSets()
      _ = try? record.videoParameterSets()
      _ = "\(record.codecString())"
    }
    let unit = EmulationPrevention.removed(from: bytes)
    checkRoundTrip(VideoParameterSet.self, unit)
    checkRoundTrip(SequenceParameterSet.self, unit)
    checkRoundTrip(PictureParameterSet.self, unit)
    if let set = try? SequenceParameterSet(nalUnit: bytes) {
      guard let written = try? set.nalUnit() else { fatalError("cannot be written") }
      precondition(
        (try? SequenceParameterSet(nalUnit: written)) == set, "not read as it was written")
    }
  }
}

private func seeds(_ file: Bytes) -> [[UInt8]] {
  Seeds.boxes(file).flatMap { box -> [[UInt8]] in
    if let record = box[HEVCConfigurationBox.self]?.record {
      return record.arrays.flatMap(\.nalUnits).map(Array.init)
        + (box.sourcePayload.map { [Array($0)] } ?? [])
    }
    return box.type == "lhvC" ? box.sourcePayload.map { [Array($0)] } ?? [] : []
  }
}
