/**
 * @param {string} order its number
 * @param {number} [cents=0] how much
 */
const refund = (order, cents = 0) => `${order}: ${cents}`;

module.exports = { refund };
