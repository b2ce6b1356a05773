import ISOBMFF

extension Edit {
  /// Removes items from the `meta` box of the file: from its item list, locations, references, properties and
  /// groups (ISO/IEC 14496-12 §8.11, 23008-12 §9). Their bytes stay in the file.
  public mutating func removeItems(_ ids: Set<UInt32>) {
    changedItems.formUnion(ids)
    file.removeItems(ids)
  }
}

extension BoxFile {
  mutating func removeItems(_ ids: Set<UInt32>) {
    guard !ids.isEmpty, let index = boxes.firstIndex(where: { $0.type == "meta" }) else { return }
    var children = boxes[index].children
    for child in children.indices { children[child].removeItems(ids) }
    children.removeAll { $0.type == "iref" && $0.isContainer && $0.children.isEmpty }
    boxes[index].children = children
  }
}

extension Box {
  /// - Precondition: a box of `meta`.
  fileprivate mutating func removeItems(_ ids: Set<UInt32>) {
    switch type {
    case "iinf":
      keepChildren { $0[ItemInfoEntry.self].map { !ids.contains($0.itemID) } ?? true }
    case "iloc":
      guard var locations = self[ItemLocationBox.self],
        locations.items.contains(where: { ids.contains($0.id) })
      else { return }
      locations.items.removeAll { ids.contains($0.id) }
      self[ItemLocationBox.self] = locations
    case "iref":
      changeChildren { box in
        guard var reference = box[SingleItemTypeReferenceBox.self] else { return }
        let targets = reference.toItemIDs.filter { !ids.contains($0) }
        guard targets != reference.toItemIDs else { return }
        reference.toItemIDs = targets
        box[SingleItemTypeReferenceBox.self] = reference
      }
      keepChildren { box in
        box[SingleItemTypeReferenceBox.self].map {
          !ids.contains($0.fromItemID) && !$0.toItemIDs.isEmpty
        } ?? true
      }
    case "iprp":
      changeChildren { box in
        guard var associations = box[ItemPropertyAssociationBox.self],
          associations.entries.contains(where: { ids.contains($0.itemID) })
        else { return }
        associations.entries.removeAll { ids.contains($0.itemID) }
        box[ItemPropertyAssociationBox.self] = associations
      }
    case "grpl":
      changeChildren { box in
        guard var group = box[EntityToGroupBox.self], group.entityIDs.contains(where: ids.contains)
        else { return }
        group.entityIDs.removeAll { ids.contains($0) }
        box[EntityToGroupBox.self] = group
      }
    default: break
    }
  }

  /// Children are only replaced if one was removed.
  private mutating func keepChildren(where isKept: (Box) -> Bool) {
    let kept = children.filter(isKept)
    if kept.count != children.count { children = kept }
  }

  private mutating func changeChildren(_ change: (inout Box) -> Void) {
    var changed = children
    for index in changed.indices { change(&changed[index]) }
    let isSame = zip(changed, children).allSatisfy { ($0.source == nil) == ($1.source == nil) }
    if !isSame { children = changed }
  }
}
