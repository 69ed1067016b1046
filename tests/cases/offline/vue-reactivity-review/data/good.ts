import { defineComponent } from "vue";

export default defineComponent({
  name: "shop-counter",
  data() {
    return { count: 0 };
  },
});
