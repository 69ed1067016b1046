SECRET_KEY = "this-is-my-secret-1"  # expect: py-credential-in-example
