#if canImport(CDe265)
  internal import CLoaded
  internal import Files

  /// The Little CMS 2 of this computer. It is opened when it is needed.
  @safe
  struct LittleCMS: Sendable {
    // A library is never closed, and its content never changes.
    nonisolated(unsafe) let handle: OpaquePointer

    private init() throws(CodecError) {
      // The array has the size that is stated.
      let found = unsafe RuntimeLibrary.open(RuntimeLibrary.names("liblcms2", versions: [2])) {
        unsafe boxwalk_cms_load($0, &$1)
      }
      guard let handle = unsafe found.handle else {
        // Several names are tried one after the other: that one of them is not there says nothing.
        throw CodecError("Little CMS 2 is not installed; boxwalk doctor says how to")
      }
      unsafe self.handle = handle
    }

    /// The library of this computer; it is searched for only once.
    static let usual = Result { () throws(CodecError) in try LittleCMS() }

    /// `2.14`
    var version: String {
      let number = Int(unsafe boxwalk_cms_version(handle))
      let patch = number % 10 == 0 ? "" : ".\(number % 10)"
      return "\(number / 1000).\(number % 1000 / 10)\(patch)"
    }

    /// The file; the string is kept with the handle.
    var path: String { unsafe String(cString: boxwalk_library_file(handle)) }

    /// 1 for a profile of grey, 3 for one of red, green and blue, 4 for one of four inks; nil for others.
    func channels(of profile: [UInt8]) -> Int? {
      // The array has the stated number of elements.
      let count = unsafe boxwalk_cms_channels(handle, profile, profile.count)
      return count == 0 ? nil : Int(count)
    }
  }

  /// Colours of one profile as those of another: relative colorimetric, with black point compensation.
  @safe
  final class ColourTransform: Sendable {
    // Conversion changes nothing in it; several threads may convert at once.
    nonisolated(unsafe) private let handle: OpaquePointer
    let sourceChannels: Int
    let targetChannels: Int
    private let bitDepth: Int

    /// - Parameters:
    ///   - target: nil for sRGB.
    ///   - bitDepth: 8 or 16; 16 are big-endian.
    init(
      _ library: LittleCMS, from source: [UInt8], to target: [UInt8]?, bitDepth: Int
    ) throws(CodecError) {
      guard let sourceChannels = library.channels(of: source),
        let targetChannels = target.map({ library.channels(of: $0) }) ?? 3
      else {
        throw CodecError(
          "the colours cannot be converted: their profile is damaged, or is for other colours than grey, RGB and CMYK"
        )
      }
      self.sourceChannels = sourceChannels
      self.targetChannels = targetChannels
      self.bitDepth = bitDepth
      var message = [CChar](repeating: 0, count: Int(BOXWALK_LIBRARY_MESSAGE))
      // The profiles are read during the call; all arrays have the stated number of elements.
      let made = unsafe source.withUnsafeBufferPointer { source in
        unsafe (target ?? []).withUnsafeBufferPointer { bytes in
          let target = unsafe target == nil ? UnsafeBufferPointer(start: nil, count: 0) : bytes
          var from = unsafe boxwalk_cms_samples(
            profile: source.baseAddress, profile_count: source.count,
            channels: Int32(sourceChannels), bit_depth: Int32(bitDepth))
          var to = unsafe boxwalk_cms_samples(
            profile: target.baseAddress, profile_count: target.count,
            channels: Int32(targetChannels), bit_depth: Int32(bitDepth))
          return unsafe boxwalk_cms_begin(library.handle, &from, &to, &message)
        }
      }
      guard let made = unsafe made else {
        throw CodecError("the colours cannot be converted: \(CodecError.text(message))")
      }
      unsafe handle = made
    }

    deinit { unsafe boxwalk_cms_free(handle) }

    /// The samples in the colours of the target.
    ///
    /// - Parameter samples: interleaved, as many channels as the source has, or grey.
    func applied(to samples: [UInt8], channels: Int) -> [UInt8] {
      let size = bitDepth / 8
      let samples =
        channels < sourceChannels ? repeated(samples, size, sourceChannels) : samples
      let count = samples.count / size / sourceChannels
      var result = [UInt8](repeating: 0, count: count * targetChannels * size)
      // Both have `count` pixels of their channels.
      unsafe boxwalk_cms_convert(handle, samples, &result, UInt32(clamping: count))
      return result
    }

    /// Grey as red, green and blue.
    private func repeated(_ samples: [UInt8], _ size: Int, _ times: Int) -> [UInt8] {
      stride(from: 0, to: samples.count, by: size).flatMap { offset in
        (0..<times).flatMap { _ in samples[offset..<offset + size] }
      }
    }

    /// Whether the conversion changes no colour of 8 bits by more than a rounding error.
    var changesNothing: Bool {
      guard bitDepth == 8, sourceChannels == targetChannels else { return false }
      let levels = stride(from: 0, through: 255, by: 15).map { UInt8($0) }
      let colours =
        sourceChannels == 1
        ? levels
        : levels.flatMap { r in levels.flatMap { g in levels.flatMap { b in [r, g, b] } } }
      return zip(colours, applied(to: colours, channels: sourceChannels)).allSatisfy {
        abs(Int($0) - Int($1)) <= 1
      }
    }
  }
#endif
