@_exported public import StreamReading
@_exported public import Verification
