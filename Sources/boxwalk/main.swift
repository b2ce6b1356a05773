import Commands

Boxwalk.main()
