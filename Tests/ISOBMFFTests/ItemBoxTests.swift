import FieldCoding
import Testing

@testable import ISOBMFF

@Suite struct ItemBoxTests {
  @Test func fileDelivery() throws {
    let file = try decoded(
      FilePartitionBox.self,
      "01000000 00000001 0002 00 03 0004 0005 0006 0007 'eA=='00 00000001 0008 00000009")
    #expect(file.itemID == 1 && file.packetPayloadSize == 2 && file.fecEncodingID == 3)
    #expect(file.fecInstanceID == 4 && file.maxSourceBlockLength == 5)
    #expect(file.encodingSymbolLength == 6 && file.maxNumberOfEncodingSymbols == 7)
    #expect(file.schemeSpecificInfo == "eA==" && rows(file.entries) == [[8, 9]])
    let short = try decoded(
      FilePartitionBox.self, "00000000 0001 0002 00 03 0004 0005 0006 0007 00 0001 0008 00000009")
    #expect(short.itemID == 1 && rows(short.entries) == [[8, 9]])
    #expect(
      try rows(decoded(FECReservoirBox.self, "00000000 0001 0002 00000003").entries) == [[2, 3]])
    #expect(
      try rows(decoded(FECReservoirBox.self, "01000000 00000001 00000002 00000003").entries)
        == [[2, 3]])
    let sessions = try decoded(FDSessionGroupBox.self, "0001 01 00000002 0001 00000003")
    #expect(sessions.sessionGroups.map(\.groupIDs) == [[2]])
    #expect(sessions.sessionGroups.map(\.hintTrackIDs) == [[3]])
    let names = try decoded(GroupIdToNameBox.self, "00000000 0001 00000002 'abc'00")
    #expect(names.entries.map(\.groupID) == [2] && names.entries.map(\.groupName) == ["abc"])
    let all = try decoded(
      FDItemInformationBox.self, "00000000 0001 00000014 'paen' 0000000C 'fecr' 00000000")
    #expect(all.entryCount == 1 && all.children.first?.children.map(\.type) == ["fecr"])
  }

  @Test func fileDeliveryOfItems() throws {
    let item = try decoded(
      ItemInfoEntry.self,
      """
      01000000 0001 0002 'n'00 'c'00 'e'00 'fdel' 'l'00 'm'00
      0000000000000003 0000000000000004 01 00000005
      """)
    #expect(item.itemID == 1 && item.protectionIndex == 2 && item.name == "n")
    #expect(item.contentType == "c" && item.contentEncoding == "e")
    #expect(item.extensionType == "fdel" && item.fileDelivery.contentLocation == "l")
    #expect(item.fileDelivery.contentMD5 == "m" && item.fileDelivery.contentLength == 3)
    #expect(item.fileDelivery.transferLength == 4 && item.fileDelivery.groupIDs == [5])
  }

  @Test func metadata() throws {
    let xml = try decoded(XMLBox.self, "00000000 '<a/>'00")
    #expect(xml.header != nil && xml.xml.string == "<a/>")
    // As in JPEG 2000.
    let plain = try decoded(XMLBox.self, "'<a/>'")
    #expect(plain.header == nil && plain.xml.string == "<a/>")
    #expect(try Array(decoded(BinaryXMLBox.self, "00000000 AABB").data) == [0xAA, 0xBB])
    let relation = try decoded(MetaboxRelationBox.self, "00000000 'mp7t' 'pict' 03")
    #expect(relation.firstMetaboxHandlerType == "mp7t" && relation.metaboxRelation == 3)
    #expect(relation.secondMetaboxHandlerType == "pict")
    let protection = try decodedBox(
      ItemProtectionBox.self, as: "ipro", "00000000 0001 00000014 'sinf' 0000000C 'frma' 'hvc1'")
    #expect(protection.children.first?.children.map(\.type) == ["frma"])
  }

  @Test func checksums() throws {
    let sum = "000102030405060708090A0B0C0D0E0F"
    let box = try decoded(MD5IntegrityBox.self, "00000000 \(sum) 'iloc'")
    #expect(Array(box.inputMD5) == Array(0...15) && box.input4CC == "iloc")
    let groups = try decoded(
      MD5IntegrityBox.self, "00000001 \(sum) 'sgpd' 'roll' 00000002 00000001 00000003")
    #expect(groups.groupingType == "roll" && groups.groupingTypeParameter == 2)
    #expect(groups.groupDescriptionIndices == [3])
    let plain = try decoded(MD5IntegrityBox.self, "00000000 \(sum) 'sgpd' 'roll' 00000001 00000003")
    #expect(plain.groupDescriptionIndices == [3])
  }

  @Test func pyramids() throws {
    let box = try decoded(
      ImagePyramidGroupBox.self,
      "00000000 00000001 00000002 00000003 00000004 0100 0200 0002 0005 0006 0001 0007 0008")
    #expect(box.groupID == 1 && box.entityIDs == [3, 4])
    #expect(box.tileSizeX == 256 && box.tileSizeY == 512)
    #expect(box.layers.map(\.binning) == [2, 1])
    #expect(box.layers.map(\.tilesInRowMinusOne) == [5, 7])
    #expect(box.layers.map(\.tilesInColumnMinusOne) == [6, 8])
  }

  /// Bytes of a real file of 64 × 64 pixels, without most of its data.
  @Test func minimizedImage() throws {
    let box = try decoded(
      MinimizedImageBox.self,
      """
      08 08 3F 7E 20 02 00 02
      01 03  AA BB
      """)
    #expect(box.version == 0 && box.isFullRange && !box.isFloat && box.codec == nil)
    #expect(box.isAlphaPremultiplied == nil && box.colour == nil && box.hdr == nil)
    #expect(box.chroma.subsampling == 1 && !box.chroma.isHorizontallyCentered)
    #expect(box.orientationMinusOne == 0)
    #expect(box.widthMinusOne == 63 && box.heightMinusOne == 63 && box.bitDepth.minusNine == nil)
    #expect(box.hasLargeCodecConfiguration && !box.hasLargeItemData)
    #expect(Array(box.codecConfiguration) == [1, 3] && Array(box.imageData) == [0xAA, 0xBB])
  }

  /// Every part that a picture can have.
  @Test func minimizedImageOfManyParts() throws {
    var box = MinimizedImageBox()
    box.isAlphaPremultiplied = true
    box.colour = .init()
    box.codec = .init()
    box.bitDepth.minusNine = 1
    box.widthMinusOne = 1000
    var hdr = MinimizedImageBox.HDR()
    hdr.light.contentLightLevel = ContentLightLevelBox()
    hdr.light.masteringDisplay = MasteringDisplayColourVolumeBox()
    hdr.light.contentColourVolume = ContentColourVolumeBox()
    hdr.light.ambientViewing = AmbientViewingEnvironmentBox()
    hdr.light.referenceViewing = [UInt8](1...20)
    hdr.light.diffuseWhiteLuminance = 203_0000
    hdr.gainMap = .init()
    hdr.gainMap?.size = .init(widthMinusOne: 500, heightMinusOne: 3)
    hdr.gainMap?.hasProfile = true
    hdr.gainMap?.colour = .init()
    hdr.toneMappedLight.diffuseWhiteLuminance = 7
    box.hdr = hdr
    (box.hasProfile, box.hasExif, box.hasXMP) = (true, true, true)
    box.hasLargeCodecConfiguration = true
    box.codecConfiguration = Bytes([1, 2, 3, 4, 5, 6, 7, 8, 9])
    box.alphaCodecConfiguration = Bytes([2])
    box.gainMapCodecConfiguration = Bytes([3])
    (box.iccProfile, box.toneMapICCProfile) = (Bytes([4]), Bytes([5, 6]))
    (box.gainMapMetadata, box.alphaData, box.gainMapData) = (Bytes([7]), Bytes([8]), Bytes([9]))
    (box.imageData, box.exif, box.xmp) = (Bytes([10, 11]), Bytes([12]), Bytes([13]))
    let bytes = try box.encoded()
    #expect(try MinimizedImageBox(decoding: Bytes(bytes)) == box)
    // The parts follow in the order of the standard.
    #expect(
      bytes.suffix(21) == [1, 2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13])
  }

  @Test func locations() throws {
    let old = try decoded(
      ItemLocationBox.self, "00000000 44 40 0001 0002 0003 00000004 0001 00000005 00000006")
    #expect(old.items.map(\.id) == [2] && old.items.map(\.dataReferenceIndex) == [3])
    #expect(old.items.map(\.baseOffset) == [4] && old.items.map(\.constructionMethod) == [0])
    #expect(old.items.first?.extents.map(\.offset) == [5])
    #expect(old.items.first?.extents.map(\.length) == [6])
    let new = try decoded(
      ItemLocationBox.self,
      """
      02000000 48 04 00000001 00000002 0001 0003 0001
      00000007 00000005 0000000100000006
      """)
    #expect(new.items.map(\.id) == [2] && new.items.map(\.constructionMethod) == [1])
    #expect(new.items.first?.extents.map(\.referenceIndex) == [7])
    #expect(new.items.first?.extents.map(\.length) == [0x1_0000_0006])
  }

  @Test func associations() throws {
    let short = try decoded(
      ItemPropertyAssociationBox.self, "00000000 00000001 0002 02 81 03")
    #expect(short.entries.map(\.itemID) == [2])
    #expect(short.entries.first?.associations.map(\.propertyIndex) == [1, 3])
    #expect(short.entries.first?.associations.map(\.isEssential) == [true, false])
    let wide = try decoded(
      ItemPropertyAssociationBox.self, "01000001 00000001 00010002 01 8101")
    #expect(wide.entries.map(\.itemID) == [0x1_0002])
    #expect(wide.entries.first?.associations.map(\.propertyIndex) == [0x101])
  }

  @Test func references() throws {
    let short = try decodedBox(
      ItemReferenceBox.self, as: "iref", "00000000 00000010 'dimg' 0001 0002 0003 0004")
    let first = short.children.first?[SingleItemTypeReferenceBox.self]
    #expect(first?.fromItemID == 1 && first?.toItemIDs == [3, 4])
    let wide = try decodedBox(
      ItemReferenceBox.self, as: "iref", "01000000 00000012 'thmb' 00010001 0001 00010002")
    #expect(wide.children.first?[SingleItemTypeReferenceBox.self]?.toItemIDs == [0x1_0002])
  }

  @Test func groups() throws {
    let box = try decodedBox(
      GroupsListBox.self, as: "grpl",
      "0000001C 'altr' 00000000 00000001 00000002 00000003 00000004")
    let group = box.children.first?[EntityToGroupBox.self]
    #expect(group?.groupID == 1 && group?.entityIDs == [3, 4])
  }

  @Test func dataReferences() throws {
    let box = try decodedBox(
      DataReferenceBox.self, as: "dref", "00000000 00000001 0000000C 'url ' 00000001")
    #expect(box.children.first?[DataEntryUrlBox.self]?.location == nil)
    #expect(try decoded(DataEntryUrlBox.self, "00000000 'a'00").location == "a")
    let name = try decoded(DataEntryUrnBox.self, "00000000 'urn:x'00 'a'00")
    #expect(name.name == "urn:x" && name.location == "a")
    #expect(try Array(decoded(AliasBox.self, "00000000 AABB").alias) == [0xAA, 0xBB])
  }
}
