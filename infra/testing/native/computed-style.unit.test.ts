import { createRequire } from 'node:module';
import { computeStylesLeanly, type Styled } from './computed-style.ts';

type Element = { localName: string; id: string };
type Window = Styled & { document: { documentElement: object; querySelectorAll: (selector: string) => Iterable<Element> } };
const { JSDOM } = createRequire(import.meta.url)('jsdom') as { JSDOM: new (html: string) => { window: Window } };

const TAGS =
  'a b p div main nav ul ol li dl dt dd h1 h6 table caption thead tbody tr th td form fieldset legend label input textarea select option ' +
  'optgroup button output progress meter details summary dialog img video audio canvas svg hr pre section template script style';
const PAGE = `${TAGS.split(' ')
  .filter((tag) => tag !== 'style')
  .map((tag) => `<${tag}></${tag}><${tag} hidden></${tag}>`)
  .join('')}
  <dialog open></dialog><input type="hidden"><svg><path/></svg><p hidden style="display: flex"></p>
  <div style="visibility: hidden; pointer-events: none"><p><b>in</b><i style="visibility: visible">out</i></p></div>
  <div style="display: none"><p style="color: red; overflow: hidden">deep</p></div>`;
const SHOWN = ['display', 'visibility', 'pointer-events', 'overflow', 'color', 'position', 'margin-top', 'font-weight'];

const stylesOf = (html: string, prepare: (window: Window) => void) => {
  const { window } = new JSDOM(html);
  prepare(window);
  return [...window.document.querySelectorAll('*')].map((element) => {
    const style = window.getComputedStyle(element as never);
    const { display, visibility, pointerEvents } = style;
    return [element.localName, display, visibility, pointerEvents, ...SHOWN.map((name) => style.getPropertyValue(name))];
  });
};

test('a page’s computed styles are those of jsdom', () => {
  const lean = stylesOf(PAGE, computeStylesLeanly);
  expect(lean.length).toBeGreaterThan(80);
  expect(lean).toEqual(stylesOf(PAGE, () => undefined));
});

test('style sheets of a page are obeyed', () => {
  const html = '<style>.gone { display: none } p { visibility: hidden }</style><p class="gone">a</p><p>b</p>';
  expect(stylesOf(html, computeStylesLeanly)).toEqual(stylesOf(html, () => undefined));
});
