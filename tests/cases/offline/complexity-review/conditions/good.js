function may(user, order) {
  const concerned = user.staff || order.mine;
  if (user.active && concerned && order.open && !order.locked) {
    return "yes";
  }
  return "no";
}

module.exports = { may };
