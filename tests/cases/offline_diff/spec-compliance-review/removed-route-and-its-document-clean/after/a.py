@app.route("/carts")
def carts():
    return listing()
