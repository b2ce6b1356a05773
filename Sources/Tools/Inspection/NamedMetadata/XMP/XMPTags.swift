internal import FieldCoding
internal import Metadata

/// The tags of an XMP packet.
enum XMPTags {
  /// Packets of devices are never so large.
  private static let limit = 1 << 26

  static func tags(_ bytes: Bytes) -> [MetadataTag] {
    guard bytes.count <= limit, let packet = XMPPacket(readable: bytes) else { return [] }
    var tags: [MetadataTag] = []
    if let toolkit = packet.toolkit { tags.append(MetadataTag("XMP-x", "XMPToolkit", toolkit)) }
    tags += packet.about.map { MetadataTag("XMP-rdf", "About", $0) }
    // Items of a list, and the same field of the structures in it, are one value.
    var indices: [Key: Int] = [:]
    var wholes: [Int: MetadataValueForm] = [:]
    for value in packet.values {
      guard let first = value.path.first else { continue }
      let group = XMPNamespaces.group(first.namespace, prefix: first.prefix)
      let known = XMPNames.name(value.path.map(\.local), in: group)
      let whole = XMPValueNames.writingOfList(known, in: group)
      let text =
        whole == nil
        ? XMPValueForm.written(value.text, known, in: group)
        : XMPValueForm.fraction(value.text) ?? value.text
      let name = known + (language(value.language).map { "-" + $0 } ?? "")
      let key = Key(property: value.property, name: name)
      let isJoined = value.isItem || value.isInList && XMPNames.joinsStructures(known, in: group)
      if isJoined, let index = indices[key] {
        tags[index].value += (whole == nil ? ", " : " ") + text
      } else {
        if let whole { wholes[tags.count] = whole }
        indices[key] = tags.count
        tags.append(MetadataTag(group, name, text))
      }
    }
    for (index, writing) in wholes { tags[index].value = writing.written(tags[index].value) }
    return tags
  }

  private struct Key: Hashable {
    var property: Int
    var name: String
  }

  /// `de`, `en-US`; nil for the text for all languages.
  private static func language(_ tag: String?) -> String? {
    guard let tag = tag?.lowercased(), tag != "x-default", !tag.isEmpty else { return nil }
    let parts = tag.split(separator: "-")
    guard parts.count == 2, parts[1].count == 2 else { return tag }
    return "\(parts[0])-\(parts[1].uppercased())"
  }
}
