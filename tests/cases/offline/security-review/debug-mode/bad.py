from flask import Flask

app = Flask(__name__)

if __name__ == "__main__":
    app.run(host="127.0.0.1", debug=True)  # expect: py-debug-server


def configure() -> None:
    app.debug = True  # expect: py-debug-flag-set
