import Metadata
import Testing

/// Positions on a picture that was cropped, turned and scaled.
@Suite struct RegionTests {
  private let size = RegionReframing.Size(width: 400, height: 200)

  private func packet(_ body: String, _ attributes: String = "") -> String {
    """
    <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
    <rdf:Description rdf:about="" xmlns:r="http://www.metadataworkinggroup.com/schemas/regions/"
      xmlns:d="http://ns.adobe.com/xap/1.0/sType/Dimensions#" xmlns:a="http://ns.adobe.com/xmp/sType/Area#"
      xmlns:f="http://ns.apple.com/faceinfo/1.0/" xmlns:m="http://ns.microsoft.com/photo/1.2/t/Region#"
      xmlns:c="http://ns.adobe.com/camera-raw-settings/1.0/" xmlns:e="http://ns.adobe.com/exif/1.0/"
      xmlns:g="http://ns.google.com/photos/1.0/panorama/" \(attributes)>
    \(body)</rdf:Description></rdf:RDF></x:xmpmeta>
    """
  }

  /// Regions as attributes, as iOS 26 writes them.
  private func regions(_ width: Int, _ height: Int, _ areas: String...) -> String {
    let items = areas.map {
      "<rdf:li><rdf:Description r:Type=\"Face\">\($0)</rdf:Description></rdf:li>"
    }
    return packet(
      """
      <r:Regions rdf:parseType="Resource"><r:AppliedToDimensions d:h="\(height)" d:w="\(width)" d:unit="pixel"/>\
      <r:RegionList><rdf:Seq>\(items.joined())</rdf:Seq></r:RegionList></r:Regions>
      """)
  }

  private func area(_ x: String, _ y: String, _ w: String, _ h: String) -> String {
    #"<r:Area a:y="\#(y)" a:w="\#(w)" a:x="\#(x)" a:h="\#(h)" a:unit="normalized"/>"#
  }

  private func changed(_ text: String, _ reframing: RegionReframing) throws -> (String, [String]) {
    let packet = try #require(XMPPacket(text.utf8))
    let result = packet.reframed(reframing)
    return (String(decoding: result.bytes, as: UTF8.self), result.notes)
  }

