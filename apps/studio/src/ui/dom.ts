// Elements without a framework: one function that makes them, a few that every panel is made of.

type Child = Node | string | null | undefined | false;
type Handler = (event: never) => void;
type Attributes = Record<string, string | number | boolean | Handler | undefined>;

const svgNamespace = 'http://www.w3.org/2000/svg';

function apply(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    if (typeof value === 'function') element.addEventListener(name.slice(2), value as EventListener);
    else element.setAttribute(name, value === true ? '' : String(value));
  }
}

function append(element: Element, children: Child[]): void {
  for (const child of children) if (child) element.append(child);
}

/** An element: attributes by name, listeners as `onclick`, `onpointerdown` …, then its children. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  apply(element, attributes);
  append(element, children);
  return element;
}

/** The same for SVG. */
export function s<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): SVGElementTagNameMap[K] {
  const element = document.createElementNS(svgNamespace, tag);
  apply(element, attributes);
  append(element, children);
  return element;
}

/** Follows one pointer from its press to its release, whatever it passes over. */
export function follow(
  element: HTMLElement | SVGElement,
  press: PointerEvent,
  moved: (event: PointerEvent) => void,
  released: (event: PointerEvent) => void,
): void {
  element.setPointerCapture(press.pointerId);
  const onMove = (event: PointerEvent): void => {
    if (event.pointerId === press.pointerId) moved(event);
  };
  const onEnd = (event: PointerEvent): void => {
    if (event.pointerId !== press.pointerId) return;
    element.removeEventListener('pointermove', onMove as EventListener);
    element.removeEventListener('pointerup', onEnd as EventListener);
    element.removeEventListener('pointercancel', onEnd as EventListener);
    released(event);
  };
  element.addEventListener('pointermove', onMove as EventListener);
  element.addEventListener('pointerup', onEnd as EventListener);
  element.addEventListener('pointercancel', onEnd as EventListener);
}

/** Runs when a dialog was closed. The event comes late: one that is open again by then does not count. */
export function onClosed(dialog: HTMLDialogElement, run: () => void): void {
  dialog.addEventListener('close', () => {
    if (!dialog.open) run();
  });
}

/** Keeps what has not changed: text is set only where it differs, so that frames cost no layout. */
export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

export function setPressed(element: Element, pressed: boolean): void {
  const word = String(pressed);
  if (element.getAttribute('aria-pressed') !== word) element.setAttribute('aria-pressed', word);
}
