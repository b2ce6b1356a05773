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
