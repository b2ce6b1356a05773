import TestSupport
import Testing

import enum TestSupport.MediaFolder

@testable import ISOBMFF

@Suite struct ProtectionBoxTests {
  @Test func trackEncryption() throws {
    let track = try decoded(
      TrackEncryptionBox.self,
      "01000000 00 19 01 00 000102030405060708090A0B0C0D0E0F 02 AABB")
    #expect(track.defaultCryptByteBlock == 1 && track.defaultSkipByteBlock == 9)
    #expect(track.defaultKID.count == 16 && Array(track.defaultConstantIV) == [0xAA, 0xBB])
  }

  /// A code has the meaning that it has in its container: `name` of FairPlay is not that of a time code, which begins
  /// with a length; and nothing is known of a box in a container that its definition does not name.
  @Test(arguments: [("schi", "name"), ("sinf", "tkhd"), ("udta", "hvcC"), ("dinf", "stts")])
  func codesAreThoseOfTheirContainer(container: String, type: String) throws {
    let text = Array("Somebody".utf8) + [0xFF, 0xFF, 0xFF]
    let inner = [0, 0, 0, UInt8(8 + text.count)] + Array(type.utf8) + text
    let file = BoxFile(
      Bytes([0, 0, 0, UInt8(8 + inner.count)] + Array(container.utf8) + inner))
    #expect(file.findings.isEmpty)
    #expect(file.boxes[0].children[0].opaquePayload == Bytes(text))
    #expect(Array(try file.encoded(copyingUnchanged: false).bytes) == Array(file.bytes))
  }

  @Test func keysOfSystems() throws {
    let box = try decoded(
      ProtectionSystemSpecificHeaderBox.self,
      """
      01000000 1077EFECC0B24D02ACE33C1E52E2FB4B 00000001 101112131415161718191A1B1C1D1E1F
      00000002 CCDD
      """)
    #expect(box.systemID == "1077efec-c0b2-4d02-ace3-3c1e52e2fb4b")
    #expect(box.keyIDs.map { $0[0] } == [0x10] && box.data == .bytes(Bytes([0xCC, 0xDD])))
  }

  /// The box of a real file, by castLabs.
  @Test func widevine() throws {
    let box = try decoded(
      ProtectionSystemSpecificHeaderBox.self,
      """
      00000000 EDEF8BA979D64ACEA3C827DCD51D21ED 00000041
      0801 1210 779391A2724F6852 29954657638033E2 1A08 'castlabs'
      2218 'd5ORonJPaFIplUZXY4Az4g==' 3207 'default'
      """)
    guard case .widevine(let header) = box.data else { throw NotFound() }
    #expect(header.keyIDs.map { Array($0.prefix(2)) } == [[0x77, 0x93]])
    #expect(header.provider == "castlabs" && header.policy == "default")
    #expect(header.contentID.map { $0.elementsEqual("d5ORonJPaFIplUZXY4Az4g==".utf8) } == true)
  }

  /// `48F3C6899B06` is the number of the field, and `cbcs` in seven bits a byte.
  @Test func protectionSchemeOfWidevine() throws {
    let header = try decoded(WidevineHeader.self, "12021122 48F3C6899B06")
    #expect(header.protectionScheme == "cbcs" && header.keyIDs == [Bytes([0x11, 0x22])])
  }

  /// Numbers that are longer than they need be, or no message at all, stay bytes.
  @Test(arguments: ["08 8100", "0B", "12 05 01", "00000000FF"])
  func notWidevine(data: String) throws {
    let count = hexArray(data).count
    let box = try decoded(
      ProtectionSystemSpecificHeaderBox.self,
      "00000000 EDEF8BA979D64ACEA3C827DCD51D21ED 000000\(count < 16 ? "0\(count)" : "") \(data)")
    #expect(box.data == .bytes(hex(data)))
  }

  @Test func playReady() throws {
    let box = try decoded(
      ProtectionSystemSpecificHeaderBox.self,
      """
      00000000 9A04F07998404286AB92E65BE0885F95 00000015
      15000000 0200 0100 0600 3C0057005200 0300 0100 FF
      """)
    guard case .playReady(let object) = box.data else { throw NotFound() }
    #expect(object.length == 21 && object.records.map(\.type) == [1, 3])
    #expect(object.header == "<WR")
  }

