extension ItemLocationBox {
  /// Corrects where items in the file are; those in `idat` and in other items do not move.
  mutating func relocate(_ relocation: Relocation) throws(FieldError) {
    for index in items.indices
    where items[index].constructionMethod == 0 && items[index].dataReferenceIndex == 0 {
      let item = items[index]
      let places = try item.extents.map { (extent) throws(FieldError) in
        try place(of: extent, in: item, relocation)
      }
      try set(places, of: index)
    }
  }

  /// Where an extent is now.
  private func place(
    of extent: Extent, in item: Item, _ relocation: Relocation
  ) throws(FieldError) -> UInt64 {
    let (start, overflow) = item.baseOffset.addingReportingOverflow(extent.offset)
    guard !overflow, let old = Int(exactly: start) else { return start }
    // Without a length it is all of the file, and what is cut off has no end.
    let whole = Int(exactly: extent.length).flatMap { length in
      length > 0
        ? relocation.place(of: old..<old.addingReportingOverflow(length).partialValue) : nil
    }
    guard let new = whole ?? relocation.start(at: old) else {
      throw FieldError(
        .invalid("the data of item \(item.id) at \(old) is not in the new file"), offset: old)
    }
    return UInt64(new)
  }

  /// Says that the extents of an item start at `places`; with a base and offsets as they are, if the
  /// item has moved as a whole.
  private mutating func set(_ places: [UInt64], of index: Int) throws(FieldError) {
    let item = items[index]
    let old = item.extents.map { item.baseOffset &+ $0.offset }
    guard places != old else { return }
    let moves = zip(places, old).map { $0 &- $1 }
    let base = item.baseOffset &+ (moves.first ?? 0)
    if sizes.baseOffset > 0, moves.allSatisfy({ $0 == moves[0] }), base <= places[0],
      fits(base, sizes.baseOffset)
    {
      items[index].baseOffset = base
      return
    }
    let start = sizes.offset > 0 ? 0 : places[0]
    if sizes.offset == 0 {
      guard places.allSatisfy({ $0 == start }) else {
        throw FieldError(
          .invalid("item \(item.id) came apart, and its extents have no offsets"), offset: 0)
      }
      if !fits(start, sizes.baseOffset) { sizes.baseOffset = start > UInt64(UInt32.max) ? 8 : 4 }
    } else if let most = places.max(), !fits(most, sizes.offset) {
      sizes.offset = most > UInt64(UInt32.max) ? 8 : 4
    }
    items[index].baseOffset = start
    for extent in places.indices { items[index].extents[extent].offset = places[extent] - start }
  }

  private func fits(_ value: UInt64, _ bytes: UInt8) -> Bool {
    bytes >= 8 || value < 1 << (8 * UInt64(bytes))
  }
}
