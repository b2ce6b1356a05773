import FieldCoding
import HEIF
public import WorkerProtocol

#if canImport(CDe265)
  internal import CDe265
  internal import CPNG
  internal import CTurboJPEG
#endif

extension EngineReply {
  /// The libraries of this process. Each engine decodes a small image.
  public static func ofThisProcess() -> EngineReply {
    var report = EngineReply()
    #if canImport(CDe265)
      report.libraries = [.de265, .libav, .libheif, .jpeg, .png, .openJPEG, .littleCMS]
      report.formats = [.avif, .avci]
    #endif
    return report
  }
}

#if canImport(CDe265)
  extension EngineReply.Library {
    private init(_ name: Text, engine: Text = "", function: String? = nil) {
      self.init()
      self.name = name
      self.engine = engine
      if let file = function.flatMap({ RuntimeLibraryFile(function: $0) }) {
        path = Text(file.path)
      }
    }

    fileprivate static var de265: Self {
      var library = Self("libde265", engine: "de265", function: "de265_get_version")
      // A constant string of the library.
      library.version = Text(unsafe String(cString: de265_get_version()))
      library.problem = Text(DecoderSelfTest.hevc.problem(De265Decoder.self))
      library.abilities = ["decodes photos and frames of movies: HEVC"]
      return library
    }

    fileprivate static var libav: Self {
      var library = Self("libavcodec", engine: "libav")
      switch LibAVImageLibrary.usual {
      case .failure(let error): library.problem = Text(error.message)
      case .success(let found):
        let version = found.version
        library.version = Text("\(version.major).\(version.minor).\(version.micro)")
        library.release = Text(found.release)
        library.path = Text(found.path)
        library.problem = Text(DecoderSelfTest.hevc.problem(LibAVDecoder<HEVCImageStream>.self))
      }
      return library
    }

    fileprivate static var openJPEG: Self {
      var library = Self("openjpeg")
      switch OpenJPEGLibrary.usual {
      case .failure(let error): library.problem = Text(error.message)
      case .success(let found):
        library.version = Text(found.version)
        library.path = Text(found.path)
        library.abilities = ["decodes \(Codec.jpeg2000.title)"]
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

    fileprivate static var libheif: Self {
      var library = Self("libheif", engine: "libheif")
      switch LibHEIFLibrary.usual {
      case .failure(let error): library.problem = Text(error.message)
      case .success(let found):
        library.version = Text(found.version)
        library.path = Text(found.path)
        for codec in LibHEIFLibrary.Codec.allCases {
          library.abilities += found.decoders(codec).map { "decodes \(codec.title): \($0)" }
          guard codec == .hevc || codec == .av1 else { continue }
          library.abilities += found.encoders(codec).map { "encodes \(codec.title): \($0)" }
        }
        do throws(CodecError) { try found.checkDecoding(.hevc) } catch {
          library.problem = Text(error.message)
          return library
        }
        library.problem = Text(DecoderSelfTest.hevc.problem(LibHEIFDecoder<HEVCItem>.self))
      }
      return library
    }

    fileprivate static var jpeg: Self {
      var library = Self("libjpeg-turbo", function: "jpeg_std_error")
      // A constant string.
      library.version = Text(unsafe String(cString: boxwalk_jpeg_version()))
      return library
    }

    fileprivate static var png: Self {
      var library = Self("libpng", function: "png_get_libpng_ver")
      // A constant string of the library.
      library.version = Text(unsafe String(cString: boxwalk_png_version()))
      return library
    }
  }

  extension EngineReply.Format {
    private init(_ name: Text) {
      self.init()
      self.name = name
    }

    fileprivate static var avif: Self {
      var format = Self("AVIF")
      do throws(CodecError) {
        switch try EngineChoice().av1Decoder() {
        case .dav1d:
          format.decoder = Text(Dav1d.title)
          format.problem = Text(
            DecoderSelfTest.av1.problem(LibAVDecoder<AV1ImageStream<Dav1d>>.self))
          format.noticesDamage = LibAVImageLibrary.dav1dNoticesDamage
        case .aom, .dav1dAndAom, .libheifAndDav1d, .libheifAndAom:
          format.decoder = Text(Aom.title)
          format.problem = Text(DecoderSelfTest.av1.problem(LibAVDecoder<AV1ImageStream<Aom>>.self))
          format.noticesDamage = true
        case .libheif:
          format.decoder = "libheif"
          format.problem = Text(DecoderSelfTest.av1.problem(LibHEIFDecoder<AV1Item>.self))
          format.noticesDamage =
            (try? DecoderSelfTest.av1.damaged.sum(LibHEIFDecoder<AV1Item>.self)) == nil
        }
      } catch {
        format.problem = Text(error.message)
      }
      return format
    }

    fileprivate static var avci: Self {
      var format = Self("AVCI")
      do throws(CodecError) {
        if try EngineChoice().avcDecoder() == .libheif {
          format.decoder = "libheif"
        } else {
          format.decoder = Text(AVCImageStream.title)
          format.problem = Text(DecoderSelfTest.avc.problem(LibAVDecoder<AVCImageStream>.self))
        }
      } catch {
        format.problem = Text(error.message)
      }
      return format
    }
  }
#endif

extension EngineReply.Library {
  /// The module that decodes and codes movies.
  public static var movies: EngineReply.Library {
    var library = EngineReply.Library()
    library.name = "libboxwalk-ffmpeg"
    switch MovieCodecModule.usual {
    case .failure(let error): library.problem = Text(error.message)
    case .success(let engine):
      library.version = Text(engine.release)
      let encoders = [("H.264", "libx264"), ("HEVC", "libx265"), ("AAC", "aac")]
      library.abilities = encoders.compactMap { title, name in
        engine.has(encoder: name) ? "codes movies as \(title): \(name)" : nil
      }
      if engine.has(encoder: "libsvtav1") {
        library.abilities.append("codes movies as AV1: libsvtav1")
      }
      if engine.has(encoder: "libaom-av1") {
        library.abilities.append("codes loops as AV1: libaom-av1")
      }
      let missing = encoders.filter { !engine.has(encoder: $0.1) }.map(\.1)
      if !missing.isEmpty {
        library.problem = Text("FFmpeg has no \(missing.joined(separator: ", ")) here")
      }
    }
    return library
  }

  /// The module that writes animations, and deinterlaces.
  public static var loops: EngineReply.Library {
    var library = EngineReply.Library()
    library.name = "libboxwalk-loops"
    switch AnimationEngine.usual {
    case .failure(let error): library.problem = Text(error.message)
    case .success(let engine):
      library.version = Text(engine.release)
      library.abilities = ["writes GIF", "writes animated WebP", "deinterlaces movies"]
    }
    return library
  }

  /// The module that reads and writes containers that are not ours.
  public static var containers: EngineReply.Library {
    var library = EngineReply.Library()
    library.name = "libboxwalk-containers"
    switch ContainerModule.usual {
    case .failure(let error): library.problem = Text(error.message)
    case .success(let module):
      library.version = Text(module.release)
      library.abilities = ["reads Matroska, MPEG-TS, FLV and AVI", "writes Matroska and MPEG-TS"]
    }
    return library
  }
}
