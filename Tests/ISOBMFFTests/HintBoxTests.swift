import FieldCoding
import Testing

@testable import ISOBMFF

@Suite struct HintBoxTests {
  @Test func sampleEntries() throws {
    let rtp = try decoded(
      RtpHintSampleEntry.self, "000000000000 0001 0002 0003 00000004 0000000C 'tims' 00015F90")
    #expect(rtp.hintTrackVersion == 2 && rtp.highestCompatibleVersion == 3)
    #expect(rtp.maxPacketSize == 4)
    #expect(rtp.children.first?[TimescaleEntryBox.self]?.timescale == 90000)
    let files = try decoded(FDHintSampleEntry.self, "000000000000 0001 0002 0003 0004 0180")
    #expect(files.hintTrackVersion == 2 && files.highestCompatibleVersion == 3)
    #expect(files.partitionEntryID == 4 && files.fecOverhead == 0x180)
    let stream = try decoded(MPEG2TSSampleEntry.self, "000000000000 0001 0002 0003 04 05 80")
    #expect(stream.hintTrackVersion == 2 && stream.highestCompatibleVersion == 3)
    #expect(stream.precedingBytesLength == 4 && stream.trailingBytesLength == 5)
    #expect(stream.isPrecomputedOnly)
  }

  @Test func parts() throws {
    #expect(try decoded(TimeOffsetBox.self, "FFFFFFFE").offset == -2)
    #expect(try decoded(TimestampSynchronyBox.self, "02").timestampSync == 2)
    #expect(try decoded(ReceivedSsrcBox.self, "01020304").ssrc == 0x0102_0304)
    let process = try decoded(
      SRTPProcessBox.self, "00000000 'ACM1' 'ACM2' 'AES1' 'AES2' 0000000C 'frma' 'rtp '")
    #expect(process.encryptionAlgorithmRTP == "ACM1" && process.encryptionAlgorithmRTCP == "ACM2")
    #expect(process.integrityAlgorithmRTP == "AES1" && process.integrityAlgorithmRTCP == "AES2")
    #expect(process.children.map(\.type) == ["frma"])
    let table = try decoded(TransportTableBox.self, "1FFE AABB")
    #expect(table.pid == 0x1FFE && Array(table.sectionData) == [0xAA, 0xBB])
    let timing = try decoded(TSTimingBox.self, "8100")
    #expect(timing.timingDerivationMethod == 1 && timing.pid == 0x100)
    #expect(try decoded(InitialSampleTimeBox.self, "00000007 00000000").initialSampleTime == 7)
  }

  @Test func packetsOfFiles() throws {
    // Two extensions: one of two words, and one of three bytes.
    let packet = try decodedBox(
      FileDeliveryPacketBox.self, as: "fdpa",
      "90 0203 0002 05 02 010203040506 C0 070809 0400000000000000000000000000000A")
    #expect(packet.hasSenderTime && !packet.hasResidualTime && !packet.closesSession)
    #expect(packet.closesObject && packet.objectIdentifier == 0x203)
    #expect(packet.extensions.map(\.type) == [5, 0xC0])
    #expect(packet.extensions.map { Array($0.content) } == [[1, 2, 3, 4, 5, 6], [7, 8, 9]])
    #expect(packet.constructors.count == 16)
  }

  @Test func descriptions() throws {
    #expect(try decoded(SDPHintInformationBox.self, "'m=video 0'").sdpText.string == "m=video 0")
    let movie = try decoded(RTPMovieHintInformationBox.self, "'sdp ' 'v=0'")
    #expect(movie.descriptionFormat == "sdp " && movie.sdpText.string == "v=0")
  }

  @Test func statistics() throws {
    for type in ["trpy", "nump", "tpyl", "dmed", "dimm", "drep"] {
      #expect(
        try decodedBox(HintBytesSentBox.self, as: type, "0000000100000002").sent == 0x1_0000_0002)
    }
    for type in ["totl", "npck", "tpay"] {
      #expect(try decodedBox(HintBytesSentBox.self, as: type, "00000002").sent == 2)
    }
    let rate = try decoded(HintMaxRateBox.self, "000003E8 00000005")
    #expect(rate.period == 1000 && rate.bytes == 5)
    for type in ["tmin", "tmax"] {
      #expect(try decodedBox(HintRelativeTimeBox.self, as: type, "FFFFFFF6").time == -10)
    }
    for type in ["pmax", "dmax"] {
      #expect(try decodedBox(HintLargestPacketBox.self, as: type, "000005DC").value == 1500)
    }
    let payload = try decoded(HintPayloadIDBox.self, "00000060 03 'H26'")
    #expect(payload.payloadID == 96 && payload.rtpmap.string == "H26")
  }

  @Test func errorCorrectionAndSources() throws {
    let extra = try decodedBox(
      ExtraDataBox.self, as: "extr", "0000000F 'feci' 81 0102 0304 0506 0708")
    #expect(extra.information.encodingID == 0x81 && extra.information.instanceID == 0x102)
    #expect(extra.information.sourceBlockNumber == 0x304)
    #expect(extra.information.encodingSymbolID == 0x506 && Array(extra.data) == [7, 8])
    let information = try decodedBox(FECInformationBox.self, as: "feci", "02 0003 0004 0005")
    #expect(information.encodingID == 2 && information.encodingSymbolID == 5)
    let sources = try decodedBox(ReceivedCSRCBox.self, as: "rcsr", "00000001 80000002")
    #expect(sources.sources == [1, 0x8000_0002])
  }
}
