export class PhoneField {
  watch(): void {
    this.ending = this.phone.valueChanges.subscribe((text) => {
      this.phone.setValue(text.replace(/\D/g, ""), { emitEvent: false });
      this.country.setValue(text.slice(0, 3));
    });
  }
}
