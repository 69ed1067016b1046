from fastapi import FastAPI

app = FastAPI()


@app.get("/orders/{number}/lines/{line}")  # expect: FAST003
async def show(number: int):
    return number
