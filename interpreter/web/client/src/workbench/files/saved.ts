// Saving a file of the folder that is served.
import { ApiError, postJson } from "../../parts/api";

export interface Saved {
  /** The id of the file; null where it was not saved. */
  file: string | null;
  /** The digest of what was written, or else of the file that was not replaced. */
  digest: string | null;
  /** Why it was not: a code, and a sentence. */
  code: string;
  why: string;
}

/** With the digest of the file that is `known`, the server replaces no other. */
export async function save(name: string, text: string, overwrite: boolean, known: string | null): Promise<Saved> {
  try {
    const { file, digest } = await postJson<{ file: string; digest: string }>("/api/files", { name, text, overwrite, known });
    return { file, digest, code: "", why: "" };
  } catch (error) {
    const { code, message, digest } = error instanceof ApiError ? error : new ApiError("failed", String(error));
    return { file: null, digest, code, why: message };
  }
}
