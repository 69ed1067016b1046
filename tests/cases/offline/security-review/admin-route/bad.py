from fastapi import FastAPI

app = FastAPI()


@app.post("/admin/reload-model")  # expect: py-open-admin-route
async def reload_model() -> dict[str, str]:
    return {"status": "reloaded"}


@app.get("/actuator/heap")  # expect: py-open-admin-route
def heap() -> dict[str, int]:
    return {"objects": 1}
