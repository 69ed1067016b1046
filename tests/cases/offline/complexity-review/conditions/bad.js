function may(user, order) {
  if (user.active && (user.staff || order.mine) && order.open) { // expect: js-condition-mixes-and-or
    return "yes";
  }
  return "no";
}

module.exports = { may };
