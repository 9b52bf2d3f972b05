@_exported import enum OperatingSystem.Clock
