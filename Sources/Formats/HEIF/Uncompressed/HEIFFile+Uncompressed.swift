import ISOBMFF

extension HEIFFile {
  /// The format of the samples of an item; nil if it is not an uncompressed image.
  ///
  /// Throws if they cannot be read.
  func uncompressedFormat(of item: Item) throws(FieldError) -> UncompressedFormat? {
    guard Codec(itemType: item.type) == .uncompressed, let size = item.statedSize else {
      return nil
    }
    do throws(UncompressedFormat.Refusal) {
      return try UncompressedFormat(item.properties.map(\.box), size: size)
    } catch {
      throw self.error(item.id, error.sentence, in: "iprp")
    }
  }

  /// Whether an item has alpha components.
  func hasAlphaComponent(_ id: UInt32) -> Bool {
    item(id).flatMap { try? uncompressedFormat(of: $0) }?.hasAlpha == true
  }
}

extension ImagePlan {
  /// Converts the ranges of compressed units from a draft of the standard (`icbr`, in the file) to those of the
  /// standard (`icef`, in the item).
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

  /// The plan for the alpha components of the image.
  var ofAlphaComponent: ImagePlan {
    var plan = self
    for index in configurations.indices { plan.configurations[index].isAlpha = true }
    plan.colour = nil
    plan.codedColour = .jfif
    return plan
  }
}
