import { defineComponent } from "vue";

export default defineComponent({ // expect: vue-data-shared-by-all-instances
  name: "shop-counter",
  data: { count: 0 },
});
