// Plain requests to the server, and its one form of error.
import { dataOf } from "./data";

/** What the server refused, in its own sentence. */
export class ApiError extends Error {
  constructor(
    readonly code: string,
    message: string,
    /** Of the file that is in the way, where one is. */
    readonly digest: string | null = null,
  ) {
    super(message);
  }
}

async function failure(response: Response): Promise<ApiError> {
  try {
    const body = (await response.json()) as { error?: { code: string; message: string; digest?: string | null } };
    if (body.error) return new ApiError(body.error.code, body.error.message, body.error.digest ?? null);
  } catch {
    // not JSON: the status says what there is to say
  }
  return new ApiError("failed", `The server answered ${response.status} ${response.statusText}.`);
}

async function ask(address: string, init?: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(address, { credentials: "same-origin", ...init });
  } catch {
    throw new ApiError("unreachable", "The server does not answer. Is `gdl serve` still running?");
  }
  if (!response.ok) throw await failure(response);
  return response;
}

export async function getJson<T>(address: string): Promise<T> {
  return dataOf<T>(await (await ask(address)).text());
}

export async function getText(address: string): Promise<string> {
  return (await ask(address)).text();
}

export async function postJson<T>(address: string, body: unknown): Promise<T> {
  const init = {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  };
  return dataOf<T>(await (await ask(address, init)).text());
}

export async function deleteAt(address: string): Promise<void> {
  await ask(address, { method: "DELETE" });
}

/** What the server calls a game: a file of the folder by its ending, or else a bundled game. */
export function idOf(name: string): string {
  return name.includes(".") && !name.startsWith("./") ? `./${name}` : name;
}

/** The part of an address that names a game: quoted as a whole, with its slashes. */
export function gamePath(id: string): string {
  return `/api/games/${encodeURIComponent(id)}`;
}

/** Options as a query; empty if there are none. */
export function optionsQuery(options: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(options)) query.set(name, String(value));
  const text = query.toString();
  return text && `?${text}`;
}
