extension XMPPacket {
  /// A schema for regions: faces, and focus areas.
  private struct RegionSchema {
    var regions: String
    var dimensions: String
    var area: String
  }

  private static let schemas = [
    // Guidelines for Handling Image Metadata 2.0 §5.9
    RegionSchema(
      regions: "http://www.metadataworkinggroup.com/schemas/regions/",
      dimensions: "http://ns.adobe.com/xap/1.0/sType/Dimensions#",
      area: "http://ns.adobe.com/xmp/sType/Area#"),
    // The same, as ACDSee and digiKam write it.
    RegionSchema(
      regions: "http://ns.acdsee.com/regions/",
      dimensions: "http://ns.acdsee.com/sType/Dimensions#",
      area: "http://ns.acdsee.com/sType/Area#"),
  ]
  private static let areas: Set<String> = ["Area", "DLYArea", "ALGArea"]
  private static let faceInfo = "http://ns.apple.com/faceinfo/1.0/"
  private static let microsoft = "http://ns.microsoft.com/photo/1.2/t/Region#"
  private static let iptc = "http://iptc.org/std/Iptc4xmpExt/2008-02-29/"
  private static let cameraRaw = "http://ns.adobe.com/camera-raw-settings/1.0/"
  private static let panorama = "http://ns.google.com/photos/1.0/panorama/"
  private static let exif = "http://ns.adobe.com/exif/1.0/"

  /// The packet for an image that was cropped, rotated and scaled: regions, the position of the subject, and crops are
  /// adapted to the new image. Regions outside of the new image are removed.
  ///
  /// - Returns: the packet, and sentences about values that are not adapted.
  public func reframed(_ reframing: RegionReframing) -> (bytes: [UInt8], notes: [String]) {
    var change = RegionEdits(packet: self, reframing: reframing)
    for (index, element) in elements.enumerated() {
      if let schema = XMPPacket.schemas.first(where: {
        element.name == Name(namespace: $0.regions, local: "Regions")
      }) {
        change.change(regions: index, schema.dimensions, schema.area)
      }
    }
    change.changeRectangles()
    change.changeSubjects()
    change.changeCrop()
    change.changePanorama()
    if !reframing.steps.isEmpty,
      elements.contains(where: { $0.name == Name(namespace: XMPPacket.iptc, local: "ImageRegion") })
    {
      change.notes.append("image regions of IPTC (Iptc4xmpExt:ImageRegion) stay as they are")
    }
    return (applying(change.edits), change.notes)
  }

  /// Edits of coordinates, as they are found.
  private struct RegionEdits {
    let packet: XMPPacket
    let reframing: RegionReframing
    var edits: [Edit] = []
    var notes: [String] = []
    /// The size for which regions are stated, if there are any.
    private var stated: RegionReframing.Size?

    init(packet: XMPPacket, reframing: RegionReframing) {
      self.packet = packet
      self.reframing = reframing
    }

    mutating func change(regions: Int, _ dimensions: String, _ area: String) {
      let parts = packet.descendants(of: regions)
      let frame = parts.first { packet.elements[$0].name.local == "AppliedToDimensions" }
      if let frame, let width = packet.field("w", dimensions, of: frame),
        let height = packet.field("h", dimensions, of: frame)
      {
        stated = size(width, height)
        if reframing.change(on: stated) != nil {
          set(width, reframing.result.width)
          set(height, reframing.result.height)
        }
      }
      guard let coordinates = reframing.change(on: stated) else {
        notes.append(reframing.note(on: "regions (faces)", for: stated))
        return
      }
      if coordinates.isNone { return }
      for part in parts {
        if XMPPacket.areas.contains(packet.elements[part].name.local) {
          change(area: part, area, coordinates)
        }
        for (name, moved) in [
          ("AngleInfoRoll", coordinates.roll), ("AngleInfoYaw", coordinates.yaw),
        ]
          as [(String, (Double) -> Double)]
        {
          guard let field = packet.ownField(name, XMPPacket.faceInfo, of: part),
            let angle = packet.number(field)
          else { continue }
          set(field, moved(angle))
        }
      }
    }

    private mutating func change(area: Int, _ namespace: String, _ coordinates: CoordinateChange) {
      let fields = ["x", "y", "w", "h"].map { packet.field($0, namespace, of: area) }
      guard let x = fields[0], let y = fields[1], var left = packet.number(x),
        var top = packet.number(y)
      else { return }
      var (width, height) = (
        fields[2].flatMap(packet.number) ?? 0, fields[3].flatMap(packet.number) ?? 0
      )
      let unit = packet.field("unit", namespace, of: area).map(packet.text)
      let isPixel = unit == "pixel"
      let (before, after) = (stated ?? coordinates.size, reframing.result)
      if isPixel {
        left /= Double(before.width)
        top /= Double(before.height)
        width /= Double(before.width)
        height /= Double(before.height)
      }
      let centre = CoordinateChange.Point(x: left, y: top)
      let isPoint = fields[2] == nil || fields[3] == nil
      let rectangle = CoordinateChange.Rectangle(centre: centre, width: width, height: height)
      guard
        let new = isPoint
          ? CoordinateChange.Rectangle(coordinates.moved(centre), coordinates.moved(centre))
          : coordinates.moved(rectangle)
      else { return removeItem(around: area) }
      let (wide, high) = isPixel ? (Double(after.width), Double(after.height)) : (1, 1)
      set(x, new.centre.x * wide)
      set(y, new.centre.y * high)
      if !isPoint, let w = fields[2], let h = fields[3] {
        set(w, new.width * wide)
        set(h, new.height * high)
      }
    }

