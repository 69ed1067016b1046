@app.route("/orders")
def orders():
    return listing()


@app.route("/carts")
def carts():
    return listing()
