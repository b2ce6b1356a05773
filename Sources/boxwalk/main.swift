import ArgumentParser
import Commands

Boxwalk.main()
