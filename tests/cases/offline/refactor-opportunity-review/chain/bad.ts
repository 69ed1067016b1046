export function colour(state: string): string {
  if (state === "new") { // expect-own: replace-branching
    return "blue";
  } else if (state === "paid") {
    return "green";
  } else if (state === "sent") {
    return "teal";
  } else if (state === "lost") {
    return "red";
  } else if (state === "back") {
    return "orange";
  } else if (state === "held") {
    return "grey";
  }
  return "black";
}
