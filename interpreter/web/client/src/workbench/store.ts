// The workbench as it stands: a text, the last rules that could be played, and the match on them.
import { Sheet } from "../board/sheet";
import { Store } from "../parts/store";
import { Connection, UNCONNECTED, whyUnanswered } from "../table/connection";
import type { Drawing, FromServer, OptionValue, Position, ToServer } from "../wire";
import { DraftOfFile } from "./drafts";
import { Disk } from "./files/disk";
import { save } from "./files/saved";
import type { Saved } from "./files/saved";
import { BenchMatch } from "./match";
import { beginStudy } from "./report";
import type { Begun, Size } from "./report";
import type {
  Changes, Checked, Comparison, Diagnostic, Figures, FromBench, Opened, Options, Palette, StateData, ToBench,
  VariantText, Vocabulary, Written,
} from "./protocol";

/** A mistake in one line: where it is, what it is, and the first thing to do about it. */
function problemOf({ line, message, hint }: Diagnostic): string {
  const [first = ""] = (hint ?? "").split("; ");
  return `line ${line}: ${message}${first && `; ${first}`}`;
}

const TYPING = 60; // milliseconds without a key before a text is tried
const KEEPING = 400; // and before it is kept as a draft

type Status = "loading" | "checking" | "valid" | "invalid";

export class Bench extends Store {
  readonly sheet = new Sheet();
  vocabulary: Vocabulary | null = null;
  saved = "";
  text = "";
  isBundled = false;
  readonly disk = new Disk();
  isConnected = false;
  options: Options = {};
  status: Status = "loading";
  /** Why the board shows an earlier version, in one sentence. */
  problem: string | null = null;
  diagnostics: Diagnostic[] = [];
  notice: string | null = null;
  isRestored = false;
  /** Whether what is played are the rules of the saved file, with the options that it has by itself. */
  isAsSaved = false;
  drawing: Drawing | null = null;
  readonly match = new BenchMatch({
    send: (message) => this.send(message),
    changed: () => this.changed(),
  });
  figures: Figures | null = null;
  changes: Changes | null = null;
  comparison: Comparison | null = null;
  isComparing = false;
  /** The text and the options that were compared last. */
  private compared = "";
  /** The study that was asked for last, and whether its answer is still to come. */
  study: Begun | null = null;
  isBeginning = false;
  palette: Palette | null = null;
  /** Called with the text of a file, when it has come, and to go to a line. */
  onOpened: () => void = () => undefined;
  onLine: (line: number) => void = () => undefined;
  private readonly draft: DraftOfFile;
  private readonly connection: Connection;
  private version = 0;
  private tried = ""; // the text of that version
  private wantsFigures = false;
  private isOfRules = true; // whether the notice is about the rules: a check of newer ones answers it
  private waiting = 0;
  private keeping = 0;
  private saving: Promise<unknown> = Promise.resolve();
  private comparing = 0; // the id of what is compared, below those of requests: what comes of another is dropped

  constructor(readonly file: string | null) {
    super();
    this.draft = new DraftOfFile(file);
    document.body.append(this.sheet.element);
    this.connection = new Connection("/api/workbench", {
      onMessage: (message) => this.receive(message as unknown as FromBench),
      onState: (isConnected) => this.connected(isConnected),
    });
    addEventListener("focus", this.look);
    addEventListener("storage", this.hearTabs);
  }

  close(): void {
    this.keep();
    removeEventListener("focus", this.look);
    removeEventListener("storage", this.hearTabs);
    for (const timer of [this.waiting, this.keeping]) clearTimeout(timer);
    this.match.close();
    this.connection.close();
    this.sheet.element.remove();
  }

  /** Whether what was found last is about the text as it stands. */
  get isChecked(): boolean {
    return this.text === this.tried;
  }

  get isDirty(): boolean {
    return this.vocabulary !== null && this.text !== this.saved;
  }

  /** What the file is called here. */
  get name(): string {
    if (this.file === null) return "untitled.yaml";
    return this.file.startsWith("./") ? this.file.slice(2) : `${this.file}.yaml`;
  }

  // ---- messages ----

  private send(message: ToBench): boolean {
    return this.connection.send(message as unknown as ToServer);
  }

  private async request<T extends FromBench>(message: ToBench, type: T["type"]): Promise<T | null> {
    const answer = (await this.connection.request(message as unknown as ToServer)) as FromBench | null;
    if (answer === null) {
      [this.notice, this.isOfRules] = [whyUnanswered(this.isConnected), true];
      this.changed();
    }
    return answer?.type === type ? (answer as T) : null;
  }

  private connected(isConnected: boolean): void {
    this.isConnected = isConnected;
    if (isConnected && this.vocabulary === null) this.send({ type: "open", file: this.file });
    else if (isConnected) this.try(this.match.moves);
    if (!isConnected) this.isComparing = false;
    if (isConnected && this.wantsFigures) this.send({ type: "figures", on: true });
    this.changed();
  }

