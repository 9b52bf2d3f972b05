print("zib")