    /// Changes the regions of Microsoft: left, top, width and height, as fractions.
    mutating func changeRectangles() {
      guard let coordinates = reframing.change(on: stated), !coordinates.isNone else { return }
      for index in packet.elements.indices {
        guard let field = packet.ownField("Rectangle", XMPPacket.microsoft, of: index) else {
          continue
        }
        let numbers = packet.text(field).split(separator: ",").map {
          Double($0.filter { $0 != " " })
        }
        let sides = numbers.compactMap { $0 }
        guard numbers.count == 4, sides.count == 4 else { continue }
        let rectangle = CoordinateChange.Rectangle(
          CoordinateChange.Point(x: sides[0], y: sides[1]),
          CoordinateChange.Point(x: sides[0] + sides[2], y: sides[1] + sides[3]))
        guard let new = coordinates.moved(rectangle) else {
          removeItem(around: index)
          continue
        }
        let text = [new.first.x, new.first.y, new.width, new.height].map(XMPPacket.written)
        edits.append(Edit(range: field, bytes: Array(text.joined(separator: ", ").utf8)))
      }
    }

    /// Changes Exif's subject areas in XMP.
    mutating func changeSubjects() {
      let own = ["PixelXDimension", "PixelYDimension"].map { name in
        packet.properties.first { $0.name == Name(namespace: XMPPacket.exif, local: name) }?.value
      }
      let stated = own[0].flatMap { width in own[1].flatMap { size(width, $0) } }
      for (index, element) in packet.elements.enumerated()
      where element.name.namespace == XMPPacket.exif
        && ["SubjectArea", "SubjectLocation"].contains(element.name.local)
      {
        let items = packet.descendants(of: index).compactMap { part in
          packet.elements[part].hasChildren ? nil : packet.elements[part].content
        }
        let numbers = items.compactMap(packet.number)
        guard numbers.count == items.count, (2...4).contains(items.count) else { continue }
        guard let coordinates = reframing.change(on: stated) else {
          notes.append(
            reframing.note(on: "exif:\(element.name.local)", for: stated))
          continue
        }
        for (item, number) in zip(items, coordinates.subject(numbers, on: stated, reframing)) {
          set(item, number)
        }
      }
    }

    /// The crop of a raw image that its developer applies, as shares.
    mutating func changeCrop() {
      guard let coordinates = reframing.change(on: nil), !coordinates.isNone else { return }
      let fields = ["CropLeft", "CropTop", "CropRight", "CropBottom", "CropAngle"].map { name in
        packet.properties.first { $0.name == Name(namespace: XMPPacket.cameraRaw, local: name) }?
          .value
      }
      let sides = fields.prefix(4).compactMap { $0.flatMap(packet.number) }
      guard sides.count == 4 else { return }
      if let angle = fields[4].flatMap(packet.number), angle != 0 {
        notes.append("a crop with an angle (crs:CropAngle) stays as it is")
        return
      }
      let rectangle = CoordinateChange.Rectangle(
        CoordinateChange.Point(x: sides[0], y: sides[1]),
        CoordinateChange.Point(x: sides[2], y: sides[3]))
      guard let new = coordinates.moved(rectangle) else { return }
      for (field, side) in zip(fields, [new.first.x, new.first.y, new.last.x, new.last.y]) {
        if let field { set(field, side) }
      }
    }

    /// Changes the position of the image in a panorama, in samples (Photo Sphere XMP metadata).
    mutating func changePanorama() {
      let fields = packet.properties.filter { property in
        property.name.namespace == XMPPacket.panorama && property.name.local.hasSuffix("Pixels")
      }
      if fields.isEmpty { return }
      guard reframing.steps.isEmpty else {
        notes.append("what part of a panorama the picture is (GPano) stays as it is")
        return
      }
      for property in fields {
        guard let value = property.value, let number = packet.number(value) else { continue }
        let isHorizontal = ["Width", "Left"].contains { property.name.local.contains($0) }
        let (before, after) =
          isHorizontal
          ? (reframing.size.width, reframing.result.width)
          : (reframing.size.height, reframing.result.height)
        guard before != after else { continue }
        set(value, (number * Double(after) / Double(before)).rounded())
      }
    }

    private func size(_ width: Range<Int>, _ height: Range<Int>) -> RegionReframing.Size? {
      guard let width = packet.number(width).flatMap(Int.init(exactly:)),
        let height = packet.number(height).flatMap(Int.init(exactly:)), width > 0, height > 0
      else { return nil }
      return RegionReframing.Size(width: width, height: height)
    }

    private mutating func set(_ field: Range<Int>, _ number: Int) { set(field, Double(number)) }

    private mutating func set(_ field: Range<Int>, _ number: Double) {
      guard number != packet.number(field) else { return }
      edits.append(Edit(range: field, bytes: Array(XMPPacket.written(number).utf8)))
    }

    /// Removes the item of a list that contains something.
    private mutating func removeItem(around index: Int) {
      var index = index
      while packet.elements[index].name != Name(namespace: XMPPacket.rdf, local: "li") {
        guard let parent = packet.elements[index].parent else { return }
        index = parent
      }
      edits.append(Edit(range: packet.elements[index].range))
    }
  }
}
