from fastapi import APIRouter, Depends, FastAPI

from shop.security import current_operator

app = FastAPI()
router = APIRouter(dependencies=[Depends(current_operator)])


@router.post("/admin/reload-model")
async def reload_model() -> dict[str, str]:
    return {"status": "reloaded"}


@app.get("/admin/heap", dependencies=[Depends(current_operator)])
def heap() -> dict[str, int]:
    return {"objects": 1}


@app.get("/administration-fees")
def fees() -> dict[str, int]:
    return {"fee": 1}
