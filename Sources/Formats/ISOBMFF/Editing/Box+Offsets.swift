extension Box {
  /// Corrects the offsets in this box's own fields, which its declaration passes to `correction`. Its children do not
  /// change.
  ///
  /// - Returns: the scope for its children.
  package mutating func correctOffsets(
    by correction: OffsetCorrection, in scope: FieldScope
  ) throws(FieldError) -> FieldScope {
    guard case .body(var body) = content else { return scope }
    var coder = FieldCoder()
    coder.scope = scope
    coder.scope.type = type
    coder.correction = correction
    do throws(FieldError) { try body.fields(&coder) } catch {
      // Errors of writing are reported later, when the box is written.
      guard correction.isUsed else { return coder.scope }
      throw error
    }
    if correction.isChanged { content = .body(body) }
    return coder.scope
  }

  /// Makes the fields of its offsets wider.
  ///
  /// - Returns: whether it has such fields.
  package mutating func widenOffsets() -> Bool {
    guard case .body(let body) = content, let wider = body.withWiderOffsets else { return false }
    if Swift.type(of: wider).type == Swift.type(of: body).type {
      content = .body(wider)
    } else {
      self = Box(wider)
    }
    return true
  }
}

extension FieldCoder {
  /// The boxes of an embedded file: their offsets count from the first of them.
  public mutating func embeddedFile(_ children: inout [Box]) throws(FieldError) {
    scope.embedding += 1
    try boxes(&children)
  }
}
