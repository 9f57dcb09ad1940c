type Style = { display: string; visibility: string; pointerEvents: string; getPropertyValue: (name: string) => string };
type Element = {
  localName: string;
  namespaceURI: string | null;
  style?: Style;
  parentElement: Element | null;
  getAttribute: (name: string) => string | null;
  setAttribute: (name: string, value: string) => void;
};
/** The parts of a window that are used here: without jsdom's types, as in `dom.environment.ts`. */
export type Styled = {
  getComputedStyle: (element: Element, pseudo?: string | null) => Style;
  document: { styleSheets: { length: number }; createElementNS: (namespace: string | null, name: string) => Element };
};

/** The attributes on which jsdom's own style sheet makes `display` depend. */
const SHOWING = ['hidden', 'open', 'type'];

/** By kind of element: its `display` without a style of its own. */
const displays = new Map<string, string>();

/**
 * Replaces a page's `getComputedStyle`, by which tests find elements by role and name, and which jsdom computes with all properties and all
 * rules of its style sheet, each time for hundreds of elements. `display`, `visibility` and `pointer-events` are computed here, as jsdom
 * does, from the elements' own styles; jsdom computes what else is asked for, and everything on a page with style sheets.
 */
export const computeStylesLeanly = (window: Styled): void => {
  const whole = window.getComputedStyle;

  const displayOf = (element: Element): string => {
    const own = element.style?.display;
    if (own) return own;
    const { namespaceURI, localName } = element;
    const attributes = SHOWING.map((name) => [name, element.getAttribute(name)] as const);
    const kind = JSON.stringify([namespaceURI, localName, attributes]);
    const known = displays.get(kind);
    if (known !== undefined) return known;
    const like = window.document.createElementNS(namespaceURI, localName);
    for (const [name, value] of attributes) if (value !== null) like.setAttribute(name, value);
    const { display } = whole.call(window, like);
    displays.set(kind, display);
    return display;
  };
  const inherited = (element: Element, name: 'visibility' | 'pointerEvents', initial: string): string => {
    for (let at: Element | null = element; at; at = at.parentElement) if (at.style?.[name]) return at.style[name];
    return initial;
  };

  window.getComputedStyle = (element, pseudo) => {
    if (pseudo || window.document.styleSheets.length > 0 || !element?.localName) return whole.call(window, element, pseudo);
    const read = (name: string | symbol): string | undefined => {
      if (name === 'display') return displayOf(element);
      if (name === 'visibility') return inherited(element, 'visibility', 'visible');
      if (name === 'pointerEvents' || name === 'pointer-events') return inherited(element, 'pointerEvents', 'auto');
      return undefined;
    };
    let all: Style | undefined;
    const rest = () => (all ??= whole.call(window, element));
    const getPropertyValue = (name: string) => read(name) ?? rest().getPropertyValue(name);
    return new Proxy({} as Style, {
      get: (_, name) => {
        if (name === 'getPropertyValue') return getPropertyValue;
        const value = read(name) ?? Reflect.get(rest(), name);
        return typeof value === 'function' ? value.bind(rest()) : value;
      },
    });
  };
};
