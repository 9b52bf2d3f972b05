// Git's own calls give and throw what a program gives.
@_exported import Programs
