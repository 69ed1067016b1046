export function Comment({ comment }) {
  return <div dangerouslySetInnerHTML={{ __html: comment.body }} />; // expect: js-html-from-value
}

export function show(target, message) {
  target.innerHTML = "<p>" + message + "</p>"; // expect: js-html-from-value
}

export function Note({ text }) {
  return <section dangerouslySetInnerHTML={{ __html: `<b>${text}</b>` }} />; // expect: js-html-from-value
}