  private receive(message: FromBench | FromServer): void {
    switch (message.type) {
      case "opened":
        this.opened(message);
        break;
      case "disk":
        if (this.disk.tell(message.digest)) this.try(null);
        break;
      case "checked":
        this.checked(message);
        break;
      case "findings":
        if (message.version !== this.version) break;
        this.diagnostics = message.diagnostics;
        if (message.lost) [this.notice, this.isOfRules] = [`Not tried at all options: ${message.lost}`, true];
        break;
      case "position":
        if ((message as { of?: string }).of !== "agent") this.notice = null; // an agent's move answers nobody here
        this.show(message, message.moves ?? null, "is_cut_short" in message && message.is_cut_short);
        break;
      case "figures":
        this.figures = message;
        break;
      case "changes":
        if (message.id === this.comparing) this.changes = message;
        break;
      case "comparison":
        if (message.id === this.comparing) this.comparison = message;
        break;
      case "compared":
        if (message.id === this.comparing) this.isComparing = false;
        break;
      case "reason":
        this.match.reason = message;
        break;
      case "refused":
        this.refused(message as { message: string; of?: string });
        break;
    }
    this.changed();
  }

  private refused({ message, of }: { message: string; of?: string }): void {
    this.notice = message;
    this.isOfRules = of === "rules" || of === "open";
    if (of === "changes") this.isComparing = false;
    if (of === "open") this.status = "invalid";
    if (of === "rules") [this.status, this.problem] = ["invalid", message];
    if (of === "agent") this.match.isPaused = true;
  }

  private opened(message: Opened): void {
    const isFirst = this.vocabulary === null;
    this.vocabulary = message.language;
    this.saved = message.text;
    this.isBundled = message.is_bundled;
    this.disk.read(message.digest);
    if (!isFirst) {
      this.taken();
      return;
    }
    const draft = this.draft.load();
    this.isRestored = draft !== null && draft.text !== message.text;
    if (this.isRestored && draft?.known) this.disk.restore(draft.known);
    this.text = this.isRestored && draft ? draft.text : message.text;
    this.options = draft?.options ?? {};
    this.onOpened();
    this.try(draft?.moves ?? []);
  }

  // ---- the file on disk ----

  /** Asks whether the file has changed on disk, as it may while the page is not looked at. */
  readonly look = (): void => {
    if (this.vocabulary !== null && this.file !== null && !this.isBundled) this.send({ type: "disk", file: this.file });
  };

  /** Takes the file as it is on disk. */
  take(): void {
    this.send({ type: "open", file: this.file });
  }

  /** The text is that of the file on disk now; the editor can undo that. */
  private taken(): void {
    this.forgetRefusal();
    this.isRestored = false;
    this.text = this.saved;
    this.onOpened();
    clearTimeout(this.waiting);
    this.keep();
    this.try(null);
  }

  // ---- the text ----

  /** Something else is done now: what was refused before is no news. */
  private forgetRefusal(): void {
    if (!this.isOfRules) this.notice = null;
  }

