public import FieldCoding

/// The tags of an FLV file.
///
///     let file = try FLVFile(bytes)
///     for tag in file.tags { print(tag.timestamp, tag.type) }
public struct FLVFile: Sendable {
  /// All the bytes of the file.
  public let bytes: Bytes
  public let header: FLVHeader
  /// Where the first tag starts.
  private let start: Int

  /// Reads the header.
  public init(_ bytes: Bytes) throws(FieldError) {
    self.bytes = bytes
    header = try FLVHeader(decoding: bytes)
    start = Int(clamping: header.dataOffset) + 4
  }

  /// The tags, up to the end of the file or to where no tag can be read.
  public var tags: Tags { Tags(bytes, start) }

  /// Reads tag by tag.
  public struct Tags: Sequence, IteratorProtocol, Sendable {
    private let bytes: Bytes
    private var place: Int
    /// Why no more tags can be read, after the last one; nil at the end of the file.
    public private(set) var failure: FieldError?

    fileprivate init(_ bytes: Bytes, _ place: Int) {
      self.bytes = bytes
      self.place = place
    }

    public mutating func next() -> FLVTag? {
      guard failure == nil, let rest = bytes.part(place..<bytes.count), !rest.isEmpty else {
        return nil
      }
      do throws(FieldError) {
        let tag = try FLVTag(decoding: rest)
        place += FLVTag.headerSize + tag.data.count + 4
        return tag
      } catch {
        failure = error
        return nil
      }
    }
  }

  /// Tells `sink` the header and all tags, with what is in them. What cannot be read is the sink's to know.
  public static func describe(_ bytes: Bytes, to sink: any FieldSink) {
    do throws(FieldError) {
      let file = try FLVFile(bytes)
      _ = try FLVHeader(decoding: bytes, sink: sink)
      var (tags, index) = (file.tags, 0)
      while let tag = tags.next() {
        let group = FieldGroup(
          name: "tags[\(index)]",
          fileRange: tag.data.fileOffset - FLVTag.headerSize..<tag.data.fileOffset + tag.data.count)
        index += 1
        guard sink.open(group) else { continue }
        tag.describe(to: sink)
        sink.close(group)
      }
      if let failure = tags.failure { sink.damage(failure) }
    } catch {
      sink.damage(error)
    }
  }
}

extension FLVTag {
  /// What the tag has, in the words of its kind.
  fileprivate func describe(to sink: any FieldSink) {
    do throws(FieldError) {
      switch type {
      case .video: _ = try FLVVideoData(decoding: data, sink: sink)
      case .audio: _ = try FLVAudioData(decoding: data, sink: sink)
      case .script: _ = try ScriptData(decoding: data, sink: sink)
      default: break
      }
    } catch {
      sink.damage(error)
    }
  }
}
