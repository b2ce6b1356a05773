package import ISOBMFF

/// The metadata of another recording of the same camera: information about the camera is copied, and information about
/// the recording is not.
package struct RebuiltMovieMetadata {
  private var taken: [String] = []
  private var left: [String] = []

  /// The keys of names of cameras and their programs.
  private static let keys: Set<String> = [
    "com.apple.quicktime.make", "com.apple.quicktime.model", "com.apple.quicktime.software",
    "com.android.version", "com.android.manufacturer", "com.android.model",
  ]
  private static let types: Set<FourCC> = ["©mak", "©mod", "©swr", "©too", "©enc"]

  package init() {}

  /// Sentences about what was done.
  package var notes: [String] {
    var notes = [
      "taken from the other recording: how the tracks are coded"
        + (taken.isEmpty ? "" : ", and \(taken.joined(separator: ", "))")
    ]
    let others = ["its dates"] + left
    notes.append(
      "not taken, because it belongs to the other recording: \(others.joined(separator: ", "))")
    return notes
  }

  /// Keeps in a `moov` or `trak` box only the metadata about the camera.
  package mutating func filter(_ box: inout Box) {
    var children: [Box] = []
    for child in box.children {
      switch child.type {
      case "meta": if let kept = filtered(meta: child) { children.append(kept) }
      case "udta": if let kept = filtered(userData: child) { children.append(kept) }
      case "uuid": if child[LearnedSamplesBox.self] == nil { leave("uuid") }
      default: children.append(child)
      }
    }
    box.children = children
  }

  private mutating func leave(_ name: String) {
    if !left.contains(name) { left.append(name) }
  }

  private mutating func filtered(userData: Box) -> Box? {
    var userData = userData
    userData.children = userData.children.compactMap { child in
      if child.type == "meta" { return filtered(meta: child) }
      guard RebuiltMovieMetadata.types.contains(child.type) else {
        leave("\(child.type)")
        return nil
      }
      taken.append("\(child.type)")
      return child
    }
    return userData.children.isEmpty ? nil : userData
  }

  private mutating func filtered(meta: Box) -> Box? {
    let keys = meta.children.first(MetadataItemKeysBox.self)?.keys ?? []
    var meta = meta
    var isEmpty = true
    var children = meta.children.filter { ["hdlr", "keys", "ilst"].contains($0.type) }
    for index in children.indices where children[index].type == "ilst" {
      children[index].children = children[index].children.filter { item in
        let number = Int(item.type.rawValue)
        let key = number >= 1 && number <= keys.count ? keys[number - 1].value.string : nil
        let isKept =
          key.map(RebuiltMovieMetadata.keys.contains)
          ?? RebuiltMovieMetadata.types.contains(item.type)
        let name = key ?? "\(item.type)"
        if isKept { taken.append(name) } else { leave(name) }
        isEmpty = isEmpty && !isKept
        return isKept
      }
    }
    meta.children = children
    return isEmpty ? nil : meta
  }
}
