import Files
import HEIF
public import WorkerProtocol

#if canImport(CDe265)
  internal import CDe265
#endif

extension PlanConverter {
  /// Opens the libraries that the job needs: the sandbox does not allow that later.
  ///
  /// No byte of the file is looked at.
  public func openLibraries() {
    _ = Threads.coreCount
    #if canImport(CDe265)
      for plan in [plan, thumbnail, alpha?.plan, gainMap?.plan, alternate?.plan]
        .compactMap({ $0 })
      {
        engine.openLibraries(for: plan)
      }
      if case .heif = format { _ = LibHEIFLibrary.usual }
      if colourChange != nil || hasPNGProfile { _ = LittleCMS.usual }
    #endif
  }
}

#if canImport(CDe265)
  extension EngineChoice {
    func openLibraries(for plan: ImagePlan) {
      for part in plan.codedParts { openLibraries(forCoded: part) }
    }

    private func openLibraries(forCoded plan: ImagePlan) {
      // A missing library is reported when it is needed.
      switch plan.codec {
      case .hevc:
        let samples = plan.canvas.width.multipliedReportingOverflow(by: plan.canvas.height)
        let decoder = try? decoder(samples: samples.overflow ? .max : samples.partialValue)
        if decoder == .careful { _ = LibAVImageLibrary.usual }
      case .avc: _ = try? avcDecoder()
      case .av1: _ = try? av1Decoder()
      case .uncompressed: plan.configurations.forEach(UncompressedDecoder.openLibrary)
      case .jpeg2000: _ = OpenJPEGLibrary.usual
      case .jpeg where plan.hasInks: _ = LittleCMS.usual
      case .jpeg, .png, .other: break
      }
      if engine == .libheif || second != nil || plan.codec == .other { _ = LibHEIFLibrary.usual }
    }
  }
#endif

extension JobLibraries {
  #if canImport(CDe265)
    private static let tablesOfDe265 = de265_init()
  #endif

  /// Opens these libraries, for this process and all that it becomes.
  public func open() {
    #if canImport(CDe265)
      let largeHEVC = try? EngineChoice().decoder(samples: EngineChoice.largePicture)
      if contains(.libav) || contains(.largeHEVC) && largeHEVC == .careful {
        _ = LibAVImageLibrary.usual
      }
      if contains(.libheif) { _ = LibHEIFLibrary.usual }
      if contains(.littleCMS) { _ = LittleCMS.usual }
      if contains(.de265) { _ = JobLibraries.tablesOfDe265 }
    #endif
  }
}
