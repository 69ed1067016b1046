const COLOURS: Record<string, string> = {
  new: "blue",
  paid: "green",
  sent: "teal",
  lost: "red",
  back: "orange",
  held: "grey",
};

export function colour(state: string): string {
  return COLOURS[state] ?? "black";
}
