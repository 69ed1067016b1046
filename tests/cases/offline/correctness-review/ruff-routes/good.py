from fastapi import FastAPI

app = FastAPI()


@app.get("/orders/{number}/lines/{line}")
async def show(number: int, line: int):
    return number, line
