import DOMPurify from "dompurify";

const wanted = new URLSearchParams(location.search).get("q");

document.querySelector("#title").textContent = `Results for ${wanted}`;

export function jump(box) {
  const section = decodeURIComponent(location.hash.slice(1));
  box.insertAdjacentHTML("beforeend", DOMPurify.sanitize(section));
}
