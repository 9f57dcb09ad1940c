import { type GraphWorld, openGraphWorld } from '../../testing/graph.fixture.ts';

let world: GraphWorld;
beforeAll(async () => {
  world = await openGraphWorld();
  await world.gateway();
});
afterAll(() => world.close());
afterEach(() => expect(world.graph.problems.splice(0)).toEqual([]));

const asksDialog = async (channel: 'facebook' | 'instagram', state = 'a state of this installation') => {
  const { url } = (await world.ask(channel, { kind: 'sign-in', state })).body;
  return new URL(url!);
};
/** Presses a button of the dialog, and returns where that leads. */
const presses = async (button: 'Continue' | 'Cancel', url: URL): Promise<URL> => {
  const page = await (await fetch(url)).text();
  const action = new RegExp(`action="([^"]+)"><button>${button}<`).exec(page)![1]!.replaceAll('&amp;', '&');
  const answer = await fetch(new URL(action, url), { method: 'POST', redirect: 'manual' });
  expect(answer.status).toBe(302);
  return new URL(answer.headers.get('location')!);
};
const pagesOf = async (code: string) => (await world.ask('facebook', { kind: 'pages', code })).body;

test('C33: a person signs in at Meta, and is returned with a code that their pages are read by, once', async () => {
  const page = world.graph.page('Padaria');
  const dialog = await asksDialog('facebook');
  expect(dialog.pathname).toBe('/v25.0/dialog/oauth');
  expect(dialog.href).not.toContain(world.graph.app.secret);
  const back = await presses('Continue', dialog);
  expect([back.pathname, back.searchParams.get('state')]).toEqual(['/connections/meta', 'a state of this installation']);
  const code = back.searchParams.get('code')!;
  const { exchange = 0 } = world.graph.counts;
  expect(await pagesOf(code)).toMatchObject({ wrong: null, pages: [{ externalId: page.id, name: 'Padaria' }] });
  expect(world.graph.subscribed.has(page.id)).toBe(true);
  expect(await pagesOf(code)).toEqual({ kind: 'pages', pages: [], wrong: 'code' });
  // The code for a token, that for a lasting one, and the used code, which is not tried again by another way.
  expect(world.graph.counts.exchange).toBe(exchange + 3);
});

test('C33: for Instagram more is asked for; who refuses is returned without a code', async () => {
  const [pages, profiles] = [await asksDialog('facebook'), await asksDialog('instagram')];
  const scopes = (url: URL) => url.searchParams.get('scope')!.split(',');
  expect(scopes(profiles)).toEqual([...scopes(pages), 'instagram_basic', 'instagram_manage_messages']);
  const back = await presses('Cancel', profiles);
  expect(back.searchParams.get('error')).toBe('access_denied');
  expect(back.searchParams.get('code')).toBeNull();
});

test('C33: a code that is old, none, or for another address is told apart from a Graph that is away', async () => {
  const fresh = () => world.graph.code(`${new URL(dialog).searchParams.get('redirect_uri')}`);
  const dialog = await asksDialog('facebook');
  const old = fresh();
  world.graph.codes.get(old)!.expiresAt = Date.now() - 1;
  for (const wrong of [old, 'no code', world.graph.code('https://other.example.com/connections/meta')])
    expect(await pagesOf(wrong)).toEqual({ kind: 'pages', pages: [], wrong: 'code' });
  world.graph.next('exchange', { cut: 'before' });
  expect((await world.ask('facebook', { kind: 'pages', code: fresh() })).status).toBe(503);
  // As the reference has the exchange.
  world.graph.next('exchange', { status: 405 });
  expect((await pagesOf(fresh())).wrong).toBeNull();
});
