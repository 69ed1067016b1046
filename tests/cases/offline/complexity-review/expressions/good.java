class Fee {
  int fee(int age, boolean member) {
    if (age >= 18) {
      return 5;
    }
    return member ? 2 : 3;
  }
}
