/// The starts of the scale factor bands of a frame of 1024 samples, by sampling frequency (ISO/IEC 14496-3 §4.5.4).
struct ScaleFactorBands: Sendable {
  /// The bands of a long window, with the end of the last one.
  let long: [Int]
  /// The bands of each of eight short windows.
  let short: [Int]

  /// Nil if the index of the sampling frequency means nothing.
  init?(samplingFrequencyIndex index: Int) {
    switch index {
    case 0, 1: (long, short) = (Self.long96, Self.short96)
    case 2: (long, short) = (Self.long64, Self.short96)
    case 3, 4: (long, short) = (Self.long48, Self.short48)
    case 5: (long, short) = (Self.long32, Self.short48)
    case 6, 7: (long, short) = (Self.long24, Self.short24)
    case 8, 9, 10: (long, short) = (Self.long16, Self.short16)
    case 11, 12: (long, short) = (Self.long8, Self.short8)
    default: return nil
    }
  }

  private static let long96 = [
    0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 64, 72, 80, 88, 96, 108, 120, 132, 144,
    156, 172, 188, 212, 240, 276, 320, 384, 448, 512, 576, 640, 704, 768, 832, 896, 960, 1024,
  ]
  private static let long64 = [
    0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 64, 72, 80, 88, 100, 112, 124, 140,
    156,
    172, 192, 216, 240, 268, 304, 344, 384, 424, 464, 504, 544, 584, 624, 664, 704, 744, 784, 824,
    864, 904, 944, 984, 1024,
  ]
  private static let long48 = [
    0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 48, 56, 64, 72, 80, 88, 96, 108, 120, 132, 144, 160,
    176,
    196, 216, 240, 264, 292, 320, 352, 384, 416, 448, 480, 512, 544, 576, 608, 640, 672, 704, 736,
    768, 800, 832, 864, 896, 928, 1024,
  ]
  private static let long32 = [
    0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 48, 56, 64, 72, 80, 88, 96, 108, 120, 132, 144, 160,
    176,
    196, 216, 240, 264, 292, 320, 352, 384, 416, 448, 480, 512, 544, 576, 608, 640, 672, 704, 736,
    768, 800, 832, 864, 896, 928, 960, 992, 1024,
  ]
  private static let long24 = [
    0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 52, 60, 68, 76, 84, 92, 100, 108, 116, 124, 136,
    148,
    160, 172, 188, 204, 220, 240, 260, 284, 308, 336, 364, 396, 432, 468, 508, 552, 600, 652, 704,
    768, 832, 896, 960, 1024,
  ]
  private static let long16 = [
    0, 8, 16, 24, 32, 40, 48, 56, 64, 72, 80, 88, 100, 112, 124, 136, 148, 160, 172, 184, 196, 212,
    228, 244, 260, 280, 300, 320, 344, 368, 396, 424, 456, 492, 532, 572, 616, 664, 716, 772, 832,
    896, 960, 1024,
  ]
  private static let long8 = [
    0, 12, 24, 36, 48, 60, 72, 84, 96, 108, 120, 132, 144, 156, 172, 188, 204, 220, 236, 252, 268,
    288, 308, 328, 348, 372, 396, 420, 448, 476, 508, 544, 580, 620, 664, 712, 764, 820, 880, 944,
    1024,
  ]
  private static let short96 = [0, 4, 8, 12, 16, 20, 24, 32, 40, 48, 64, 92, 128]
  private static let short48 = [0, 4, 8, 12, 16, 20, 28, 36, 44, 56, 68, 80, 96, 112, 128]
  private static let short24 = [
    0, 4, 8, 12, 16, 20, 24, 28, 36, 44, 52, 64, 76, 92, 108, 128,
  ]
  private static let short16 = [
    0, 4, 8, 12, 16, 20, 24, 28, 32, 40, 48, 60, 72, 88, 108, 128,
  ]
  private static let short8 = [
    0, 4, 8, 12, 16, 20, 24, 28, 36, 44, 52, 60, 72, 88, 108, 128,
  ]
}
