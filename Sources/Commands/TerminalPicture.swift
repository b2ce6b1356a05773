import FrameExtraction
import SystemAccess
import WorkerClient

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A picture in a terminal, which `chafa` draws in the best way that the terminal has: sixels, the protocols
/// of kitty and iTerm, or characters.
struct TerminalPicture {
  /// How many columns and rows of characters it takes at most.
  var columns: Int
  var rows = 24

  /// Shows the photo, or a frame of the movie, at `path`. Answers why it is not shown, as a sentence; nil if
  /// it is.
  func show(_ path: String) -> String? {
    guard let program = WorkerProgram.path else {
      return
        "there is no preview: boxwalk-codec, the program that decodes, is not beside boxwalk; install both together"
    }
    return withTemporaryFolder {
      show(path, by: "\($0)/picture.jpg", ThumbnailMaker(Worker(program), side: 800))
    }
  }

  private func show(_ path: String, by file: String, _ maker: ThumbnailMaker) -> String? {
    do throws(ConversionError) { _ = try maker.make(of: path, to: file) } catch {
      return "\(path): there is no preview: \(error.message)"
    }
    do throws(SystemError) {
      let code = try ChildProgram(
        "chafa", ["--size", "\(min(columns, 80))x\(rows)", file]
      ).wait()
      return code == 0 ? nil : "there is no preview: chafa ended with code \(code)"
    } catch {
      return error.code == ENOENT
        ? "there is no preview: chafa, which draws pictures in terminals, is not installed; on Debian and Ubuntu: apt-get install chafa"
        : "there is no preview: \(error)"
    }
  }
}
