import Testing
import Search
