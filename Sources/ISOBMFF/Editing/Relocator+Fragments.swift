extension Relocator {
  /// Corrects the places in a `moof` box. They are relative: to a stated base, to the start of the
  /// box, or to the end of the data of the track before (ISO/IEC 14496-12 §8.8.7).
  func relocateFragment(_ moof: inout Box) throws(FieldError) -> Bool {
    guard let origin = moof.origin?.fileOffset else { return false }
    guard let newStart = relocation.start(at: origin) else { throw lost(Int64(origin)) }
    var children = moof.children
    var isChanged = false
    // Where the data of the track before ends, as it was and as it is.
    var end = Ends(old: origin, new: newStart)
    for index in children.indices where children[index].type == "traf" {
      var boxes = children[index].children
      let isTrackChanged = try relocateTrack(
        &boxes, moof: Ends(old: origin, new: newStart), previous: &end)
      guard isTrackChanged else { continue }
      children[index].children = boxes
      isChanged = true
    }
    if isChanged { moof.children = children }
    return isChanged
  }

  /// A place in the file as it was and as it is.
  private struct Ends {
    var old: Int
    var new: Int
  }

  private func relocateTrack(
    _ boxes: inout [Box], moof: Ends, previous: inout Ends
  ) throws(FieldError) -> Bool {
    guard let place = boxes.firstIndex(where: { $0.type == "tfhd" }),
      let header = boxes[place][TrackFragmentHeaderBox.self]
    else { return false }
    var isChanged = false
    var base = header.header.has(0x2_0000) ? moof : previous
    if let stated = header.baseDataOffset {
      // No file has such a place, whatever stands where in it.
      guard let old = Int(exactly: stated) else { return false }
      guard let new = relocation.start(at: old) else { throw lost(Int64(old)) }
      base = Ends(old: old, new: new)
      isChanged = try change(&boxes[place], TrackFragmentHeaderBox.self) { header in
        header.baseDataOffset = UInt64(new)
      }
    }
    let size = header.defaultSampleSize ?? defaults[header.trackID]?.defaultSampleSize ?? 0
    var end = base
    for index in boxes.indices {
      if var run = boxes[index][TrackRunBox.self] {
        let old = run.dataOffset.map { base.old &+ Int($0) } ?? end.old
        let count = Int(clamping: run.sum(of: "sample_size", default: size))
        // Of no bytes, the place does not matter.
        guard let new = count == 0 ? old &- base.old &+ base.new : relocation.start(at: old) else {
          throw lost(Int64(old))
        }
        if run.dataOffset != nil || new != end.new {
          guard let offset = Int32(exactly: new &- base.new) else {
            throw FieldError(
              .invalid("samples are too far from their fragment to be found by 32 bits"),
              offset: old, path: ["trun"])
          }
          if run.dataOffset != offset {
            run.header.flags |= 0x1
            run.dataOffset = offset
            boxes[index][TrackRunBox.self] = run
            isChanged = true
          }
        }
        end = Ends(
          old: old.addingReportingOverflow(count).partialValue,
          new: new.addingReportingOverflow(count).partialValue)
      } else if boxes[index].type == "saio" {
        let isMoved = try change(&boxes[index], SampleAuxiliaryInformationOffsetsBox.self) {
          (auxiliary) throws(FieldError) in
          auxiliary.offsets = try auxiliary.offsets.mapping(0) { (offset) throws(FieldError) in
            let old = base.old.addingReportingOverflow(Int(offset)).partialValue
            guard let new = relocation.start(at: old) else { throw lost(Int64(old)) }
            return Int64(new &- base.new)
          }
        }
        isChanged = isChanged || isMoved
      }
    }
    previous = end
    return isChanged
  }
}
