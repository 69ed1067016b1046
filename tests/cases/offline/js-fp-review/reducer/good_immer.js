import { produce } from "immer";

export const todos = produce((draft, action) => {
  switch (action.type) {
    case "add":
      draft.items.push(action.item);
      break;
  }
});
