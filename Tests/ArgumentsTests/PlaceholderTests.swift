import Testing
import Arguments
