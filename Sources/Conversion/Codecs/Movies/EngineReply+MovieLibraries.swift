import FieldCoding
public import WorkerProtocol

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
