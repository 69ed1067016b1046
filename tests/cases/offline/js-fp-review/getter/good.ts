export class Ticket {
  private last = 0;

  get current(): number {
    return this.last;
  }

  draw(): number {
    this.last += 1;
    return this.last;
  }
}
