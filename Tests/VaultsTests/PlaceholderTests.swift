import Testing
import Vaults
