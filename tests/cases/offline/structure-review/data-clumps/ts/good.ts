export interface Endpoint {
  host: string;
  port: number;
  user: string;
  secret: string;
}

export function open(endpoint: Endpoint): string {
  return `${endpoint.user}@${endpoint.host}:${endpoint.port}`;
}

export function probe(endpoint: Endpoint, seconds: number): string {
  return `${seconds} ${open(endpoint)}`;
}

export function send(text: string, endpoint: Endpoint): string {
  return `${text} ${open(endpoint)}`;
}
