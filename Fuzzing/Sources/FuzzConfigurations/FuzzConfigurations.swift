import AV1
import AVC
import FuzzDriver
import ISOBMFF
import VVC

/// Configuration records of AVC, VVC and AV1, and their parts: whatever can be read is read again
/// after writing.
@_cdecl("FuzzConfigurations_main")
public func enter(_ count: CInt, _ arguments: Arguments?) -> CInt {
  fuzz(count, arguments, seeds: seeds) { bytes in
    if let record = try? AVCDecoderConfigurationRecord(decoding: bytes) {
      _ = try? record.parameterSets()
      _ = "\(record.codecString())"
    }
    if let record = try? VvcDecoderConfigurationRecord(decoding: bytes) {
      _ = try? record.sequence()
      _ = record.codecString().map { "\($0)" }
    }
    if let record = try? AV1CodecConfigurationRecord(decoding: bytes) {
      _ = "\(record.codecString())"
    }
    checkRoundTrip(AVCDecoderConfigurationRecord.self, bytes)
    checkRoundTrip(VvcDecoderConfigurationRecord.self, bytes)
    checkRoundTrip(AV1CodecConfigurationRecord.self, bytes)
    checkRoundTrip(AVC.SequenceParameterSet.self, bytes)
    checkRoundTrip(AVC.SubsetSequenceParameterSet.self, bytes)
    checkRoundTrip(AVC.SequenceParameterSetExtension.self, bytes)
    checkRoundTrip(AVC.PictureParameterSet.self, bytes)
    checkRoundTrip(VVC.VideoParameterSet.self, bytes)
    checkRoundTrip(VVC.SequenceParameterSet.self, bytes)
    checkRoundTrip(VVC.PictureParameterSet.self, bytes)
    checkRoundTrip(SequenceHeader.self, bytes)
    checkRoundTrip(Metadata.self, bytes)
  }
}

private func seeds(_ file: Bytes) -> [[UInt8]] {
  Seeds.boxes(file).flatMap { box -> [[UInt8]] in
    var units: [Bytes] = box[AVCConfigurationBox.self]?.record.nalUnits ?? []
    units += box[VvcConfigurationBox.self]?.record.nalUnits ?? []
    units += ((try? box[AV1CodecConfigurationBox.self]?.record.units()) ?? []).map(\.payload)
    if !units.isEmpty, let payload = box.sourcePayload { units.append(payload) }
    return units.map(Array.init)
  }
}
