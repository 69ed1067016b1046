import { useContext } from "react";
import { Basket } from "./basket";

export function useAdd() {
  const basket = useContext(Basket);
  return (item) => basket.add(item);
}
