// A study of a file with a report of its own; with the text as edited, where that is not what is saved.
import { ApiError, postJson } from "../parts/api";
import type { Options } from "./protocol";

/** How large a study is, by the names that the server has for them. */
export const SIZES = [
  { id: "small", text: "1,000 games of random play" },
  { id: "medium", text: "100 games of random play and of uct:50" },
  { id: "large", text: "200 games of random play, uct:50 and uct:200" },
] as const;

export type Size = (typeof SIZES)[number]["id"];

export interface Begun {
  /** Where the report is, and what was asked for; or why there is none. */
  address: string | null;
  why: string;
}

export async function beginStudy(file: string | null, text: string, options: Options, size: Size): Promise<Begun> {
  try {
    const { address } = await postJson<{ address: string }>("/api/studies", { file, text, options, size });
    return { address, why: "" };
  } catch (error) {
    return { address: null, why: error instanceof ApiError ? error.message : String(error) };
  }
}
