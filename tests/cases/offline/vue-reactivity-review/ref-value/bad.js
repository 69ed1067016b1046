import { ref } from "vue";

export function useDialog() {
  const open = ref(false);
  const toggle = () => {
    if (open) { // expect: vue-ref-used-as-its-value
      open.value = false;
    }
  };
  return { open, toggle };
}
