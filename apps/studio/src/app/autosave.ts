import type { Studio } from './studio';

const database = 'isoskin-studio';
const store = 'documents';
const key = 'last';
const quietTime = 1500; // milliseconds after the last edit

/** The document that was open last, as it was saved; null: a first visit. */
export async function lastWork(): Promise<Uint8Array | null> {
  try {
    const bytes = await transact<unknown>('readonly', (documents) => documents.get(key));
    return bytes instanceof Uint8Array ? bytes : null;
  } catch {
    return null;
  }
}

/** The document in the browser's own keeping: written when the visitor pauses, read at the next visit. */
export class Autosave {
  private timer = 0;

  constructor(private readonly studio: Studio) {
    studio.on(['document'], () => this.schedule());
    addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'hidden') void this.save();
    });
  }

  private schedule(): void {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.save(), quietTime);
  }

  private async save(): Promise<void> {
    const { core } = this.studio;
    if (this.studio.busy) {
      this.schedule();
      return;
    }
    try {
      // A creature that only walks is not work to keep.
      if (core.history().undo.length === 0) return;
      const revision = core.revision();
      if (revision === this.studio.savedRevision) return;
      const bytes = core.serialise();
      await transact('readwrite', (documents) => documents.put(bytes, key));
      this.studio.saved(revision);
    } catch {
      // A browser that keeps nothing, or has no room: work stays open, exports work.
    }
  }
}

function transact<T>(
  mode: IDBTransactionMode,
  use: (documents: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const fail = (request: IDBRequest): void =>
      reject(request.error ?? new Error('the browser keeps nothing'));
    const opening = indexedDB.open(database, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(store);
    opening.onerror = () => fail(opening);
    opening.onsuccess = () => {
      const request = use(opening.result.transaction(store, mode).objectStore(store));
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => fail(request);
    };
  });
}
