public import ISOBMFF
import Movie

/// Publishes movies by RTMP, at their own pace, as a camera would: nothing is re-encoded. H.264 and AAC go as all
/// servers know them, HEVC, AV1, VP9, Opus and others as Enhanced RTMP has them.
public struct StreamPublisher: Sendable {
  private let url: PublishingURL

  /// A publisher to the server and stream that the URL names; it connects later.
  public init(_ url: PublishingURL) { self.url = url }

  /// The progress of publishing.
  public struct Progress: Equatable, Sendable {
    /// The part of the movie that was sent, in seconds.
    public var seconds: Double
    /// The bytes that were sent.
    public var byteCount: Int
  }

  /// Publishes a movie. It takes as long as the movie does.
  ///
  /// It throws ``PublishError/Kind/input`` if the movie has nothing that a stream can hold, or is truncated,
  /// ``PublishError/Kind/server`` if the server cannot be reached, refuses the stream or ends it, and
  /// ``PublishError/Kind/library`` if librtmp is missing.
  ///
  /// - Returns: the parts of the movie that a stream cannot hold, as phrases.
  public func publish(
    _ movie: BoxFile, progress: (Progress) -> Void = { _ in }
  ) throws(PublishError) -> [String] {
    let library = try RTMPLibrary.usual.get()
    do {
      let writer = try FLVWriter(movie)
      let stream = try RTMPStream(library, to: url)
      let start = ContinuousClock.now
      var byteCount = 0
      try writer.tags { tag in
        let due = start + .milliseconds(Int(tag.time))
        // Server and network get time, too, where the movie is late.
        try stream.wait(max(.zero, due - .now))
        try stream.send(tag.bytes)
        byteCount += tag.byteCount
        progress(Progress(seconds: Double(tag.time) / 1000, byteCount: byteCount))
      }
      // The last data is still being sent.
      try stream.wait(.milliseconds(500))
      return writer.leftOut
    } catch let error as PublishError {
      throw error
    } catch {
      throw PublishError(.input, "\(error)")
    }
  }
}
