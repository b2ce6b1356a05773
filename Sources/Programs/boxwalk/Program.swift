import Commands

@main
enum Program {
  static func main() { Boxwalk.start() }
}
