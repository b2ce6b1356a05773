// Bytes, errors, sinks and code points are part of what this module is used with.
@_exported public import FieldCoding
@_exported public import NALUnits