  @Test func nothingToDo() throws {
    let text = regions(400, 200, area("0.35490476190476195", "0.25", "0.1", "0.2"))
    let (same, notes) = try changed(text, RegionReframing(size, [], result: size))
    #expect(same == text && notes.isEmpty)
    // A smaller picture has the same shares.
    let (smaller, _) = try changed(
      text, RegionReframing(size, [], result: RegionReframing.Size(width: 40, height: 20)))
    #expect(
      smaller == text.replacing("\"400\"", with: "\"40\"").replacing("\"200\"", with: "\"20\""))
  }

  @Test func cropped() throws {
    // The right half remains; one face is cut in two, one is removed.
    let half = RegionReframing(
      size, [.crop(x: 200, y: 0, width: 200, height: 200)],
      result: RegionReframing.Size(width: 200, height: 200))
    let (text, notes) = try changed(
      regions(
        400, 200, area("0.75", "0.5", "0.1", "0.2"), area("0.5", "0.5", "0.2", "0.2"),
        area("0.25", "0.5", "0.2", "0.2")), half)
    #expect(
      text
        == regions(200, 200, area("0.5", "0.5", "0.2", "0.2"), area("0.1", "0.5", "0.2", "0.2")))
    #expect(notes.isEmpty)
  }

  /// Angles of faces, and elements in place of attributes.
  @Test func turned() throws {
    let turn = RegionReframing(
      size, [.rotate(quarterTurns: 3)], result: RegionReframing.Size(width: 200, height: 400))
    func text(_ numbers: [String]) -> String {
      packet(
        """
        <r:Regions><rdf:Description><r:RegionList><rdf:Bag><rdf:li rdf:parseType="Resource"><r:Area rdf:parseType="Resource">\
        <a:x>\(numbers[0])</a:x><a:y> \(numbers[1]) </a:y><a:w>\(numbers[2])</a:w><a:h>\(numbers[3])</a:h></r:Area>\
        <r:Extensions f:AngleInfoRoll="\(numbers[4])"><f:AngleInfoYaw>12</f:AngleInfoYaw></r:Extensions></rdf:li>\
        </rdf:Bag></r:RegionList></rdf:Description></r:Regions>
        """)
    }
    let (after, notes) = try changed(text(["0.1", "0.2", "0.05", "0.4", "282"]), turn)
    let expected = text(["0.8", "0.1", "0.4", "0.05", "12"])
    #expect(after == expected.replacing(" 0.1 ", with: "0.1") && notes.isEmpty)
  }

  /// The size shows whether regions refer to the stored or to the shown picture.
  @Test func statedForThePictureAsItIsShown() throws {
    let turn = RegionReframing(
      size, [.rotate(quarterTurns: 1)], result: RegionReframing.Size(width: 100, height: 200))
    let shown = regions(200, 400, area("0.1", "0.2", "0.1", "0.1"))
    #expect(try changed(shown, turn).0 == regions(100, 200, area("0.1", "0.2", "0.1", "0.1")))
    let other = regions(300, 300, area("0.1", "0.2", "0.1", "0.1"))
    let (text, notes) = try changed(other, turn)
    #expect(text == other)
    #expect(notes == ["regions (faces): left as stated, for a picture of 300 × 300"])
  }

  @Test func otherPositions() throws {
    let flip = RegionReframing(
      size, [.flipHorizontally], result: RegionReframing.Size(width: 200, height: 100))
    func text(_ rectangle: String, _ left: String, _ right: String, _ subject: [Int]) -> String {
      packet(
        """
        <e:SubjectArea><rdf:Seq><rdf:li>\(subject[0])</rdf:li><rdf:li>\(subject[1])</rdf:li></rdf:Seq></e:SubjectArea>\
        <x:any m:Rectangle="\(rectangle)"/>
        """,
        #"c:CropTop="0.1" c:CropBottom="0.9" c:CropLeft="\#(left)" c:CropRight="\#(right)" e:PixelXDimension="400" e:PixelYDimension="200""#
      )
    }
    let (after, notes) = try changed(text("0.1, 0.2, 0.3, 0.4", "0", "0.25", [100, 60]), flip)
    #expect(after == text("0.6, 0.2, 0.3, 0.4", "0.75", "1", [150, 30]))
    #expect(notes.isEmpty)
    let angled = text("0", "0", "0.25", [100, 60]).replacing(
      "c:CropTop", with: #"c:CropAngle="3" c:CropTop"#)
    #expect(try changed(angled, flip).1 == ["a crop with an angle (crs:CropAngle) stays as it is"])
  }

  @Test func panoramas() throws {
    func text(_ full: Int, _ left: Int, _ top: Int) -> String {
      packet(
        "",
        #"g:FullPanoWidthPixels="\#(full)" g:CroppedAreaLeftPixels="\#(left)" g:CroppedAreaTopPixels="\#(top)" g:PoseHeadingDegrees="400""#
      )
    }
    let smaller = RegionReframing(size, [], result: RegionReframing.Size(width: 100, height: 50))
    #expect(try changed(text(800, 40, 10), smaller).0 == text(200, 10, 3))
    let turned = RegionReframing(size, [.rotate(quarterTurns: 2)], result: size)
    let (same, notes) = try changed(text(800, 40, 10), turned)
    #expect(same == text(800, 40, 10) && notes.count == 1)
  }

  /// Regions of Exif: a circle, and a rectangle.
  @Test(arguments: [ByteOrder.big, .little]) func subject(order: ByteOrder) throws {
    let turn = RegionReframing(
      size, [.crop(x: 0, y: 0, width: 200, height: 200), .rotate(quarterTurns: 1)],
      result: RegionReframing.Size(width: 100, height: 100))
    func area(_ numbers: [UInt64], _ reframing: RegionReframing) throws -> ([Int64], [String]) {
      var tiff = Builder(order: order)
      tiff.start()
      tiff.directory(at: 8, next: 0) { t in t.entry(0x8769, 4, 1, long: 40) }
      tiff.directory(at: 40, next: 0) { t in
        t.entry(0x9214, 3, UInt64(numbers.count), at: 100)
        t.entry(0xA002, 4, 1, long: 400)
        t.entry(0xA003, 4, 1, long: 200)
      }
      tiff.shorts(numbers, at: 100)
      let result = try ExifEditor.reframed(Bytes(tiff.all), reframing)
      #expect(result.bytes.count == tiff.all.count)
      let entry = try #require(try TIFFFile(Bytes(result.bytes))[.exif]?[0x9214])
      return ((0..<numbers.count).compactMap { entry.integer(at: $0) }, result.notes)
    }
    #expect(try area([50, 80, 20], turn).0 == [40, 75, 10])
    #expect(try area([50, 80, 20, 40], turn).0 == [40, 75, 20, 10])
    // A part of it is left, or nothing.
    #expect(try area([200, 80, 40, 40], turn).0 == [40, 5, 20, 10])
    #expect(try area([300, 80, 40, 40], turn).0 == [40, 0, 0, 0])
    let other = RegionReframing(RegionReframing.Size(width: 200, height: 400), [], result: size)
    let (same, notes) = try area([300, 80, 40, 40], other)
    #expect(same == [300, 80, 40, 40])
    #expect(notes == ["SubjectArea: left as stated, for a picture of 400 × 200"])
  }

  /// No number causes a trap.
  @Test func hostileNumbers() throws {
    for number in ["1e308", "-1e308", "nan", "inf", "", "9223372036854775808", "0x10", "1e-320"] {
      let text =
        regions(400, 200, area(number, number, number, number))
        .replacing(
          "</rdf:RDF>",
          with: #"<x:y m:Rectangle="\#(number),1,1,1" f:AngleInfoRoll="\#(number)"/></rdf:RDF>"#
        )
        .replacing("d:w=\"400\"", with: "d:w=\"\(number)\"")
      for steps: [RegionReframing.Step] in [
        [], [.rotate(quarterTurns: 1)], [.crop(x: 1, y: 1, width: 1, height: 1)],
      ] {
        let (result, _) = try changed(text, RegionReframing(size, steps, result: size))
        #expect(XMPPacket(result.utf8) != nil)
      }
    }
  }
}
