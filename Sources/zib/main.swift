import Terminals

Platform.exit(Zib.run(Array(CommandLine.arguments.dropFirst())))
