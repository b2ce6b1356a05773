public import FieldCoding
public import ISOBMFF

/// A value with a key: `com.apple.quicktime.make`, `©nam`.
public struct MetadataItem: Sendable, Equatable {
  /// The key as the file has it: `com.apple.quicktime.make`, `©nam`.
  public var key: String
  /// The value as text; a description, if the value is not text.
  public var value: String
  /// What the value is.
  public var form = Form.text

  /// Forms of values.
  public enum Form: Sendable {
    case text, number
    /// Bytes that only their own type explains: ``MetadataItem/value`` describes them.
    case bytes
  }

  /// All metadata of a movie or a track: `meta` with `keys` and `ilst`, `udta/meta/ilst`, and the
  /// texts in `udta`.
  static func items(in children: [Box]) -> [MetadataItem] {
    let userData = children.userData
    return (children + userData).all("meta").flatMap { items(inMeta: $0.children) }
      + userData.compactMap { box in
        box[UserDataTextBox.self].map {
          MetadataItem(key: "\(box.type)", value: $0.texts.first?.string ?? "")
        }
      }
  }

  private static func items(inMeta meta: [Box]) -> [MetadataItem] {
    let keys = meta.first(MetadataItemKeysBox.self)?.keys ?? []
    return meta.at("ilst").flatMap { item -> [MetadataItem] in
      let index = Int(item.type.rawValue)
      let key =
        index >= 1 && index <= keys.count
        ? keys[index - 1].value.string : MetadataItem.name(of: item)
      return item.children.compactMap { $0[MetadataValueBox.self] }.map {
        MetadataItem(key: key, value: $0.text, form: Form($0))
      }
    }
  }

  /// `----` items are named by their `mean` and `name`.
  private static func name(of item: Box) -> String {
    guard item.type == "----" else { return "\(item.type)" }
    return item.children.compactMap { $0[MetadataNameBox.self]?.text.string }.joined(separator: ":")
  }
}

extension MetadataItem.Form {
  fileprivate init(_ box: MetadataValueBox) {
    self =
      switch box.typeIndicator {
      case _ where box.position != nil: .text
      case 1, 2, 4, 5: .text
      case 21...24, 65...67, 74...78: .number
      default: .bytes
      }
  }
}

/// The keys under which movies say with what, when and where they were taken: QuickTime's come before texts
/// of user data, which are older.
extension MetadataItem {
  /// Keys of the maker of the camera.
  public static let makeKeys = [
    "com.apple.quicktime.make", "com.android.manufacturer", "©mak",
  ]
  /// Keys of the model of the camera.
  public static let modelKeys = ["com.apple.quicktime.model", "com.android.model", "©mod"]
  /// Keys of the model of the lens.
  public static let lensKeys = ["com.apple.quicktime.camera.lens_model"]
  /// Keys of the focal length that a camera for film of 35 mm would have had, in millimetres.
  public static let focalLengthKeys = ["com.apple.quicktime.camera.focal_length.35mm_equivalent"]
  /// Keys of the software of the camera.
  public static let softwareKeys = ["com.apple.quicktime.software", "©swr"]
  /// Keys of the date on which the movie was taken.
  public static let dateKeys = [
    "com.apple.quicktime.creationdate", "com.android.creationdate", "©day",
  ]
  /// Keys of the location at which the movie was taken (ISO 6709).
  public static let locationKeys = ["com.apple.quicktime.location.ISO6709", "©xyz"]
}

extension [MetadataItem] {
  /// The first item for the first of `keys` that has a value; nil if there is none.
  public func first(of keys: [String]) -> MetadataItem? {
    keys.lazy.compactMap { key in first { $0.key == key && !$0.value.isEmpty } }.first
  }

  /// The value of that item; nil if there is none.
  public func value(of keys: [String]) -> String? { first(of: keys)?.value }
}

extension MovieFile {
  /// The value for the first of `keys` that has one, of the movie or else of its video tracks: phones state the lens
  /// there.
  public func value(of keys: [String]) -> String? {
    metadata.value(of: keys)
      ?? tracks.lazy.filter { $0.handlerType == "vide" }.compactMap { $0.metadata.value(of: keys) }
      .first
  }
}

extension Box {
  /// An item of iTunes' metadata.
  package static func iTunesItem(_ type: FourCC, _ values: [MetadataValueBox]) -> Box {
    var item = MetadataItemBox()
    item.children = values.map { Box($0, in: .metadataItemParts) }
    return Box(type: type, item, in: .metadataItems)
  }

