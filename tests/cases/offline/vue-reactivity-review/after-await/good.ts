import { defineComponent, onMounted } from "vue";
import { loadUser, measure } from "./user";

export default defineComponent({
  async setup() {
    onMounted(measure);
    const user = await loadUser();
    return { user };
  },
});
