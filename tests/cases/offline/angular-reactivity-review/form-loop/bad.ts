export class PhoneField {
  watch(): void {
    this.ending = this.phone.valueChanges.subscribe((text) => {
      this.phone.setValue(text.replace(/\D/g, "")); // expect: angular-form-sets-itself
    });
  }
}
