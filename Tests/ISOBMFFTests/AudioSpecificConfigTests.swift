import FieldCoding
import TestSupport
import Testing

@testable import ISOBMFF

/// ISO/IEC 14496-3 §1.6.2.1, §4.4.1.
struct AudioSpecificConfigTests {
  private func decoded(_ bytes: Bytes) throws -> AudioSpecificConfig {
    let config = try AudioSpecificConfig(decoding: bytes)
    #expect(try config.encoded() == Array(bytes))
    for count in 0..<bytes.count {
      // A configuration may end after its last required field; no prefix may be misread.
      let prefix = try #require(bytes.part(0..<count))
      if let shorter = try? AudioSpecificConfig(decoding: prefix) {
        #expect(try shorter.encoded() == Array(prefix))
      }
    }
    return config
  }

  @Test func plain() throws {
    let config = try decoded(TestSupport.bits("00010 0011 0010 0 0 0"))
    #expect(config.audioObjectType == 2 && config.samplesPerSecond == 48000)
    #expect(config.channelCount == 2 && !config.hasSBR && !config.hasPS)
    #expect(config.generalAudio?.hasShortFrames == false && config.synchronisation == nil)
  }

  @Test func synchronisedExtension() throws {
    let config = try decoded(
      TestSupport.bits(
        """
        00010 0111 0001 1 0 0     // AAC LC, 22050 Hz, one channel, frames of 960 samples
        01010110111 00101 1 0100  // syncExtensionType 0x2B7, SBR, sbrPresentFlag, 44100 Hz
        10101001000 1             // syncExtensionType 0x548, psPresentFlag
        """))
    #expect(config.audioObjectType == 2 && config.samplesPerSecond == 22050)
    #expect(config.generalAudio?.hasShortFrames == true)
    #expect(config.hasSBR && config.hasPS && config.outputSamplesPerSecond == 44100)
    #expect(config.synchronisation?.psType == 0x548)
  }

  @Test func explicitFrequencies() throws {
    let config = try decoded(
      TestSupport.bits(
        """
        00101 1111 000000000011111010000001 0010  // SBR, 16001 Hz, two channels
        1111 000000000111110100000010 00010       // 32002 Hz, AAC LC
        0 1 00000000001101 0                      // dependsOnCoreCoder, coreCoderDelay 13
        """))
    #expect(config.samplesPerSecond == 16001 && config.outputSamplesPerSecond == 32002)
    #expect(config.coreObjectType == 2 && config.generalAudio?.coreCoderDelay == 13)
  }

  @Test func programConfigElement() throws {
    let config = try decoded(
      TestSupport.bits(
        """
        00010 0100 0000 0 0 0   // AAC LC, 44100 Hz, channels as follows
        0101 01 0100            // element_instance_tag 5, object_type, sampling_frequency_index
        0010 0001 0001 01 010 0001  // two front, a side, a back, an LFE, two data, a coupling
        1 1001  1 1010  1 10 1  // mono_mixdown, stereo_mixdown, matrix_mixdown_idx
        0 0011  1 0100          // front: single 3, pair 4
        1 0101                  // side: pair 5
        0 0110                  // back: single 6
        0111                    // LFE 7
        1000 1001               // data 8 and 9
        1 1100                  // coupling: independent, 12
        000000                  // byte_alignment
        00000010 01101000 01101001  // "hi"
        """))
    let program = try #require(config.generalAudio?.program)
    #expect(program.instanceTag == 5 && program.objectType == 1)
    #expect(program.samplingFrequencyIndex == 4)
    #expect(program.front.map(\.isPair) == [false, true] && program.front.map(\.tag) == [3, 4])
    #expect(program.side.map(\.tag) == [5] && program.back.map(\.tag) == [6])
    #expect(program.lfe == [7] && program.associatedData == [8, 9])
    #expect(program.coupling.map(\.tag) == [12] && program.coupling.first?.isIndependent == true)
    #expect(program.monoMixdownElement == 9 && program.stereoMixdownElement == 10)
    #expect(program.matrixMixdown?.index == 2 && program.matrixMixdown?.hasPseudoSurround == true)
    #expect(Array(program.comment) == Array("hi".utf8))
    #expect(config.channelCount == 7)
  }

  @Test func errorResilient() throws {
    let config = try decoded(
      TestSupport.bits(
        """
        10001 0011 0010 0 0 1  // ER AAC LC, extensionFlag
        1 0 1 0                // resilience flags, extensionFlag3
        01                     // epConfig
        """))
    #expect(config.generalAudio?.hasSectionDataResilience == true)
    #expect(config.generalAudio?.hasScalefactorDataResilience == false)
    #expect(config.generalAudio?.hasSpectralDataResilience == true && config.epConfig == 1)
    let bsac = try decoded(TestSupport.bits("10110 0011 0001 0 0 1 00101 00000001101 0 10 1111"))
    #expect(bsac.generalAudio?.subFrameCount == 5 && bsac.generalAudio?.layerLength == 13)
    #expect(bsac.epConfig == 2)
    let scalable = try decoded(TestSupport.bits("00110 0011 0001 0 0 0 101"))
    #expect(scalable.generalAudio?.layerNumber == 5)
  }

  @Test func escapedObjectTypes() throws {
    let recorder = FieldRecorder()
    // USAC, whose own configuration is kept unchanged.
    let bytes = TestSupport.bits("11111 001010 0011 0010 1 10101010 11001100")
    let config = try AudioSpecificConfig(decoding: bytes, sink: recorder)
    #expect(config.audioObjectType == 42 && config.samplesPerSecond == 48000)
    #expect(config.generalAudio == nil && config.remainder.count == 2)
    #expect(try config.encoded() == Array(bytes))
    let names = recorder.fields.compactMap { field -> String? in
      guard case .uint(let value, .names(let names)) = field.value else { return nil }
      return names[value]
    }
    #expect(names == ["escape", "USAC", "left, right"])
    let als = try decoded(TestSupport.bits("11111 000100 0100 0000 00000 01000001"))
    #expect(als.audioObjectType == 36 && als.generalAudio == nil)
  }

  @Test func whatWeDoNotKnowIsKept() throws {
    let config = try decoded(TestSupport.bits("00010 0011 0010 0 0 0 11111111111 10101 1111 0000"))
    #expect(config.synchronisation?.type == 0x7FF && !config.hasSBR)
    #expect(!config.remainder.isEmpty)
  }

  @Test(.needsMedia)
  func realFiles() throws {
    var count = 0
    for path in MediaFolder.files where path.contains("/m4a-audio/") {
      guard let source = try? ByteSource(mapping: path) else { continue }
      for body in boxBodies("esds", in: source.bytes) {
        guard let box = try? ElementaryStreamDescriptorBox(decoding: body),
          let audio = box.audioConfiguration
        else { continue }
        count += 1
        if audio.audioObjectType == 2 { #expect(audio.generalAudio != nil, "\(path)") }
        #expect(audio.samplesPerSecond != nil, "\(path)")
      }
    }
    #expect(count > 10)
  }
}
