import Editing
import FieldCoding
import ISOBMFF
import Movie

/// The boxes for what is said of a new movie.
struct NewMovieMetadata {
  /// What `moov` gets: `udta` with iTunes' items and with texts, and `meta` with QuickTime's keys.
  private(set) var boxes: [Box] = []

  init(_ movie: NewMovie) {
    var (keys, items, texts): ([(String, String)], [Box], [Box]) = ([], [], [])
    for (key, value) in movie.metadata {
      guard PortableMovieMetadata.isType(key), let type = FourCC(key) else {
        keys.append((key, value))
        continue
      }
      if NewMovieMetadata.userData.contains(type) {
        texts.append(NewMovieMetadata.text(type, value))
      } else {
        items.append(.iTunesItem(type, [MetadataValueBox(value, of: type)]))
      }
    }
    let covers = movie.covers.compactMap { image in
      Cover.form(of: image).map { MetadataValueBox(image, type: $0.type) }
    }
    if !covers.isEmpty { items.append(.iTunesItem("covr", covers)) }
    if !movie.chapters.isEmpty { texts.append(Box(ChapterListBox(movie.chapters))) }
    if !items.isEmpty { texts.append(.iTunesMetadata(items)) }
    if !keys.isEmpty { boxes.append(NewMovieMetadata.metadataBox(keys)) }
    if !texts.isEmpty { boxes.append(.container("udta", texts)) }
  }

  /// Types of texts that cameras write into `udta` itself.
  private static let userData: Set<FourCC> = ["©xyz", "©mak", "©mod", "©swr", "©cpy"]

  private static func text(_ type: FourCC, _ value: String) -> Box {
    var entry = UserDataTextBox.Entry()
    entry.text = Text(value, form: .plain)
    // No language.
    entry.language = 0x55C4
    var box = UserDataTextBox()
    box.texts = [entry]
    return Box(type: type, box, in: .userData)
  }

  /// `meta` with keys and texts (QuickTime File Format, "Metadata").
  private static func metadataBox(_ metadata: [(key: String, value: String)]) -> Box {
    var handler = HandlerBox()
    handler.handlerType = "mdta"
    var keys = MetadataItemKeysBox()
    var items: [Box] = []
    for (index, item) in metadata.enumerated() {
      var key = MetadataItemKeysBox.Key()
      key.namespace = "mdta"
      key.value = Text(item.key, form: .plain)
      keys.keys.append(key)
      var value = MetadataValueBox()
      value.value = Bytes(Array(item.value.utf8))
      items.append(.container(FourCC(rawValue: UInt32(index + 1)), [Box(value)]))
    }
    var meta = MetaBox()
    // Without a version, as QuickTime and Android write it: programs that read the keys of movies expect it so.
    meta.header = nil
    meta.children = [Box(handler), Box(keys), .container("ilst", items)]
    return Box(meta)
  }
}

extension MetadataValueBox {
  /// A text, or the number of a track or a disk: `3/10`.
  fileprivate init(_ text: String, of type: FourCC) {
    self.init(Bytes(Array(text.utf8)), type: 1)
    let numbers = text.split(separator: "/").compactMap { UInt16($0) }
    guard type == "trkn" || type == "disk", let number = numbers.first else { return }
    typeIndicator = 0
    var position = Position()
    (position.number, position.total) = (number, numbers.count > 1 ? numbers[1] : 0)
    if type == "trkn" { position.padding = Bytes([0, 0]) }
    self.position = position
  }
}
