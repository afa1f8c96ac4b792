// The works that the browser keeps: the last ten, each with what it needs to be open again as it was.

import type { Core } from '../core/core';

const database = 'isoskin-studio';
const store = 'works';
const version = 2;
const mostKept = 10;

export interface Work {
  readonly id: string;
  readonly name: string;
  readonly time: number; // milliseconds since 1970
  readonly picture: string; // a data URL; empty: none
  readonly bytes: Uint8Array; // as `Core.serialise` gives it
  readonly history: Uint8Array; // as `Core.serialiseHistory` does
}

/** What a list shows of a work. */
export type WorkEntry = Pick<Work, 'id' | 'name' | 'time' | 'picture'>;

/** The latest first; empty where the browser keeps nothing. */
export async function listWorks(): Promise<WorkEntry[]> {
  try {
    const works = await transact<Work[]>('readonly', (works) => works.getAll() as IDBRequest<Work[]>);
    return works
      .map(({ id, name, time, picture }) => ({ id, name, time, picture }))
      .sort((a, b) => b.time - a.time);
  } catch {
    return [];
  }
}

/** A work by its name in the store, or the latest; null: there is none. */
export async function fetchWork(id?: string): Promise<Work | null> {
  const wanted = id ?? (await listWorks())[0]?.id;
  if (wanted === undefined) return null;
  try {
    return (
      (await transact<Work | undefined>(
        'readonly',
        (works) => works.get(wanted) as IDBRequest<Work | undefined>,
      )) ?? null
    );
  } catch {
    return null;
  }
}

/** Puts back what could be undone in a work that is open again; false: it is damaged, and only the steps are lost. */
export function restoreSteps(core: Core, work: Work): boolean {
  try {
    core.restoreHistory(work.history);
    return true;
  } catch {
    return false;
  }
}

/** Keeps a work in place of what it was before, and forgets the oldest beyond ten. */
export async function keepWork(work: Work): Promise<void> {
  await transact('readwrite', (works) => works.put(work));
  for (const { id } of (await listWorks()).slice(mostKept))
    await transact('readwrite', (works) => works.delete(id));
}

function transact<T>(mode: IDBTransactionMode, use: (works: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const fail = (request: IDBRequest): void =>
      reject(request.error ?? new Error('the browser keeps nothing'));
    const opening = indexedDB.open(database, version);
    opening.onupgradeneeded = () => {
      for (const name of [...opening.result.objectStoreNames]) opening.result.deleteObjectStore(name);
      opening.result.createObjectStore(store, { keyPath: 'id' });
    };
    opening.onerror = () => fail(opening);
    opening.onsuccess = () => {
      const request = use(opening.result.transaction(store, mode).objectStore(store));
      request.onsuccess = () => {
        resolve(request.result);
        opening.result.close();
      };
      request.onerror = () => fail(request);
    };
  });
}
