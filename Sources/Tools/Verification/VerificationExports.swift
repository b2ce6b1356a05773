@_exported public import ISOBMFF
