import { statusText } from "../features/orders/status"; // expect: shared-component-knows-a-feature

export function Badge({ status }: { status: string }) {
  return <span>{statusText(status)}</span>;
}
