import ISOBMFF

/// Corrects the offsets in the boxes of a file. The declarations of the boxes say which fields are offsets.
struct OffsetCorrector {
  let relocation: Relocation

  init(_ relocation: Relocation) { self.relocation = relocation }

  /// Boxes whose offsets are right do not change.
  func correct(_ boxes: inout [Box]) throws(FieldError) {
    var origins = OffsetOrigins(boxes)
    _ = try correct(&boxes, FieldScope(), &origins)
  }

  /// - Returns: whether any was changed.
  private func correct(
    _ boxes: inout [Box], _ scope: FieldScope, _ origins: inout OffsetOrigins
  ) throws(FieldError) -> Bool {
    var isChanged = false
    for index in boxes.indices {
      do throws(FieldError) {
        if try correct(&boxes[index], scope, &origins) { isChanged = true }
      } catch {
        throw error.nested(in: "\(boxes[index].type)")
      }
    }
    return isChanged
  }

  private func correct(
    _ box: inout Box, _ scope: FieldScope, _ origins: inout OffsetOrigins
  ) throws(FieldError) -> Bool {
    let old = box
    var (isChanged, inner) = try correctFields(of: &box, scope, origins)
    var children = box.children
    if !children.isEmpty {
      var inside = origins.inside(old, isFile: inner.embedding > scope.embedding, relocation)
      if try correct(&children, inner, &inside) {
        box.children = children
        isChanged = true
      }
      origins.learn(from: inside)
    }
    origins.learn(from: old, as: box, relocation)
    return isChanged
  }

  /// - Returns: whether any was changed, and the values that the boxes inside depend on.
  private func correctFields(
    of box: inout Box, _ scope: FieldScope, _ origins: OffsetOrigins
  ) throws(FieldError) -> (Bool, FieldScope) {
    while true {
      let old = box
      let offsets = StatedOffsets(of: old, origins, relocation)
      let correction = OffsetCorrection { (value, field, bits) throws(FieldError) in
        try offsets.stated(value, field, bits: bits)
      }
      do throws(FieldError) {
        let inner = try box.correctOffsets(by: correction, in: scope)
        return (correction.isChanged, inner)
      } catch {
        guard case .doesNotFit = error.reason else { throw error }
        guard box.widenOffsets() else { throw OffsetCorrector.tooFar(error) }
      }
    }
  }

  private static func tooFar(_ error: FieldError) -> FieldError {
    FieldError(
      .invalid(
        "what it states would be too far away, or before the offset that it is counted from"),
      offset: error.offset, path: error.path)
  }
}
