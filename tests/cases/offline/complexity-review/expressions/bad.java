class Fee {
  int fee(int age, boolean member) {
    return age < 18 ? (member ? 2 : 3) : 5; // expect: java-nested-ternary
  }
}
