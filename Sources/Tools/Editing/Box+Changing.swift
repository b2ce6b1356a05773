package import ISOBMFF

extension Box {
  /// Changes the box at the end of a path of types, each the first of its type in its container.
  ///
  /// - Returns: the result of `edit`, which says whether it changed anything; false if there is no such box.
  @discardableResult
  package mutating func change<Failure: Error>(
    _ path: some Collection<FourCC>, _ edit: (inout Box) throws(Failure) -> Bool
  ) throws(Failure) -> Bool {
    guard let type = path.first else { return try edit(&self) }
    var children = children
    guard let index = children.firstIndex(where: { $0.type == type }),
      try children[index].change(path.dropFirst(), edit)
    else { return false }
    self.children = children
    return true
  }
}

extension Box {
  /// Whether iTunes' image of a cover is in it.
  var holdsCover: Bool { type == "covr" || children.contains(where: \.holdsCover) }
}
