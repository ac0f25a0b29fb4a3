// Saving a file of the folder that is served.
import { ApiError, postJson } from "../../parts/api";

export interface Saved {
  /** The id of the file; null where it was not saved. */
  file: string | null;
  /** Why it was not: a code, and a sentence. */
  code: string;
  why: string;
}

export async function save(name: string, text: string, overwrite: boolean): Promise<Saved> {
  try {
    const { file } = await postJson<{ file: string }>("/api/files", { name, text, overwrite });
    return { file, code: "", why: "" };
  } catch (error) {
    const { code, message } = error instanceof ApiError ? error : new ApiError("failed", String(error));
    return { file: null, code, why: message };
  }
}