  /** The text has changed in the editor. */
  edit(text: string): void {
    this.text = text;
    this.forgetRefusal();
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.try(null), TYPING);
    this.keepSoon();
    this.changed();
  }

  /** Tries the text: its rules may be played, or not. */
  private try(moves: string[] | null): void {
    this.version += 1;
    if (this.status !== "loading") this.status = "checking";
    const { file, text, options, version } = this;
    this.tried = text;
    this.send({ type: "rules", file, text, options, moves, version, seat: this.match.viewer });
  }

  private checked(message: Checked): void {
    if (message.version !== this.version) return;
    this.disk.tell(message.digest);
    this.diagnostics = message.diagnostics;
    const { drawing, position } = message;
    if (!drawing || !position) {
      this.status = "invalid";
      const first = message.diagnostics.find(({ severity }) => severity === "error");
      this.problem = message.lost ?? (first ? problemOf(first) : "these rules cannot be played");
      return;
    }
    this.status = "valid";
    this.isAsSaved = message.is_as_saved;
    this.problem = null;
    this.drawing = drawing;
    this.palette = null;
    for (const { name, value } of drawing.options) if (name in this.options) this.options[name] = value;
    this.match.tell(message, position.over);
    this.match.seat(drawing.players.length);
    if (this.isOfRules) this.notice = null; // else it answers what was done after the text was written
    this.show(position, message.moves ?? null, message.is_cut_short ?? false);
  }

  /** Forgets what is not saved here: it is saved elsewhere. */
  forget(): void {
    this.text = this.saved;
    this.options = {};
    this.match.moves = [];
    this.draft.drop();
  }

  /** The text as it was saved. */
  revert(): void {
    this.forgetRefusal();
    this.draft.drop();
    this.disk.revert();
    this.isRestored = false;
    this.text = this.saved;
    this.options = {};
    this.onOpened();
    this.try(null);
  }

  setOption(name: string, value: OptionValue): void {
    this.forgetRefusal();
    this.options = { ...this.options, [name]: value };
    this.version += 1; // what is found about the value before would bring that back
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.try(null), 30);
    this.keepSoon();
    this.changed();
  }

  private keepSoon(): void {
    clearTimeout(this.keeping);
    this.keeping = setTimeout(() => this.keep(), KEEPING);
  }

  /** Keeps what is not saved, but not over what another tab keeps; `isAsked`: also over that. */
  keep(isAsked = false): void {
    if (this.vocabulary === null) return;
    const { text, options } = this;
    const moves = this.match.moves ?? [];
    const isPlain = text === this.saved && Object.keys(options).length === 0 && moves.length === 0;
    if (isPlain) this.draft.drop();
    else this.draft.keep({ text, options, moves, known: this.disk.base }, this.saved, isAsked);
    this.changed();
  }

  /** Whether another tab keeps another text of this file, so that this one is not kept. */
  get isUnkept(): boolean {
    const foreign = this.isDirty ? this.draft.foreign(this.saved) : null;
    return foreign !== null && foreign !== this.text;
  }

  /** Another tab has kept its work on this file, or dropped it: then there is room for what is not saved here. */
  private readonly hearTabs = (event: StorageEvent): void => {
    if (!this.draft.isMeant(event)) return;
    if (event.newValue === null) this.keep();
    else this.changed();
  };

  /** Saves the text as its file, unless that has changed on disk; `isMine`: also over what the page has told of. */
  saveHere(isMine: boolean): Promise<Saved> {
    return this.inTurn(() => this.save(this.name, this.text, true, isMine ? this.disk.other : this.disk.base));
  }

  /** Saves a text under a name; over a file only if it is still the one that the page told is `there`. */
  saveAs(name: string, text: string, there: { digest: string | null } | null): Promise<Saved> {
    const own = () => (name === this.name ? this.disk.base : null);
    return this.inTurn(() => this.save(name, text, there !== null, there ? there.digest : own()));
  }

  /** Saves one after the other: the next may replace what the one before it wrote. */
  private inTurn(save: () => Promise<Saved>): Promise<Saved> {
    const turn = this.saving.then(save);
    this.saving = turn;
    return turn;
  }

  /** Saves a text as a file of the folder; over another file only if that is the `known` one, where one is. */
  private async save(name: string, text: string, overwrite: boolean, known: string | null): Promise<Saved> {
    const saved = await save(name, text, overwrite, known);
    if (saved.code === "changed") this.look();
    if (saved.file === null) return saved;
    if (name === this.name) {
      this.saved = text;
      this.disk.read(saved.digest);
      this.isRestored = false;
      this.keep();
      this.try(null); // what is saved is another file now
    }
    this.changed();
    return saved;
  }

  variant(title: string, saveAs: string, fromPosition: boolean): Promise<VariantText | null> {
    const { file, text, options } = this;
    const ply = this.match.position?.ply ?? 0;
    const about = { title, save_as: `./${saveAs}`, from_position: fromPosition, ply };
    return this.request<VariantText>({ type: "variant", file, text, options, ...about }, "variant");
  }

  private show(position: Position, moves: string[] | null, isCutShort: boolean): void {
    this.sheet.add(position.symbols);
    this.match.show(position, moves, isCutShort);
    this.keepSoon();
  }

  dismiss(): void {
    this.notice = null;
    this.match.dismiss();
    this.changed();
  }

  // ---- figures and changes ----

  watchFigures(on: boolean): void {
    if (on === this.wantsFigures) return;
    this.wantsFigures = on;
    this.send({ type: "figures", on });
  }

  askChanges(): void {
    const { file, text, options } = this;
    this.compared = JSON.stringify([text, options]);
    this.comparing -= 1;
    this.changes = this.comparison = null;
    this.isComparing = this.send({ type: "changes", file, text, options, id: this.comparing });
    this.notice = this.isComparing ? null : UNCONNECTED;
    this.changed();
  }

  /** Whether what was compared is what stands here now. */
  get isComparedAsIs(): boolean {
    return this.compared === JSON.stringify([this.text, this.options]);
  }

  // ---- studies ----

  /** Begins a study of the text as it stands; what comes of it is kept while other panels are looked at. */
  async begin(size: Size): Promise<Begun> {
    const { file, text, options } = this;
    this.isBeginning = true;
    this.changed();
    this.study = await beginStudy(file, text, options, size);
    this.isBeginning = false;
    this.changed();
    return this.study;
  }

  // ---- positions ----

  async loadPalette(): Promise<Palette | null> {
    const { drawing } = this;
    const found = this.palette ?? (await this.request<Palette>({ type: "palette" }, "palette"));
    if (drawing !== this.drawing) return this.palette; // of other rules, for which it is asked again
    this.palette = found;
    if (found) this.sheet.add(found.symbols);
    this.changed();
    return found;
  }

  written(): Promise<Written | null> {
    return this.request<Written>({ type: "state", ply: this.match.position?.ply ?? 0 }, "state");
  }

  /** Begins with a state that was set up by hand; false where it is none. */
  async setUp(state: Partial<StateData>): Promise<boolean> {
    const message: ToBench = { type: "edit", state, seat: this.match.viewer };
    return (await this.request<Extract<FromBench, { type: "position" }>>(message, "position")) !== null;
  }
}
