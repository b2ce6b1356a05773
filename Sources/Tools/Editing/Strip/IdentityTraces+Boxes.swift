import HEIF
public import ISOBMFF
public import Metadata

extension IdentityTraces {
  /// The traces of a file that consists of boxes: in items, keys, user data, XMP and Exif at any depth, and in
  /// movies inside the file.
  public init(_ file: BoxFile) {
    self.init()
    add(file)
  }

  /// The serial number of Insta360 is a text in the record of the camera.
  mutating func add(_ records: Insta360Records) {
    for record in records.records where record.id == Insta360Records.Record.camera {
      for text in record.payload.split(whereSeparator: { !(0x20...0x7E).contains($0) }) {
        add(text: text)
      }
    }
  }

  mutating func add(_ file: BoxFile) {
    for box in file.boxes { add(box) }
    add(TrailingData(file))
    addItems(of: file)
  }

  private mutating func add(_ box: Box) {
    if Stripping.isMedia(box) { return }
    if box.type == "meta" { addKeys(of: box.children) }
    // The author and the artist of user data (QuickTime File Format, user data).
    if ["\u{A9}aut", "\u{A9}ART", "auth"].contains(box.type.description) {
      for entry in box[UserDataTextBox.self]?.texts ?? [] { add(text: entry.text.bytes) }
      if let text = box[AssetTextBox.self]?.text { add(text: text.bytes) }
    }
    addMetadata(of: box)
    for child in box.children { add(child) }
  }

  /// The values of keys that are for identities: `com.apple.quicktime.content.identifier`.
  private mutating func addKeys(of meta: [Box]) {
    let keys = meta.first(MetadataItemKeysBox.self)?.keys.map(\.value.string) ?? []
    for item in meta.at("ilst") {
      let index = Int(item.type.rawValue) - 1
      guard keys.indices.contains(index), IdentityTraces.isIdentity(key: keys[index]) else {
        continue
      }
      for value in item.children.compactMap({ $0[MetadataValueBox.self]?.value })
      where value.count < 1 << 16 {
        add(text: value)
      }
    }
  }

  private static func isIdentity(key: String) -> Bool {
    isIdentity(name: key) || isIdentity(name: String(key.split(separator: ".").last ?? ""))
  }
}
