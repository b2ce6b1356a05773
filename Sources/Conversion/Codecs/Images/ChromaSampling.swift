import AV1

/// The subsampling of chroma (ITU-T H.265 §6.2).
public enum ChromaSampling: Equatable, Sendable {
  case monochrome, yuv420, yuv422, yuv440, yuv444

  /// Luma samples for each chroma sample in a row, and in a column.
  public var subsampling: (horizontal: Int, vertical: Int) {
    switch self {
    case .monochrome, .yuv444: (1, 1)
    case .yuv420: (2, 2)
    case .yuv422: (2, 1)
    case .yuv440: (1, 2)
    }
  }

  public var planeCount: Int { self == .monochrome ? 1 : 3 }

  /// The subsampling after a rotation by 90 degrees.
  var rotated: ChromaSampling {
    switch self {
    case .yuv422: .yuv440
    case .yuv440: .yuv422
    default: self
    }
  }
}

extension ChromaSampling {
  /// The sampling that parameter sets and sequence headers state.
  init(_ format: AV1.ChromaFormat) {
    switch format {
    case .monochrome: self = .monochrome
    case .yuv420: self = .yuv420
    case .yuv422: self = .yuv422
    case .yuv444: self = .yuv444
    }
  }
}
