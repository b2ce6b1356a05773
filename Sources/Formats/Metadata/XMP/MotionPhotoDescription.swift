public import FieldCoding

/// The description of the movie in a photo in XMP: Google's Motion Photo format 1.0, and its predecessor MicroVideo.
public struct MotionPhotoDescription: Equatable, Sendable {
  /// A part of the file, in the directory of the container.
  public struct Item: Equatable, Sendable {
    /// The media type: `image/jpeg`, `video/mp4`.
    public var mime: String
    /// The purpose of the part: `Primary`, `GainMap`, `MotionPhoto`.
    public var semantic: String
    /// The length in bytes; nil or 0 for the primary image, which has no stated length.
    public var length: Int?
    /// The number of bytes between this part and the next.
    public var padding: Int?

    /// A part with its attributes.
    public init(mime: String, semantic: String, length: Int? = nil, padding: Int? = nil) {
      self.mime = mime
      self.semantic = semantic
      self.length = length
      self.padding = padding
    }
  }

  /// Whether the metadata states that the file is a motion photo.
  public var isMotionPhoto = false
  /// The number of bytes from the start of the movie to the end of the file, as the forerunner
  /// states it.
  public var microVideoOffset: Int?
  /// The time of the image's frame, in microseconds from the start of the movie; nil if it is not known.
  public var presentationTime: Int64?
  /// The parts of the file in their order, the image first.
  public var directory: [Item] = []

  public init() {}
}

// MARK: - Reading

extension XMPPacket {
  static let camera = "http://ns.google.com/photos/1.0/camera/"
  static let container = "http://ns.google.com/photos/1.0/container/"
  private static let item = container + "item/"
  /// Phones of OPPO and OnePlus say the same once more.
  static let oplus = "http://ns.oplus.com/photos/1.0/camera/"

  /// The description of a movie, and of other parts of the file, in the packet.
  public var motionPhoto: MotionPhotoDescription {
    var result = MotionPhotoDescription()
    let number = { (name: String) in self.value(of: name, in: XMPPacket.camera).flatMap(decimal) }
    result.isMotionPhoto = number("MotionPhoto") == 1
    if number("MicroVideo") == 1 {
      result.microVideoOffset = number("MicroVideoOffset").flatMap { Int(exactly: $0) }
    }
    let times = [
      number("MotionPhotoPresentationTimestampUs"), number("MicroVideoPresentationTimestampUs"),
      value(of: "MotionPhotoPrimaryPresentationTimestampUs", in: XMPPacket.oplus)
        .flatMap(decimal),
    ]
    result.presentationTime = times.lazy.compactMap { $0 }.first { $0 >= 0 }
    result.directory = directoryItems.map { index in
      let number = { (name: String) in
        self.itemValue(index, name).flatMap(decimal).flatMap { Int(exactly: $0) }
      }
      return MotionPhotoDescription.Item(
        mime: itemValue(index, "Mime") ?? "", semantic: itemValue(index, "Semantic") ?? "",
        length: number("Length"), padding: number("Padding"))
    }
    return result
  }

  /// The elements of the directory that describe a part each: those that have its meaning.
  var directoryItems: [Int] {
    let semantic = Name(namespace: XMPPacket.item, local: "Semantic")
    let directory = Name(namespace: XMPPacket.container, local: "Directory")
    let items = elements.enumerated().compactMap { index, element in
      element.attributes.contains { $0.name == semantic }
        ? index : element.name == semantic ? element.parent : nil
    }
    return Set(items).filter { ancestors(of: $0).contains { elements[$0].name == directory } }
      .sorted()
  }

  private func ancestors(of index: Int) -> [Int] {
    var result: [Int] = []
    var next = elements[index].parent
    while let parent = next {
      result.append(parent)
      next = elements[parent].parent
    }
    return result
  }

  /// The text of an attribute, or of an element in this one.
  func itemValue(_ index: Int, _ local: String) -> String? {
    itemText(index, local).map { String(decoding: bytes[$0], as: UTF8.self) }
  }

