export class History<State> {
  private readonly past: State[] = [];

  keep(state: State): void {
    this.past.push(JSON.parse(JSON.stringify(state))); // expect-own: replace-home-made
  }
}
