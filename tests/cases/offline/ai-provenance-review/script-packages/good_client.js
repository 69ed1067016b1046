import axios from "axios";

export const ask = (url) => axios.get(url);
