import DOMPurify from "dompurify";

export function Comment({ comment }) {
  return <div dangerouslySetInnerHTML={{ __html: DOMPurify.sanitize(comment.body) }} />;
}

export function show(target, message) {
  target.textContent = message;
}

export function clear(target) {
  target.innerHTML = "";
}

export function Theme({ theme }) {
  return <style dangerouslySetInnerHTML={{ __html: `:root { --brand: ${theme.brand} }` }} />;
}
