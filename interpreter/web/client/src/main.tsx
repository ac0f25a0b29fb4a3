// The page: the view that the address names, and nothing else.
import "./styles/main.css";
import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { ComponentType } from "preact";
import { Header } from "./parts/header";
import { Link, usePath } from "./router";
import { Gallery } from "./gallery/gallery";
import { Setup } from "./gallery/setup";
import { settings } from "./parts/settings";
import { Table } from "./table/table";

/** The workbench with its editor, loaded when somebody goes there. */
function Workbench() {
  const [view, setView] = useState<{ Shown: ComponentType } | null>(null);
  useEffect(() => {
    void import("./workbench/workbench").then((module) => setView({ Shown: module.Workbench }));
  }, []);
  return view ? <view.Shown /> : <p role="status">Loading the workbench …</p>;
}

function Page() {
  const path = usePath();
  const table = /^\/table\/([^/]+)$/.exec(path);
  if (table) return <Table key={table[1]} id={decodeURIComponent(table[1] ?? "")} />;
  if (path === "/workbench") return <Workbench />;
  const game = /^\/games\/(.+)$/.exec(path)?.[1];
  if (game !== undefined) return <Setup key={game} name={decodeURIComponent(game).replace(/^\.\//, "")} />;
  return path === "/" ? <Gallery /> : <Nothing path={path} />;
}

function Nothing({ path }: { path: string }) {
  return (
    <>
      <Header />
      <main class="setup-page">
        <h1>There is nothing at this address</h1>
        <p role="alert">
          <code>{path}</code> shows nothing. A rule file of the folder is edited at <code>/workbench?file=NAME.yaml</code> and
          played at <code>/games/NAME.yaml</code>.
        </p>
        <p><Link href="/">To the games</Link></p>
      </main>
    </>
  );
}

settings.apply();
const root = document.getElementById("page");
if (root) render(<Page />, root);
