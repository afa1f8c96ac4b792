import { CoreError, type Core, type Method } from '../core/core';

const addressable = 2 ** 31; // bytes a core can hold (bindings/wasm)
const plain: readonly Method[] = ['linear', 'dual', 'rigid'];

// Of what the core holds when a character has just been opened, most of which is one way of keeping volume: measured
// on a creature of 27 000 vertices as 1.25 for another such way, there and at 107 000 as 0.08 for one that only skins.
const shareOfKeeping = 1.3;
const shareOfSkinning = 0.1;

/** What fits into the memory of the core, told before it is asked for. */
export class Room {
  /** Bytes. */
  limit = addressable;
  private opened = 0;
  private readonly built = new Set<Method>();

  constructor(private readonly core: () => Core) {}

  /** Another character is open. */
  begin(): void {
    this.opened = this.core().memory();
    this.built.clear();
    this.built.add('isoskin');
  }

  /** Bytes that showing these methods would take on top of what there is. */
  needed(methods: readonly Method[]): number {
    const share = (method: Method): number =>
      this.built.has(method) ? 0 : plain.includes(method) ? shareOfSkinning : shareOfKeeping;
    return methods.reduce((sum, method) => sum + share(method) * this.opened, 0);
  }

  /** Those of the methods that fit, with isoskin and as many of the others as there is room for, the cheapest first. */
  choose(methods: readonly Method[]): Method[] {
    const free = this.limit - this.core().memory();
    const cheapest = [...methods].sort((a, b) => this.needed([a]) - this.needed([b]));
    const chosen: Method[] = [];
    for (const method of cheapest) if (this.needed([...chosen, method]) <= free) chosen.push(method);
    return methods.filter((method) => chosen.includes(method) || method === 'isoskin');
  }

  show(methods: readonly Method[]): void {
    for (const method of methods) this.built.add(method);
  }
}

export function isOutOfMemory(error: unknown): boolean {
  return error instanceof CoreError && error.kind === 'unsupported';
}
