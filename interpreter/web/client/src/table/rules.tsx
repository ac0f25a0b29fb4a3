// The rules beside the board, with the line marked that a message is about.
import { useEffect, useRef } from "preact/hooks";

interface RulesProperties {
  text: string;
  file: string | null;
  /** The line that is marked, counted from 1. */
  line: number | null;
}

export function Rules({ text, file, line }: RulesProperties) {
  const box = useRef<HTMLPreElement>(null);
  useEffect(() => {
    const marked = box.current?.querySelector<HTMLElement>("mark");
    if (box.current && marked) {
      box.current.scrollTop = marked.offsetTop - box.current.clientHeight / 2;
    }
  }, [line, text]);
  return (
    <figure class="rules">
      {file && <figcaption>{file}</figcaption>}
      <pre ref={box} tabIndex={0} aria-label="Rules">
        {text.replace(/\n$/, "").split("\n").map((row, i) => {
          const number = <span class="line-number" aria-hidden="true">{i + 1}</span>;
          const Row = i + 1 === line ? "mark" : "span";
          return <Row key={i} class="rule-line">{number}{row || " "}{"\n"}</Row>;
        })}
      </pre>
    </figure>
  );
}
