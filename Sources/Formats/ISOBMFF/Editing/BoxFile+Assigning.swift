extension BoxFile {
  /// Sets a field of the box at `path`, by running its declaration.
  ///
  /// - Returns: whether the field exists.
  package mutating func assign(
    _ assignment: FieldAssignment, at path: BoxPath
  ) throws(FieldError) -> Bool {
    try boxes.assign(assignment, path.steps[...], FieldScope())
  }
}

extension [Box] {
  fileprivate mutating func assign(
    _ assignment: FieldAssignment, _ path: ArraySlice<BoxPath.Step>, _ scope: FieldScope
  ) throws(FieldError) -> Bool {
    guard let step = path.first else { return false }
    let candidates = indices.filter { self[$0].type == step.type }
    guard candidates.indices.contains(step.index) else { return false }
    let index = candidates[step.index]
    return try self[index].assign(assignment, path.dropFirst(), scope)
  }
}

extension Box {
  fileprivate mutating func assign(
    _ assignment: FieldAssignment, _ path: ArraySlice<BoxPath.Step>, _ scope: FieldScope
  ) throws(FieldError) -> Bool {
    guard case .body(var body) = content else { return false }
    var coder = FieldCoder()
    coder.scope = scope
    coder.scope.type = type
    guard path.isEmpty else {
      // The fields determine the scope of the children, such as the version of `iref`.
      try body.fields(&coder)
      var children = body.children
      guard try children.assign(assignment, path, coder.scope) else { return false }
      self.children = children
      return true
    }
    coder.assignment = assignment
    try body.fields(&coder)
    guard assignment.isDone else { return false }
    content = .body(body)
    return true
  }
}
