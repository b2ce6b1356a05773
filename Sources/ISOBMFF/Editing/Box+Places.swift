extension Box {
  /// Lets this box's own fields go past `correction`, by the statement of its syntax; those of the boxes
  /// inside stay as they are.
  ///
  /// - Returns: what the boxes inside depend on.
  package mutating func correctPlaces(
    by correction: PlaceCorrection, in scope: FieldScope
  ) throws(FieldError) -> FieldScope {
    guard case .body(var body) = content else { return scope }
    var coder = FieldCoder()
    coder.scope = scope
    coder.scope.type = type
    coder.correction = correction
    do throws(FieldError) { try body.fields(&coder) } catch {
      // What cannot be written is the business of those who write it.
      guard correction.isUsed else { return coder.scope }
      throw error
    }
    if correction.isChanged { content = .body(body) }
    return coder.scope
  }

  /// Gives the places that this box states wider fields.
  ///
  /// - Returns: whether there are any.
  package mutating func widenPlaces() -> Bool {
    guard case .body(let body) = content, let wider = body.withWiderPlaces else { return false }
    if Swift.type(of: wider).type == Swift.type(of: body).type {
      content = .body(wider)
    } else {
      self = Box(wider)
    }
    return true
  }
}

extension FieldCoder {
  /// The boxes of a file in this one: what they state of places counts from the first of them.
  public mutating func embeddedFile(_ children: inout [Box]) throws(FieldError) {
    scope.embedding += 1
    try boxes(&children)
  }
}
