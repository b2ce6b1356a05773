@_exported public import Streams
