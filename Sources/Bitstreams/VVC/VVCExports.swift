// Bytes, errors, sinks and what all kinds of NAL units share are part of what this module is used
// with.
@_exported public import FieldCoding
@_exported public import NALUnits
