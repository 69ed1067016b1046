export class Ticket {
  private last = 0;

  get next(): number {
    this.last += 1; // expect: js-fp-getter-writes
    return this.last;
  }
}
