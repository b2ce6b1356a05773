public import CodecJob
import FieldCoding

#if canImport(CDe265)
  internal import CDe265
  internal import CTurboJPEG
#endif

extension EngineReport {
  /// The libraries of this process. Each engine decodes a small picture.
  public static func ofThisProcess() -> EngineReport {
    var report = EngineReport()
    #if canImport(CDe265)
      report.libraries = [.de265, .libav, .jpeg, .littleCMS]
      report.formats = [.avif, .avci]
    #endif
    return report
  }
}

#if canImport(CDe265)
  extension EngineReport.Library {
    private init(_ name: Text, engine: Text = "", function: String? = nil) {
      self.init()
      self.name = name
      self.engine = engine
      if let file = function.flatMap({ LibraryFile(function: $0) }) { path = Text(file.path) }
    }

    fileprivate static var de265: Self {
      var library = Self("libde265", engine: "de265", function: "de265_get_version")
      // A constant string of the library.
      library.version = Text(unsafe String(cString: de265_get_version()))
      library.problem = Text(SelfTest.hevc.problem(De265Decoder.self))
      return library
    }

    fileprivate static var libav: Self {
      var library = Self("libavcodec", engine: "libav")
      switch LibAVLibrary.usual {
      case .failure(let error): library.problem = Text(error.message)
      case .success(let found):
        let version = found.version
        library.version = Text("\(version.major).\(version.minor).\(version.micro)")
        library.release = Text(found.release)
        library.path = Text(found.path)
        library.problem = Text(SelfTest.hevc.problem(LibAVDecoder<HEVCStream>.self))
      }
      return library
    }

    fileprivate static var littleCMS: Self {
      var library = Self("lcms2")
      switch LittleCMS.usual {
      case .failure(let error): library.problem = Text(error.message)
      case .success(let found):
        library.version = Text(found.version)
        library.path = Text(found.path)
      }
      return library
    }

    fileprivate static var jpeg: Self {
      var library = Self("libjpeg-turbo", function: "jpeg_std_error")
      // A constant string.
      library.version = Text(unsafe String(cString: boxwalk_jpeg_version()))
      return library
    }
  }

  extension EngineReport.Format {
    private init(_ name: Text) {
      self.init()
      self.name = name
    }

    fileprivate static var avif: Self {
      var format = Self("AVIF")
      do throws(CodecError) {
        let isDav1d = try EngineChoice().av1Decoder() == .dav1d
        format.decoder = Text(isDav1d ? Dav1d.title : Aom.title)
        format.problem = Text(
          isDav1d
            ? SelfTest.av1.problem(LibAVDecoder<AV1Stream<Dav1d>>.self)
            : SelfTest.av1.problem(LibAVDecoder<AV1Stream<Aom>>.self))
        format.noticesDamage = !isDav1d || LibAVLibrary.dav1dNoticesDamage
      } catch {
        format.problem = Text(error.message)
      }
      return format
    }

    fileprivate static var avci: Self {
      var format = Self("AVCI")
      do throws(CodecError) {
        try EngineChoice().checkAVC()
        format.decoder = Text(AVCStream.title)
        format.problem = Text(SelfTest.avc.problem(LibAVDecoder<AVCStream>.self))
      } catch {
        format.problem = Text(error.message)
      }
      return format
    }
  }
#endif
