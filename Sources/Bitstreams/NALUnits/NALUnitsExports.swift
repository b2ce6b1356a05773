// Bytes, errors and sinks are part of what this module is used with.
@_exported public import FieldCoding
