import { useContext } from "react";
import { Basket } from "./basket";

export function handleAdd(item) {
  const basket = useContext(Basket); // expect: react-hook-in-plain-function
  basket.add(item);
}
