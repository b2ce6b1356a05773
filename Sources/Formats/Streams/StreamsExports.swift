@_exported public import FieldCoding