  @Test func samplesWithSubsamples() throws {
    let box = try decoded(
      SampleEncryptionBox.self,
      """
      00000002 00000002
      0102030405060708 0001 0009 0000000A
      1112131415161718 0002 000B 0000000C 000D 0000000E
      """)
    #expect(box.samples.samples.map { $0.initializationVector.first } == [1, 0x11])
    #expect(
      box.samples.samples.map { rows($0.subsamples) } == [[[9, 10]], [[11, 12], [13, 14]]])
  }

  @Test(arguments: [8, 16])
  func samplesWithoutSubsamples(length: Int) throws {
    let vectors = (0..<3 * length).map {
      $0 < 16 ? "0\(String($0, radix: 16))" : String($0, radix: 16)
    }
    let box = try decoded(SampleEncryptionBox.self, "00000000 00000003 \(vectors.joined())")
    #expect(box.samples.samples.map(\.initializationVector.count) == [length, length, length])
    #expect(box.samples.samples.map { Int($0.initializationVector[0]) } == [0, length, 2 * length])
  }

  /// Constant vectors: there are only the parts.
  @Test func samplesWithoutVectors() throws {
    let box = try decoded(
      SampleEncryptionBox.self, "00000002 00000002 0001 0001 00000002 0000")
    #expect(box.samples.samples.map { rows($0.subsamples) } == [[[1, 2]], []])
    let none = try decoded(SampleEncryptionBox.self, "00000000 00000005")
    #expect(none.samples.sampleCount == 5 && none.samples.samples.isEmpty)
  }

  @Test func samplesWithSeveralKeys() throws {
    let box = try decoded(
      SampleEncryptionBox.self,
      """
      01000000 00000001 0002 0003 0102030405060708 0004 1112131415161718
      00000001 0005 0006 00000007
      """)
    let sample = try #require(box.samples.samples.first)
    #expect(sample.vectors.map(\.index) == [3, 4])
    #expect(sample.vectors.map { $0.value[0] } == [1, 0x11])
    #expect(rows(sample.subsamples) == [[5, 6, 7]])
  }

  /// No length fits, or two lengths do.
  @Test(arguments: ["00000000 00000002 010203", "00000002 00000001 0001"])
  func samplesThatAreUnclear(bytes: String) throws {
    let box = try decoded(SampleEncryptionBox.self, bytes)
    #expect(box.samples.samples.isEmpty && box.samples.data.count == hexArray(bytes).count - 8)
  }

  /// Three samples with vectors of 8 bytes and two parts each; or without vectors, and with 3, 3 and
  /// 4 parts.
  private let ambiguous = """
    00000002 00000003
    0003111111111111 0002 0001 00000002 0005 00000003
    2222222222222222 0002 0001 00000002 0005 00040006
    3333333333333333 0002 0001 00000002 0005 00000007
    """

  @Test func lengthThatNothingTells() throws {
    let box = try decoded(SampleEncryptionBox.self, ambiguous)
    #expect(box.samples.samples.isEmpty && box.samples.data.count == 66)
  }

  @Test func lengthThatSizesTell() throws {
    let bytes = boxBytes(
      "traf",
      boxBytes("saiz", hexArray("00000000 16 00000003")) + boxBytes("senc", hexArray(ambiguous)))
    let file = BoxFile(Bytes(bytes))
    let samples = try #require(file.boxes.at("traf").first(SampleEncryptionBox.self)).samples
    #expect(samples.samples.map { $0.initializationVector.first } == [0, 0x22, 0x33])
    #expect(try file.encoded(copyingUnchanged: false).bytes == bytes)
  }

  @Test func lengthThatTheMovieTells() throws {
    let encryption = boxBytes(
      "tenc", hexArray("00000000 0000 01 08 000102030405060708090A0B0C0D0E0F"))
    let entry = boxBytes(
      "mp4s", hexArray("000000000000 0001") + boxBytes("sinf", boxBytes("schi", encryption)))
    let table = boxBytes("stbl", boxBytes("stsd", hexArray("00000000 00000001") + entry))
    let header = boxBytes(
      "tkhd", hexArray("00000007 00000000 00000000 00000009") + [UInt8](repeating: 0, count: 68))
    let movie = boxBytes(
      "moov", boxBytes("trak", header + boxBytes("mdia", boxBytes("minf", table))))
    let fragment = boxBytes(
      "moof",
      boxBytes(
        "traf",
        boxBytes("tfhd", hexArray("00000000 00000009")) + boxBytes("senc", hexArray(ambiguous))))
    let file = BoxFile(Bytes(movie + fragment))
    let box = try #require(file.boxes.at("moof", "traf").first(SampleEncryptionBox.self))
    #expect(box.samples.samples.map(\.initializationVector.count) == [8, 8, 8])
    #expect(try file.encoded(copyingUnchanged: false).bytes == movie + fragment)
  }

  @Test func manySamplesDoNotFit() throws {
    let box = try decoded(SampleEncryptionBox.self, "00000000 FFFFFFFF 0102030405060708")
    #expect(box.samples.sampleCount == .max && box.samples.data.count == 8)
  }

  @Test func piff() throws {
    let track = try decoded(
      PIFFTrackEncryptionBox.self, "00000000 000001 08 C5C971897E674646949E0CD4DD92CBD7")
    #expect(track.algorithm.id == 1 && track.algorithm.ivSize == 8)
    #expect(track.algorithm.kid[15] == 0xD7)
    let samples = try decoded(
      PIFFSampleEncryptionBox.self,
      "00000001 000002 10 C5C971897E674646949E0CD4DD92CBD7 00000001 FD085E39758CA6C0")
    #expect(samples.algorithm?.id == 2 && samples.algorithm?.ivSize == 16)
    #expect(samples.samples.samples.map(\.initializationVector.count) == [8])
  }

  @Test func smoothStreaming() throws {
    let header = try decoded(
      TrackFragmentExtendedHeaderBox.self, "01000000 0000000100000002 0000000000000003")
    #expect(header.time.absoluteTime == 0x1_0000_0002 && header.time.duration == 3)
    let next = try decoded(
      TrackFragmentReferenceBox.self, "00000000 02 00000004 00000005 00000006 00000007")
    #expect(next.fragments.map(\.absoluteTime) == [4, 6])
    #expect(next.fragments.map(\.duration) == [5, 7])
  }

  @Test func isma() throws {
    let old = try decoded(ISMAKMSBox.self, "00000000 'urn:x'00")
    #expect(old.kmsURI == "urn:x")
    let new = try decoded(ISMAKMSBox.self, "01000000 'kms1' 00000002 'urn:y'00")
    #expect(new.kmsID == "kms1" && new.kmsVersion == 2 && new.kmsURI == "urn:y")
    let format = try decoded(AccessUnitFormatBox.self, "00000000 80 02 04")
    #expect(format.isSelective && format.keyIndicatorLength == 2 && format.ivLength == 4)
    #expect(try decoded(ISMACrypSaltBox.self, "0102030405060708").salt == 0x0102_0304_0506_0708)
  }

  @Test func oma() throws {
    let common = try decoded(
      OMACommonHeadersBox.self,
      """
      00000000 01 01 0000000000000007 0003 0004 0005 'cid' 'http' 'a:b' 0000
      0000000C 'free' 00000000
      """)
    #expect(common.encryptionMethod == 1 && common.paddingScheme == 1)
    #expect(common.plaintextLength == 7 && common.contentID.string == "cid")
    #expect(common.rightsIssuerURL.string == "http" && common.textualHeaders.count == 5)
    #expect(common.children.map(\.type) == ["free"])
    let discrete = try decoded(OMADiscreteHeadersBox.self, "00000000 09 'audio/mp4'")
    #expect(discrete.contentType.string == "audio/mp4")
    let object = try decoded(OMAContentObjectBox.self, "00000000 0000000000000002 AABB")
    #expect(Array(object.data) == [0xAA, 0xBB])
    let group = try decoded(OMAGroupIDBox.self, "00000000 0003 02 0004 'gid' 01020304")
    #expect(group.encryptionMethod == 2 && group.groupID.string == "gid")
    #expect(Array(group.groupKey) == [1, 2, 3, 4])
    let tracking = try decoded(
      OMATransactionTrackingBox.self, "00000000 000102030405060708090A0B0C0D0E0F")
    #expect(tracking.transactionID[15] == 15)
    #expect(try decoded(OMARightsObjectBox.self, "00000000 'RO'").data.count == 2)
    #expect(try decoded(OMAURIBox.self, "00000000 'http://x'").uri.string == "http://x")
    #expect(try decoded(OMADurationBox.self, "00000000 00000E10").duration == 3600)
    #expect(try decoded(OMAContentIDBox.self, "00000000 0003 'cid'").contentID.string == "cid")
  }

  @Test func containersAndAdobe() throws {
    let encryption = boxBytes("aeib", hexArray("00000000 'AES-CBC' 00 10"))
    let keys = boxBytes("akey", hexArray("00000000") + boxBytes("flxs", hexArray("'QUJD' 00")))
    let parameters = boxBytes("aprm", hexArray("00000000") + encryption + keys)
    let header = boxBytes("ahdr", hexArray("00000000") + parameters)
    let format = boxBytes("adaf", hexArray("00000000 80 00 10"))
    let bytes = boxBytes("adkm", hexArray("00000000") + header + format)
    let file = BoxFile(Bytes(bytes))
    #expect(file.findings.isEmpty)
    #expect(file.boxes.first?[FullContainerBox.self]?.children.count == 2)
    let inside = file.boxes.at("adkm", "ahdr", "aprm")
    #expect(inside.first(AdobeEncryptionInformationBox.self)?.encryptionAlgorithm == "AES-CBC")
    #expect(inside.first(AdobeEncryptionInformationBox.self)?.keyLength == 16)
    let metadata = file.boxes.at("adkm", "ahdr", "aprm", "akey")
    #expect(metadata.first(AdobeFlashAccessParametersBox.self)?.metadata == "QUJD")
    let unit = file.boxes.at("adkm").first(AdobeAccessUnitFormatBox.self)
    #expect(unit?.isSelective == true && unit?.ivLength == 16)
    #expect(try file.encoded(copyingUnchanged: false).bytes == bytes)
  }
}

