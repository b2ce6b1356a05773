import Commands

@main
enum BoxwalkProgram {
  static func main() { Boxwalk.start() }
}
