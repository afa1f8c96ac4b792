import type { NamedBytes } from './opening';

export type Direction = 'undo' | 'redo';

/**
 * Documents that follow one another: a bare mesh gets a skeleton, a body is dressed. One undo goes through the steps of
 * a document, then to the document before it, which is opened then and takes longer.
 */
export interface StagesCore {
  /** Whether the next step that way leads to another document. */
  crosses(way: Direction): boolean;
  /** Opens a file that was made of the open document, as a step of undo. */
  advance(step: string, file: NamedBytes): void;
  /** Joints that are being laid into the open document, as text of the page; empty: none. */
  rigSketch(): string;
  /** Can be undone. */
  setRigSketch(text: string, step: string): void;
}