/// Something that should be there is not.
struct NotFound: Error {}

/// Encrypted files of others: every sample of every `senc` is read, and agrees with `saiz`.
@Suite(.needsMedia)
struct EncryptedMediaTests {
  @Test func everySampleIsRead() throws {
    var (boxes, samples) = (0, 0)
    for path in MediaFolder.files where path.contains("/encrypted/") {
      guard let source = try? ByteSource(mapping: path) else { continue }
      for fragment in BoxFile(source.bytes).boxes.all("moof").flatMap({ $0.children.all("traf") }) {
        guard
          let found = fragment.children.compactMap({ $0[SampleEncryptionBox.self]?.samples })
            .first
        else { continue }
        boxes += 1
        samples += found.samples.count
        #expect(found.data.isEmpty, "\(path)")
        // The auxiliary information has the same bytes.
        guard let sizes = fragment.children.first(SampleAuxiliaryInformationSizesBox.self) else {
          continue
        }
        let stated =
          sizes.defaultSampleInfoSize == 0
          ? rows(sizes.sizes).map { Int($0[0]) }
          : [Int](repeating: Int(sizes.defaultSampleInfoSize), count: Int(sizes.sampleCount))
        let counted = found.samples.map { sample in
          sample.initializationVector.count
            + (sample.subsamples.isEmpty ? 0 : 2 + 6 * sample.subsamples.count)
        }
        if counted.count == stated.count { #expect(counted == stated, "\(path)") }
      }
    }
    #expect(boxes > 50 && samples > 1000)
  }

  @Test func everySystemIsNamed() throws {
    var systems: [String: Int] = [:]
    for path in MediaFolder.files where path.contains("/encrypted/") {
      guard let source = try? ByteSource(mapping: path) else { continue }
      for box in BoxFile(source.bytes).boxes.at("moov") {
        guard let header = box[ProtectionSystemSpecificHeaderBox.self] else { continue }
        systems[ProtectionSystem.names[header.systemID] ?? "?", default: 0] += 1
        switch header.data {
        case .widevine(let data): #expect(!data.entries.isEmpty, "\(path)")
        case .playReady(let object):
          #expect(object.header?.hasPrefix("<WRMHEADER ") == true, "\(path)")
        case .bytes(let data):
          #expect(
            header.systemID == "1077efec-c0b2-4d02-ace3-3c1e52e2fb4b" || data.isEmpty, "\(path)")
        }
      }
    }
    #expect(systems["?"] == nil && systems["Widevine", default: 0] > 5)
    #expect(systems["PlayReady", default: 0] > 5)
  }
}
