import ISOBMFF

extension HEIFFile {
  /// How the samples of an item are stored; nil if it is not an uncompressed image.
  ///
  /// Throws if they cannot be read.
  func uncompressedFormat(of item: Item) throws(FieldError) -> UncompressedFormat? {
    guard Coding(itemType: item.type) == .uncompressed, let size = item.statedSize else {
      return nil
    }
    do throws(UncompressedFormat.Refusal) {
      return try UncompressedFormat(item.properties.map(\.box), size: size)
    } catch {
      throw self.error(item.id, error.sentence, in: "iprp")
    }
  }

  /// Whether an item has components that say how opaque it is.
  func hasAlphaComponent(_ id: UInt32) -> Bool {
    item(id).flatMap { try? uncompressedFormat(of: $0) }?.hasAlpha == true
  }
}

extension ImagePlan {
  /// Takes compressed units from where a draft of the standard says that they are in the file (`icbr`),
  /// as if they followed each other in the item (`icef`).
  mutating func takeUnits(of item: Item) {
    guard let draft = item.property(ItemCompressedByteRangeInfoBox.self)?.ranges, !draft.isEmpty
    else { return }
    var extents: [Range<Int>] = []
    draft.forEachRow { _, row in
      let (start, count) = (Int(clamping: row[0]), Int(clamping: row[1]))
      let (end, overflow) = start.addingReportingOverflow(count)
      extents.append(start >= 0 && count >= 0 && !overflow ? start..<end : 0..<0)
    }
    var units = GenericallyCompressedUnitsItemInfoBox()
    units.unitSizeCode = 4
    units.units = FieldTable(
      columns: [.uint(64, "unit_size")], rows: extents.map { [Int64($0.count)] })
    var file = BoxFile(Bytes())
    file.boxes = [Box(units)]
    guard let box = try? file.encoded().bytes else { return }
    tiles[0].extents = extents
    configurations[0].parameterSets.append(Array(box))
  }

  /// The picture of how opaque this one is, by components of its own.
  var ofAlphaComponent: ImagePlan {
    var plan = self
    for index in configurations.indices { plan.configurations[index].isAlpha = true }
    plan.colour = nil
    plan.codedColour = .jfif
    return plan
  }
}
