import { useEffect, useState } from "react";
import { Editor } from "./Editor";

export function Card({ title }: { title: string }) {
  const [text, setText] = useState(title); // expect: component-copies-props-into-state
  useEffect(() => {
    document.getElementById("card")?.focus(); // expect: component-reaches-into-page
  }, [text]);
  return <Editor text={text} setText={setText} />; // expect: component-hands-out-its-setter
}
