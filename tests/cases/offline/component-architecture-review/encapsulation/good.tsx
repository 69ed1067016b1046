import { useEffect, useRef, useState } from "react";
import { Editor } from "./Editor";

export function Card({ initialTitle }: { initialTitle: string }) {
  const [text, setText] = useState(initialTitle);
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    card.current?.focus();
  }, [text]);
  return (
    <div ref={card}>
      <Editor text={text} onRename={setText} />
    </div>
  );
}

export function Chart(props: { id: string }) {
  useEffect(() => draw(document.getElementById(props.id)), [props.id]);
  return <div id={props.id} />;
}
