export class History<State> {
  private readonly past: State[] = [];

  keep(state: State): void {
    this.past.push(structuredClone(state));
  }
}
