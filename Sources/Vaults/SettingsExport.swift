// Every use case is a method of `Vault`: who imports this module needs the vault and its settings.
@_exported import Settings
