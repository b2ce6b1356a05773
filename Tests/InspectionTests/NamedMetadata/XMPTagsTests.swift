import FieldCoding
import Testing

@testable import Inspection

/// Properties, structures and lists of XMP by name.
@Suite struct XMPTagsTests {
  private func tags(_ properties: String) -> [String] {
    let packet = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="Test"><rdf:RDF \
      xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" \
      xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/" \
      xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/" xmlns:my="http://example.com/my/" \
      xmlns:stEvt="http://ns.adobe.com/xap/1.0/sType/ResourceEvent#" \
      xmlns:mwg-rs="http://www.metadataworkinggroup.com/schemas/regions/" \
      xmlns:stArea="http://ns.adobe.com/xmp/sType/Area#" \
      xmlns:exif="http://ns.adobe.com/exif/1.0/">\(properties)</rdf:Description></rdf:RDF></x:xmpmeta>
      """
    return XMPTags.tags(Bytes(Array(packet.utf8))).dropFirst().map {
      "\($0.group):\($0.name)=\($0.value)"
    }
  }

  @Test func simpleValues() {
    #expect(
      tags("<xmp:CreateDate>2024-06-15T21:20:41+02:00</xmp:CreateDate>")
        == ["XMP-xmp:CreateDate=2024:06:15 21:20:41+02:00"])
    #expect(tags("<my:note>A &amp; B</my:note>") == ["XMP-my:Note=A & B"])
    #expect(tags("<my:API>3</my:API><my:d>4</my:d>") == ["XMP-my:Api=3", "XMP-my:TagD=4"])
    #expect(tags("<my:link rdf:resource='http://x'/>") == ["XMP-my:Link=http://x"])
    #expect(tags("<exif:ExposureTime>1/120</exif:ExposureTime>") == ["XMP-exif:ExposureTime=1/120"])
    #expect(
      tags("<exif:GPSLatitude>46,21.84N</exif:GPSLatitude>")
        == ["XMP-exif:GPSLatitude=46 deg 21' 50.40\" N"])
    // A property of Exif that its schema does not have.
    #expect(tags("<exif:LensInfo>140/10</exif:LensInfo>") == ["XMP-exif:LensInfo=14"])
    #expect(tags("<exif:UserComment>1/2</exif:UserComment>") == ["XMP-exif:UserComment=1/2"])
    let long = String(repeating: "A", count: 70_000)
    #expect(tags("<my:note>\(long)</my:note>") == ["XMP-my:Note=\(bytesAsText(70_000))"])
    // Some programs write what Exif has.
    #expect(
      tags("<exif:GPSLatitude>55/1 54/1 4074/100</exif:GPSLatitude>")
        == ["XMP-exif:GPSLatitude=55 deg 54' 40.74\" N"])
    #expect(
      tags("<exif:ColorSpace>4294967295</exif:ColorSpace>") == ["XMP-exif:ColorSpace=Uncalibrated"])
  }

  /// Photoshop 7 wrote packets like this one in 2002.
  @Test func packetsOfTheFirstYears() {
    let packet = """
      <?adobe-xap-filters esc="CR"?><x:xapmeta xmlns:x='adobe:ns:meta/' x:xaptk='XMP toolkit 2.8.2-33'>
      <rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>
      <rdf:Description about='uuid:762a9588' xmlns:xapMM='http://ns.adobe.com/xap/1.0/mm/'>
      <xapMM:DocumentID>adobe:docid:1</xapMM:DocumentID></rdf:Description></rdf:RDF></x:xapmeta>
      """
    #expect(
      XMPTags.tags(Bytes(Array(packet.utf8))).map { "\($0.group):\($0.name)=\($0.value)" } == [
        "XMP-x:XMPToolkit=XMP toolkit 2.8.2-33", "XMP-rdf:About=uuid:762a9588",
        "XMP-xmpMM:DocumentID=adobe:docid:1",
      ])
  }

  /// The names of exiftool for the terms of Darwin Core.
  @Test func darwinCore() {
    func names(_ structure: String, _ fields: String...) -> [String] {
      let values = fields.map { "<dwc:\($0)>1</dwc:\($0)>" }.joined()
      return tags(
        "<dwc:\(structure) xmlns:dwc='http://rs.tdwg.org/dwc/index.htm' rdf:parseType='Resource'>\(values)</dwc:\(structure)>"
      ).compactMap { $0.split(separator: "=").first.map { String($0.dropFirst(8)) } }
    }
    #expect(
      names("Occurrence", "occurrenceID", "catalogNumber", "occurrenceRemarks")
        == ["OccurrenceID", "OccurrenceCatalogNumber", "OccurrenceRemarks"])
    #expect(
      names("Taxon", "taxonRank", "taxonomicStatus", "kingdom")
        == ["TaxonRank", "TaxonTaxonomicStatus", "TaxonKingdom"])
    #expect(names("dctermsLocation", "continent") == ["DCContinent"])
    #expect(
      names("GeologicalContext", "geologicalContextID", "group", "lowestBiostratigraphicZone")
        == ["GeologicalContextID", "GeologicalContextGroup", "LowestBiostratigraphicZone"])
    #expect(names("Identification", "identifiedBy") == ["IdentifiedBy"])
    #expect(names("ResourceRelationship", "resourceID") == ["ResourceID"])
    #expect(names("MeasurementOrFact", "measurementUnit") == ["MeasurementUnit"])
  }

  @Test func lists() {
    #expect(
      tags("<dc:subject><rdf:Bag><rdf:li>a</rdf:li><rdf:li>b</rdf:li></rdf:Bag></dc:subject>")
        == ["XMP-dc:Subject=a, b"])
    #expect(
      tags(
        """
        <dc:title><rdf:Alt><rdf:li xml:lang="x-default">T</rdf:li>\
        <rdf:li xml:lang="de-de">D</rdf:li></rdf:Alt></dc:title>
        """) == ["XMP-dc:Title=T", "XMP-dc:Title-de-DE=D"])
    #expect(tags("<dc:creator><rdf:Seq/></dc:creator>") == ["XMP-dc:Creator="])
  }

  @Test func structures() {
    let history = ["a", "b"].map { "<rdf:li stEvt:action='\($0)' stEvt:changed='/'/>" }.joined()
    #expect(
      tags("<xmpMM:History><rdf:Seq>\(history)</rdf:Seq></xmpMM:History>")
        == ["XMP-xmpMM:HistoryAction=a, b", "XMP-xmpMM:HistoryChanged=/, /"])
    let regions = ["Face", "Pet"].map {
      """
      <rdf:li rdf:parseType="Resource"><mwg-rs:Area stArea:x="0.1"/>\
      <mwg-rs:Type>\($0)</mwg-rs:Type></rdf:li>
      """
    }.joined()
    #expect(
      tags(
        """
        <mwg-rs:Regions rdf:parseType="Resource"><mwg-rs:RegionList><rdf:Seq>\(regions)</rdf:Seq>\
        </mwg-rs:RegionList></mwg-rs:Regions>
        """) == ["XMP-mwg-rs:RegionAreaX=0.1, 0.1", "XMP-mwg-rs:RegionType=Face, Pet"])
    // The structures of this unknown namespace are not known to belong together.
    let items = ["1", "2"].map { "<rdf:li my:act='\($0)'/>" }.joined()
    #expect(
      tags("<my:list><rdf:Bag>\(items)</rdf:Bag></my:list>")
        == ["XMP-my:ListAct=1", "XMP-my:ListAct=2"])
  }

  /// A region of a picture may have all properties that a picture has, with their names.
  @Test func propertiesOfImageRegions() {
    let fields = ["PersonInImage", "OrganisationInImageName", "rId"].map {
      "<i:\($0)>1</i:\($0)>"
    }.joined()
    #expect(
      tags(
        """
        <i:ImageRegion xmlns:i="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"><rdf:Bag>\
        <rdf:li rdf:parseType="Resource">\(fields)</rdf:li></rdf:Bag></i:ImageRegion>
        """) == [
          "XMP-iptcExt:ImageRegionPersonInImage=1",
          "XMP-iptcExt:ImageRegionOrganisationInImageName=1", "XMP-iptcExt:ImageRegionID=1",
        ])
  }

  @Test func schemasHaveTypes() {
    // A text of a known schema is neither a number nor a date.
    #expect(
      tags("<dc:source>7/2</dc:source><xmp:Label>2020-05-06T07:08:09Z</xmp:Label>")
        == ["XMP-dc:Source=7/2", "XMP-xmp:Label=2020-05-06T07:08:09Z"])
    // An unspecified property may be both.
    #expect(
      tags(
        "<my:half>7/2</my:half><my:then>2020-05-06T07:08:09Z</my:then><my:day>2020-01-02</my:day>")
        == ["XMP-my:Half=3.5", "XMP-my:Then=2020:05:06 07:08:09Z", "XMP-my:Day=2020-01-02"])
  }

  @Test func languages() {
    let items = ["x-default", "de", "en-US", "zh-Hant-TW"].map {
      "<rdf:li xml:lang='\($0)'>\($0)</rdf:li>"
    }
    #expect(
      tags("<dc:title><rdf:Alt>\(items.joined())</rdf:Alt></dc:title>") == [
        "XMP-dc:Title=x-default", "XMP-dc:Title-de=de", "XMP-dc:Title-en-US=en-US",
        "XMP-dc:Title-zh-hant-tw=zh-Hant-TW",
      ])
  }

  @Test func namesOfFieldsAreShort() {
    let fields = [
      "CorrectionAmount", "LocalExposure2012", "CorrectionMasks/MaskValue",
      "CorrectionMasks/CorrectionRangeMask/LumMin", "CorrectionRangeMask/LumMin",
    ]
    #expect(
      fields.map {
        XMPNames.name(
          ["GradientBasedCorrections"] + $0.split(separator: "/").map(String.init), in: "XMP-crs")
      } == [
        "GradientBasedCorrAmount", "GradientBasedCorrExposure2012", "GradientBasedCorrMaskValue",
        "GradientBasedCorrMaskRangeLumMin", "GradientBasedCorrRangeMaskLumMin",
      ])
    #expect(XMPNames.name(["RegistryId"], in: "XMP-iptcExt") == "RegistryID")
    #expect(XMPNames.name(["RegistryId", "RegItemId"], in: "XMP-iptcExt") == "RegistryItemID")
    #expect(
      XMPNames.name(["Keywords", "Hierarchy", "Children", "Keyword"], in: "XMP-mwg-kw")
        == "HierarchicalKeywords2")
  }

  @Test func packetsInUTF16AreRead() {
    let packet = """
      \u{FEFF}<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description \
      rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Label="Grüße"/></rdf:RDF>
      """
    let bytes = packet.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    #expect(XMPTags.tags(Bytes(bytes)) == [MetadataTag("XMP-xmp", "Label", "Grüße")])
  }

  @Test func whatIsTooDeepIsLeftOut() {
    let names = (0..<60).map { "my:n\($0)" }
    let start = names.map { "<\($0) rdf:parseType='Resource'>" }.joined()
    let end = names.reversed().map { "</\($0)>" }.joined()
    #expect(tags("\(start)<my:x>1</my:x>\(end)<my:near>2</my:near>") == ["XMP-my:Near=2"])
  }
}
