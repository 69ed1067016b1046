export function cacheHeader(cached: boolean): string {
  const notice = "max-age=60";
  return cached ? notice : "no-store";
}
