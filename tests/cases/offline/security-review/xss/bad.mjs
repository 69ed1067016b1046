const wanted = new URLSearchParams(location.search).get("q");

document.querySelector("#title").innerHTML = `Results for ${wanted}`; // expect: js-html-from-address, js-html-from-value

export function jump(box) {
  const section = decodeURIComponent(location.hash.slice(1));
  box.insertAdjacentHTML("beforeend", "<b>" + section + "</b>"); // expect: js-html-from-address, js-html-from-value
}