  /// The range of that text.
  func itemText(_ index: Int, _ local: String) -> Range<Int>? {
    let name = Name(namespace: XMPPacket.item, local: local)
    return elements[index].attributes.first { $0.name == name }?.value
      ?? children(of: index).first { elements[$0].name == name }
      .flatMap { elements[$0].content }
  }

  /// The elements are in the order of their start tags, so the elements inside of another one follow it.
  private func children(of index: Int) -> [Int] {
    let end = elements[index].range.upperBound
    return elements.indices[(index + 1)...].prefix { elements[$0].range.lowerBound < end }
      .filter { elements[$0].parent == index }
  }
}

/// A whole number, with white space around it or none.
private func decimal(_ text: String) -> Int64? {
  let space: (Character) -> Bool = { $0.isWhitespace }
  let start = text.drop(while: space)
  return Int64(String(start.reversed().drop(while: space).reversed()))
}

// MARK: - Writing

extension XMPPacket {
  /// The packet with this description, which replaces its properties about a movie and about the parts of the file.
  ///
  /// - Returns: nil if the packet has no room for it.
  public func describing(_ description: MotionPhotoDescription) -> [UInt8]? {
    let camera = description.cameraAttributes
    var attributes = camera.isEmpty ? [] : [#"xmlns:GCamera="\#(XMPPacket.camera)""#]
    attributes += camera.map { #"GCamera:\#($0)="\#($1)""# }
    var content = ""
    if !description.directory.isEmpty {
      attributes += [
        #"xmlns:Container="\#(XMPPacket.container)""#, #"xmlns:Item="\#(XMPPacket.item)""#,
      ]
      let list = description.directory.map {
        #"<rdf:li rdf:parseType="Resource"><Container:Item \#($0.attributes)/></rdf:li>"#
      }
      content =
        "<Container:Directory><rdf:Seq>\(list.joined())</rdf:Seq></Container:Directory>"
    }
    guard !attributes.isEmpty else { return withoutMovie }
    return adding(
      attributes.joined(separator: " "), content, replacing: removals(where: \.isOfMovie))
  }
}

extension MotionPhotoDescription {
  /// The names and values of the camera properties. Both formats at once are not allowed.
  fileprivate var cameraAttributes: [(String, String)] {
    let time = presentationTime.map { "\($0)" } ?? "-1"
    if isMotionPhoto {
      return [
        ("MotionPhoto", "1"), ("MotionPhotoVersion", "1"),
        ("MotionPhotoPresentationTimestampUs", time),
      ]
    }
    guard let microVideoOffset else { return [] }
    return [
      ("MicroVideo", "1"), ("MicroVideoVersion", "1"), ("MicroVideoOffset", "\(microVideoOffset)"),
      ("MicroVideoPresentationTimestampUs", time),
    ]
  }
}

extension MotionPhotoDescription.Item {
  fileprivate var attributes: String {
    var list = [("Mime", mime), ("Semantic", semantic)]
    list += length.map { [("Length", "\($0)")] } ?? []
    list += padding.map { [("Padding", "\($0)")] } ?? []
    return list.map { #"Item:\#($0)="\#(escaped($1))""# }.joined(separator: " ")
  }

  /// The text for use between double quotes (XML 1.0 §2.3). The text that was read is escaped already,
  /// except for quotes.
  private func escaped(_ text: String) -> String {
    text.map { $0 == "\"" ? "&quot;" : $0 == "<" ? "&lt;" : String($0) }.joined()
  }
}

extension XMPPacket {
  /// The packet for a file with only the image: the properties about the movie of a motion photo and its position are
  /// removed (Motion Photo format 1.0, and the older MicroVideo).
  public var withoutMovie: [UInt8] {
    applying(removals(where: \.isOfMovie).map { Edit(range: $0) })
  }

  /// The packet with only what says how to find and use the further images and the movie of the file.
  public var onlyPictures: [UInt8] {
    applying(
      removals { name in
        !name.isOfMovie && !XMPPacket.gainMapNamespaces.contains(name.namespace)
          && !XMPPacket.auxiliaryNamespaces.contains(name.namespace)
      }.map { Edit(range: $0) } + (outside + comments).map { Edit(range: $0) })
  }

  /// Whether there is something that ``withoutMovie`` takes out.
  public var hasMovie: Bool { properties.contains(where: \.name.isOfMovie) }
}

extension XMPPacket.Name {
  /// The directory of a container names the parts of the file that the packet was in.
  var isOfMovie: Bool {
    switch namespace {
    case XMPPacket.camera:
      local.hasPrefix("MotionPhoto") || local.hasPrefix("MicroVideo")
    case XMPPacket.container: local == "Directory"
    case XMPPacket.oplus:
      local.hasPrefix("MotionPhoto") || local == "OLivePhotoVersion" || local == "VideoLength"
    default: false
    }
  }
}

extension XMPPacket {
  /// An offset or a length that the packet states, of a part of the file that it is in.
  public struct StatedOffset: Sendable {
    /// The range of its digits in the packet.
    public var range: Range<Int>
    /// The number, which is positive.
    public var value: Int64
    /// The unit of the number, and its origin.
    public var field: OffsetField
  }

  /// The offsets and lengths of other parts of the file that the packet states (Motion Photo format 1.0, and the older
  /// MicroVideo). The movie reaches to the end of the file. If the primary image is not a JPEG, its length is the
  /// offset of the box of the movie.
  public var statedOffsets: [StatedOffset] {
    var offsets = properties.compactMap { property in
      property.name.isDistanceFromEnd
        ? property.value.flatMap { stated($0, .size(of: .restOfFile)) } : nil
    }
    let items = directoryItems
    for (index, item) in items.enumerated() {
      guard let length = itemText(item, "Length") else { continue }
      if index == items.count - 1, itemValue(item, "Semantic") == "MotionPhoto" {
        offsets += [stated(length, .size(of: .restOfFile))].compactMap { $0 }
      } else if index == 0, itemValue(item, "Semantic") == "Primary" {
        offsets += [stated(length, .position(from: .file))].compactMap { $0 }
      }
    }
    return offsets
  }

  /// The packet with other offsets. If possible, the white space before its end balances the change of
  /// length.
  public func stating(_ values: [(offset: StatedOffset, value: Int64)]) -> [UInt8] {
    var edits = values.map { Edit(range: $0.offset.range, bytes: Array("\($0.value)".utf8)) }
    let growth = edits.reduce(0) { $0 + $1.bytes.count - $1.range.count }
    if let padding, padding.count > growth {
      edits.append(
        Edit(range: padding, bytes: [UInt8](repeating: 0x20, count: padding.count - growth)))
    }
    return applying(edits)
  }

  /// The white space before the processing instruction at the end (ISO 16684-1 §7.3.2).
  private var padding: Range<Int>? {
    guard let end = elements.first?.range.upperBound else { return nil }
    let rest = bytes[end...]
    let space = rest.prefix { [0x09, 0x0A, 0x0D, 0x20].contains($0) }
    return space.isEmpty ? nil : space.startIndex..<space.endIndex
  }

  private func stated(_ range: Range<Int>, _ field: OffsetField) -> StatedOffset? {
    let space: Set<UInt8> = [0x09, 0x0A, 0x0D, 0x20]
    let digits = bytes[range].drop { space.contains($0) }
    let end = digits.lastIndex { !space.contains($0) }.map { $0 + 1 } ?? digits.startIndex
    guard let value = Int64(String(decoding: digits[..<end], as: UTF8.self)), value > 0 else {
      return nil
    }
    return StatedOffset(range: digits.startIndex..<end, value: value, field: field)
  }
}

extension XMPPacket.Name {
  /// Whether it is the number of bytes from the start of the movie to the end of the file.
  fileprivate var isDistanceFromEnd: Bool {
    namespace == XMPPacket.camera && local == "MicroVideoOffset"
      || namespace == XMPPacket.oplus && local == "VideoLength"
  }
}
