import { useState } from "react";

export function Tags({ initial }) {
  const [tags, setTags] = useState(initial);
  const [form, setForm] = useState({ name: "" });
  const add = (tag) => {
    tags.push(tag); // expect: react-state-changed-in-place
    setTags(tags);
  };
  const rename = (name) => {
    form.name = name; // expect: react-state-changed-in-place
    setForm(form);
  };
  return <TagList onAdd={add} onRename={rename} onClear={setTags([])} />; // expect: react-setter-during-render
}
