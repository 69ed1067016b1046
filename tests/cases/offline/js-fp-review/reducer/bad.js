export function todos(state = { items: [] }, action) {
  switch (action.type) {
    case "toggle":
      state.items[action.index].done = true; // expect: js-fp-reducer-changes-state
      return state;
    case "add":
      state.items.push(action.item); // expect: js-fp-reducer-changes-state
      return state;
    default:
      return state;
  }
}
