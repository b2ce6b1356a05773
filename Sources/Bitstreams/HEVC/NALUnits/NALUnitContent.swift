/// A NAL unit with its syntax: the header, and an RBSP of fields.
///
/// ``FieldCodable/fields(_:)`` states the header and the RBSP, without emulation prevention bytes.
public protocol NALUnitContent: NALUnitSyntax where Header == NALUnitHeader {}
