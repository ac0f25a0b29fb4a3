// The addresses that give a seat to somebody else, and the one for watching.
import { useRef, useState } from "preact/hooks";
import { Dialog } from "../parts/dialog";
import type { KnownLinks } from "../parts/memory";

function Address({ name, href }: { name: string; href: string }) {
  const [isCopied, setCopied] = useState(false);
  const id = `link-${name.replaceAll(/\W/g, "-")}`;
  const field = useRef<HTMLInputElement>(null);
  const copy = () => {
    field.current?.select(); // `navigator.clipboard` is missing where the page comes from another machine without TLS
    setCopied(document.execCommand("copy"));
  };
  return (
    <div class="address">
      <label for={id}>{name}</label>
      <input ref={field} id={id} type="text" readOnly value={href} onFocus={(event) => (event.currentTarget as HTMLInputElement).select()} />
      <button type="button" onClick={copy}>{isCopied ? "Copied" : "Copy"}</button>
    </div>
  );
}

interface LinksProperties {
  table: string;
  links: KnownLinks;
  onClose: () => void;
}

export function Links({ table, links, onClose }: LinksProperties) {
  const address = (key: string) => `${location.origin}/table/${table}#${key}`;
  return (
    <Dialog title="Links" onClose={onClose}>
      <p>Whoever opens one of these addresses takes that seat, or watches. Anybody who has an address can use it.</p>
      {links.seats.map(({ colour, key }) => <Address key={key} name={`To play ${colour}`} href={address(key)} />)}
      <Address name="To watch" href={address(links.watch)} />
    </Dialog>
  );
}
