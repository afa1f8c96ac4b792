/** What the page tells its own parts. */
export interface StudioEvents {
  loaded: undefined; // another character is open
  document: undefined; // the document changed: settings, pose, clips, history
  sketch: undefined; // joints that are being laid into a bare mesh changed
  view: undefined; // a preference, a tool or the selection changed
  frame: undefined; // a frame was made and drawn
  rebuilding: undefined; // what edits made stale is being built beside the page, or is there
  flesh: undefined; // what is simulated has got on, or begun, or ended
  crossings: undefined; // skin that goes through itself was found, or the pose has changed since
  graph: undefined; // the error graph grew or became stale
  saved: undefined; // the browser keeps the document as it is
}

type Listener = () => void;

export class Emitter {
  private readonly listeners = new Map<keyof StudioEvents, Listener[]>();

  on(events: readonly (keyof StudioEvents)[], listener: Listener): void {
    for (const event of events) {
      const list = this.listeners.get(event) ?? [];
      list.push(listener);
      this.listeners.set(event, list);
    }
  }

  emit(event: keyof StudioEvents): void {
    for (const listener of this.listeners.get(event) ?? []) listener();
  }
}
