import sun.misc.Unsafe; // expect: java-internals-of-library-imported

class Memory {
  private Unsafe unsafe;
}
