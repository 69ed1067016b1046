import { send } from "./send";

send("a");
