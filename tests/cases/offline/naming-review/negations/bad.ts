export function cacheHeader(cached: boolean): string {
  const disableNoCache = !cached; // expect-own: negated-name
  return disableNoCache ? "no-store" : "max-age=60";
}
