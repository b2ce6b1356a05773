public import NALUnits

/// A NAL unit with a part of a picture (`slice_segment_layer_rbsp`, ITU-T H.265 §7.3.2.9): the first fields of its
/// header, and the rest as bytes.
public struct SliceSegment: Equatable, Sendable {
  public static let name = "slice_segment_layer_rbsp"

  /// The NAL unit that the segment is in.
  public var unit = NALUnitHeader(NALUnitType(rawValue: 1))
  public var header = SliceSegmentHeader()
  /// The rest of the header, where its syntax is known.
  public var intraHeader: IntraSliceHeader?
  /// The bits from the first field that is not in ``header`` to the end of the RBSP.
  public var data = BitString()

  public init() {}

  /// Reads a NAL unit as it is stored: with emulation prevention bytes, without length.
  public init(
    nalUnit: Bytes, sets: ParameterSets, sink: (any FieldSink)? = nil
  ) throws(FieldError) {
    try SliceSegment.check(nalUnit)
    var coder = FieldCoder(decoding: EmulationPrevention.removed(from: nalUnit), sink: sink)
    do throws(FieldError) { try fields(&coder, sets: sets) } catch {
      throw error.nested(in: SliceSegment.name)
    }
  }

  /// The NAL unit as it is stored.
  ///
  /// - Parameter sets: the parameter sets with which it was read; they determine which fields exist.
  public func nalUnit(sets: ParameterSets) throws(FieldError) -> Bytes {
    var copy = self
    var coder = FieldCoder()
    try copy.fields(&coder, sets: sets)
    return Bytes(EmulationPrevention.inserted(into: coder.written.bytes))
  }

  /// Reads the headers of a NAL unit, and none of its slice data.
  ///
  /// - Returns: nil if the syntax of the header is not known to its end. `dataStart` is an offset in the stored NAL
  ///   unit. A header ends with a byte that is not 0, so no emulation prevention is necessary across the boundary,
  ///   and header and data can be replaced separately.
  public static func split(
    _ nalUnit: Bytes, sets: ParameterSets
  ) throws(FieldError) -> (segment: SliceSegment, dataStart: Int)? {
    try check(nalUnit)
    // An extension has 256 bytes at most, and everything else less than 64.
    let start = nalUnit.part(0..<min(nalUnit.count, 512)) ?? nalUnit
    var coder = FieldCoder(decoding: EmulationPrevention.removed(from: start))
    var segment = SliceSegment()
    try segment.headerFields(&coder, sets: sets)
    guard segment.intraHeader != nil else { return nil }
    return (segment, coder.offset - nalUnit.fileOffset)
  }

  /// The headers as they are stored. With ``intraHeader``, slice data can follow.
  public func headerBytes(sets: ParameterSets) throws(FieldError) -> [UInt8] {
    var copy = self
    var coder = FieldCoder()
    try copy.headerFields(&coder, sets: sets)
    return EmulationPrevention.inserted(into: coder.written.bytes)
  }

  /// Only the first part of the header, for which the start of a NAL unit is enough.
  public static func header(
    ofNALUnit nalUnit: Bytes, sets: ParameterSets
  ) throws(FieldError) -> SliceSegmentHeader {
    try check(nalUnit)
    // The fields have less than 32 bytes together.
    let start = nalUnit.part(0..<min(nalUnit.count, 64)) ?? nalUnit
    var coder = FieldCoder(decoding: EmulationPrevention.removed(from: start))
    var unit = NALUnitHeader()
    var header = SliceSegmentHeader()
    try unit.fields(&coder)
    try header.fields(&coder, in: unit, sets: sets)
    return header
  }

  mutating func fields(
    _ f: inout FieldCoder, sets: ParameterSets
  ) throws(FieldError) {
    try headerFields(&f, sets: sets)
    try data.restFields(&f, "slice_segment_data")
  }

  /// The known fields of a slice segment.
  mutating func headerFields(
    _ f: inout FieldCoder, sets: ParameterSets
  ) throws(FieldError) {
    try f.within("nal_unit_header") { (f) throws(FieldError) in try unit.fields(&f) }
    try f.within("slice_segment_header") { (f) throws(FieldError) in
      try header.fields(&f, in: unit, sets: sets)
      guard let picture = sets.pictures[header.pictureParameterSetID],
        let sequence = sets.sequence(of: picture),
        IntraSliceHeader.follows(header, in: unit, picture, sequence)
      else {
        intraHeader = nil
        return
      }
      var rest = intraHeader ?? IntraSliceHeader()
      try rest.fields(&f, picture, sequence)
      intraHeader = rest
    }
  }

  private static func check(_ nalUnit: Bytes) throws(FieldError) {
    guard let type = NALUnit.type(of: nalUnit), type.isSliceSegment else {
      let found = NALUnit.type(of: nalUnit).map { "is \($0)" } ?? "has no whole header"
      throw FieldError(
        .invalid("the NAL unit \(found), but a slice segment is expected"),
        offset: nalUnit.fileOffset)
    }
  }
}
