function save(store, order) {
  store.write(order, { overwrite: true, notify: false });
}

module.exports = { save };
