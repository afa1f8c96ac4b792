/** Where the document that is open came from, and where it is kept. */
export interface OpenWork {
  readonly id: string; // in the browser's keeping
  readonly isFile: boolean; // somebody's own, not a scene of ours
  handle: FileSystemFileHandle | null; // of the file, where the browser lets us write to it
}

export function newWork(isFile: boolean, handle: FileSystemFileHandle | null = null): OpenWork {
  const id = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 10)}`;
  return { id, isFile, handle };
}
