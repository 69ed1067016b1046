import { ref, watch, type Ref } from "vue";
import { api } from "./api";

export function useUser(id: Ref<string>) {
  const user = ref();
  watch(id, async (current) => { // expect: vue-late-answer-wins
    user.value = await api.user(current);
  });
  return user;
}
