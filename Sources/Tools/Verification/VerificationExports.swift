@_exported public import ISOBMFF
@_exported public import Streams
