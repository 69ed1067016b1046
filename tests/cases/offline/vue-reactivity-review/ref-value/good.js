import { ref } from "vue";

export function useDialog() {
  const open = ref(false);
  const toggle = () => {
    if (open.value) {
      open.value = false;
    }
  };
  return { open, toggle };
}
