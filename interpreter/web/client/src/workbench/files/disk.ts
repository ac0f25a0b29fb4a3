// Whether a file is on disk what was read here: others write it, too.

export class Disk {
  /** The digest of the file that the text here comes from; null where there is none in the folder. */
  private known: string | null = null;
  /** The digest that the file had when the server last looked. */
  private seen: string | null = null;

  /** The digest of the text that "Undo all changes" brings back. */
  private saved: string | null = null;

  /** The text here is what was read or written. */
  read(digest: string | null): void {
    this.known = this.seen = this.saved = digest;
  }

  /** The text here comes from an older file than the one that was read. */
  restore(known: string): void {
    this.known = known;
  }

  /** The text here is the one that was read, without its changes. */
  revert(): void {
    this.known = this.saved;
  }

  /** What the file is by now; true where it has changed since it was looked at. */
  tell(digest: string | null): boolean {
    const isNew = digest !== this.seen;
    this.seen = digest;
    return isNew;
  }

  /** Whether something else is there than was read. A file that was removed is in nobody's way. */
  get isOther(): boolean {
    return this.known !== null && this.seen !== null && this.known !== this.seen;
  }

  /** What may be replaced. */
  get base(): string | null {
    return this.known;
  }

  /** What is replaced where the text here is kept, which the page has told of. */
  get other(): string | null {
    return this.seen;
  }
}
