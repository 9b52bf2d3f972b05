import Testing
import Notes
