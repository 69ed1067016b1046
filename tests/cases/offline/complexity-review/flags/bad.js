function save(store, order) {
  store.write(order, true, false); // expect: js-flags-by-position
}

module.exports = { save };
