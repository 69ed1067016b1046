import { defineComponent, onMounted } from "vue";
import { loadUser, measure } from "./user";

export default defineComponent({
  async setup() {
    const user = await loadUser();
    onMounted(measure); // expect: vue-hook-registered-after-await
    return { user };
  },
});
