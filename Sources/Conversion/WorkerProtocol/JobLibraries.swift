import HEIF

/// Libraries that a job is likely to need: the worker opens them once, and not for each job.
public struct JobLibraries: OptionSet, Sendable {
  /// The bits of all libraries that are in the set.
  public let rawValue: UInt8

  /// The libraries whose bits are set in `rawValue`.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The library that decodes large images of HEVC by default.
  public static let largeHEVC = JobLibraries(rawValue: 1)
  /// libavcodec and the libraries that it needs.
  public static let libav = JobLibraries(rawValue: 2)
  /// libheif.
  public static let libheif = JobLibraries(rawValue: 4)
  /// Little CMS, which changes colours from one profile to another.
  public static let littleCMS = JobLibraries(rawValue: 8)
  /// libde265. It is always there, and makes tables before its first image.
  public static let de265 = JobLibraries(rawValue: 16)
}

extension ConversionJob {
  /// The libraries that the job is likely to need.
  public var libraries: JobLibraries {
    var libraries: JobLibraries = []
    let plans = [plan] + alphas.map(\.plan) + gainMaps.map(\.plan) + alternates.map(\.plan)
    for plan in plans.flatMap(\.codedParts) {
      switch plan.codec {
      case .hevc where plan.canvas.area >= EngineChoice.largePicture: libraries.insert(.largeHEVC)
      case .avc, .av1: libraries.insert(.libav)
      case .hevc: libraries.insert(.de265)
      case .other: libraries.insert(.libheif)
      case .jpeg where plan.hasInks: libraries.insert(.littleCMS)
      case .jpeg, .png, .uncompressed, .jpeg2000: break
      }
    }
    for engine in [engine.engine, engine.second] {
      switch engine {
      case .libav: libraries.insert(.libav)
      case .libheif: libraries.insert(.libheif)
      case .auto, .de265, nil: break
      }
    }
    if format.isHEIF { libraries.insert(.libheif) }
    if !sourceProfile.isEmpty || hasPNGProfile { libraries.insert(.littleCMS) }
    return libraries
  }
}

extension CompareJob {
  /// The libraries that the job is likely to need for one of its images.
  public var libraries: JobLibraries {
    [original, output].reduce(into: []) { libraries, plan in
      var job = ConversionJob()
      job.plan = plan
      job.engine = engine
      libraries.formUnion(job.libraries)
    }
  }
}
