import { computed, defineComponent, ref, toRefs, watch } from "vue";

export function useRows(query: { value: string }) {
  const rows = ref<string[]>([]);
  const sorted = computed(() => rows.value.toSorted());
  watch(
    () => query.value,
    () => undefined,
  );
  return { sorted };
}

export default defineComponent({
  props: { user: String },
  setup(props) {
    const { user } = toRefs(props);
    return () => user?.value;
  },
});
