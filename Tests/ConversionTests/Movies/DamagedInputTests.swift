import Editing
import ISOBMFF
import Movie
import TestSupport
import Testing
import WorkerClient

@testable import Conversion

/// A check that fails is a fault of the program only if the movie is sound.
@Suite struct DamagedInputTests {
  @Test func damageIsTheReason() throws {
    let path = try #require(MediaFolder.samples.first { $0.hasSuffix("/clip-h264.mp4") })
    let whole = BoxFile(try ByteSource(mapping: path).bytes)
    let failure = EditError(.proofFailed, "samples would change")
    let fault = ConversionError(failure, of: whole)
    #expect(fault.kind == .worker && fault.message == "samples would change")
    // The size of the first NAL unit.
    let first = try #require(MovieFile(whole)?.tracks.first?.samples.first { _ in true })
    var bytes = Array(whole.bytes)
    for offset in first.fileRange.prefix(4) { bytes[offset] = 0xFF }
    let damaged = BoxFile(Bytes(bytes))
    let error = ConversionError(failure, of: damaged)
    #expect(error.kind == .input && error.message.contains("[sample-data-damaged]"))
    #expect(error.message.contains("boxwalk repair"), "\(error.message)")
    let other = ConversionError(EditError(.fileExists, "exists"), of: damaged)
    #expect(other.kind == .output && other.message == "exists")
  }
}