  /// `meta` as iTunes has it.
  package static func iTunesMetadata(_ items: [Box]) -> Box {
    var handler = HandlerBox()
    handler.handlerType = "mdir"
    handler.manufacturer = "appl"
    var list = MetadataItemListBox()
    list.children = items
    var meta = MetaBox()
    meta.children = [Box(handler), Box(list)]
    return Box(meta)
  }
}

extension MetadataValueBox {
  /// - Parameter type: the type of the value (QuickTime File Format, "Well-known types").
  package init(_ value: Bytes, type: UInt32) {
    self.init()
    self.value = value
    typeIndicator = type
  }
}

/// A cover image of a movie or a song (iTunes metadata, `covr`).
public struct Cover: Sendable {
  /// The image, as a complete file.
  public var image: Bytes
  /// The extension for the image: `jpg`, `png` or `bmp`; nil for other formats.
  public var fileExtension: String?

  /// The formats of cover images, by their first bytes.
  package static func form(of image: Bytes) -> (type: UInt32, fileExtension: String)? {
    func starts(_ bytes: [UInt8]) -> Bool {
      image.part(0..<bytes.count)?.elementsEqual(bytes) ?? false
    }
    if starts([0xFF, 0xD8, 0xFF]) { return (13, "jpg") }
    if starts([0x89, 0x50, 0x4E, 0x47]) { return (14, "png") }
    if starts([0x42, 0x4D]) { return (27, "bmp") }
    return nil
  }
}

extension BoxFile {
  /// The cover images of the movie. Players show the first.
  public var covers: [Cover] {
    boxes.at("moov").userData.all("meta").flatMap { $0.children.at("ilst") }
      .filter { $0.type == "covr" }.flatMap(\.children)
      .compactMap { $0[MetadataValueBox.self]?.value }
      .map { Cover(image: $0, fileExtension: Cover.form(of: $0)?.fileExtension) }
  }
}

extension Box {
  /// The keys that a sample entry of timed metadata declares (`mebx`), and their numbers in the samples.
  fileprivate var declaredKeys: [(number: UInt32, name: String)] {
    children.all("keys").flatMap(\.children).flatMap { key in
      key.children.compactMap { $0[MetadataKeyDeclarationBox.self]?.keyValue.string }
        .map { (key.type.rawValue, $0) }
    }
  }
}

extension Track {
  /// The names of the keys of timed metadata that its sample entries declare, in their order.
  public var metadataKeys: [String] { sampleEntries.flatMap(\.declaredKeys).map(\.name) }

  /// A value of timed metadata, and the time from which it is valid.
  public struct TimedValue: Sendable {
    /// The time in seconds of the presentation.
    public var time: Double
    /// The value, in the data type that the declaration of its key states.
    public var bytes: Bytes
  }

  /// The values of a key, in the order of the samples; values that are never presented are left out.
  ///
  /// - Parameters:
  ///   - bytes: the bytes of the file.
  ///   - most: the maximum number of samples that are read.
  public func timedValues(of key: String, in bytes: Bytes, most: Int) -> [TimedValue] {
    let entries = sampleEntries.map { entry in
      Set(entry.declaredKeys.filter { $0.name == key }.map(\.number))
    }
    guard entries.contains(where: { !$0.isEmpty }) else { return [] }
    var values: [TimedValue] = []
    let presentation = Presentation(self)
    for sample in samples.withBytes.prefix(most) where sample.location == .file(0) {
      guard entries.indices.contains(sample.descriptionIndex - 1),
        let time = presentation.times(of: sample, atMost: 1).first,
        let data = bytes.part(sample.fileRange)
      else { continue }
      var position = 0
      while let size = data.number(at: position), let local = data.number(at: position + 4),
        size >= 8, Int(size) <= data.count - position
      {
        if entries[sample.descriptionIndex - 1].contains(local),
          let value = data.part(position + 8..<position + Int(size))
        {
          values.append(TimedValue(time: time.seconds, bytes: value))
        }
        position += Int(size)
      }
    }
    return values
  }
}

extension Bytes {
  /// A number of 32 bits; nil if it is incomplete.
  fileprivate func number(at position: Int) -> UInt32? {
    number(at: position, size: 4).map { UInt32(truncatingIfNeeded: $0) }
  }
}
