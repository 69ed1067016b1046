const defaults = { retries: 3, timeout: 1000 };

export function connect(options) {
  return open(Object.assign({}, defaults, options));
}
