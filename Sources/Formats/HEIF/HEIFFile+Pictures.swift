import ISOBMFF

extension HEIFFile {
  /// The images of the file, in the order of the items: all images that are not hidden, not a part of another image,
  /// and not auxiliary to one.
  ///
  /// An image and its tone-mapped form count as one.
  public var pictures: [Item] {
    var excluded: Set<UInt32> = []
    for reference in references {
      switch reference.type {
      case "thmb", "auxl": excluded.insert(reference.from)
      case "dimg":
        switch item(reference.from)?.type {
        case "grid": excluded.formUnion(reference.to)
        case "tmap":
          excluded.formUnion(reference.to.dropFirst())
          // If the base is shown by itself, it represents both.
          if let base = reference.to.first.flatMap(item), base.isImage, !base.entry.isHidden {
            excluded.insert(reference.from)
          }
        default: break
        }
      default: break
      }
    }
    return items.filter { $0.isImage && !$0.entry.isHidden && !excluded.contains($0.id) }
  }

  /// The smallest thumbnail of an item whose longer side has at least this number of samples.
  ///
  /// Thumbnails that cannot be planned, or have another aspect ratio than the image, are ignored: cameras also store
  /// thumbnails with black bars, and thumbnails whose coded size differs from the stated size.
  public func thumbnail(of id: UInt32, longerSide: Int) -> Item? {
    func side(_ item: Item) -> Int { item.statedSize.map { max($0.width, $0.height) } ?? 0 }
    let shape = (try? plan(for: id))?.displaySize
    return thumbnails(of: id).filter { $0.isImage && side($0) >= longerSide }
      .sorted { side($0) < side($1) }
      .first { item in
        guard let size = (try? plan(for: item.id))?.displaySize else { return false }
        return shape.map { size.isScaled($0) } ?? true
      }
  }

  /// The auxiliary images of an image as it is shown: its own, those of the base image if it is a tone-mapped image,
  /// and the gain map of the tone-mapped image. Each is listed once.
  public func companions(of id: UInt32) -> [(item: Item, kind: AuxiliaryKind)] {
    var found: [(item: Item, kind: AuxiliaryKind)] = []
    var seen: Set<UInt32> = []
    func add(_ item: Item, _ kind: AuxiliaryKind) {
      if seen.insert(item.id).inserted { found.append((item, kind)) }
    }
    let base = item(id)?.type == "tmap" ? targets("dimg", from: id).first ?? id : id
    for part in base == id ? [id] : [base, id] {
      for (item, kind) in auxiliaryImages(of: part) { add(item, kind) }
    }
    for form in sources("dimg", to: base) where form.type == "tmap" {
      let inputs = targets("dimg", from: form.id)
      guard inputs.first == base else { continue }
      for gainMap in inputs.dropFirst().compactMap({ item($0) }) { add(gainMap, .hdrGainMap) }
    }
    return found
  }
}

extension ImagePlan.Size {
  /// Whether this is another size with the same shape, except for a few samples: encoders round to whole blocks.
  fileprivate func isScaled(_ other: ImagePlan.Size) -> Bool {
    let height = Double(width) * Double(other.height) / Double(max(other.width, 1))
    return abs(height - Double(self.height)) <= max(2, Double(self.height) * 0.02)
  }
}
