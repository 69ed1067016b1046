import java.lang.invoke.VarHandle;

class Memory {
  private VarHandle handle;
}
