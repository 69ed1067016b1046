import { computed, defineComponent, ref, watch } from "vue";

export function useRows(query: { value: string }) {
  const rows = ref<string[]>([]);
  const sorted = computed(() => rows.value.sort()); // expect: vue-effect-in-computed-script
  watch(query.value, () => undefined); // expect: vue-watch-on-a-value-in-script
  return { sorted };
}

export default defineComponent({
  props: { user: String },
  setup(props) {
    const { user } = props; // expect: vue-composable-reads-prop-once
    return () => user;
  },
});
