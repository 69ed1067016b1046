import { ref, watch, type Ref } from "vue";
import { api } from "./api";

export function useUser(id: Ref<string>) {
  const user = ref();
  watch(id, async (current, _before, onCleanup) => {
    const control = new AbortController();
    onCleanup(() => control.abort());
    user.value = await api.user(current, control.signal);
  });
  return user;
}
