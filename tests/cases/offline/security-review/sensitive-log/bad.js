function login(user, logger) {
  logger.info(`login of ${user.password}`); // expect: js-sensitive-value-logged
  console.log("charging", user.cardNumber); // expect: js-sensitive-value-logged
}

module.exports = { login };
