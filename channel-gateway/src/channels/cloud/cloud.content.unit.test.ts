import { contentOf } from './cloud.content.ts';

const brings = (message: object) => {
  const content = contentOf(message as Record<string, unknown>);
  return content.kind === 'message' ? content.brings : content;
};
const flow = (response: object, more: object = {}) => ({
  type: 'interactive',
  interactive: { type: 'nfm_reply', nfm_reply: { name: 'flow', body: 'Sent', response_json: JSON.stringify(response), ...more } },
});

test('the answers of a Flow are shown by their fields', () => {
  const answers = {
    flow_token: 'segredo',
    screen_0_Nome_completo_0: 'Carla Souza',
    dias: ['segunda', 'terça'],
    aceito: true,
    endereco: { rua: 'Rua A', numero: 12 },
    vazio: '',
  };
  expect(brings(flow(answers))).toEqual({
    body: 'Nome completo: Carla Souza\ndias: segunda, terça\naceito: true\nrua: Rua A\nnumero: 12',
  });
  expect(brings(flow({ flow_token: 'segredo' }))).toEqual({ body: 'flow\nSent' });
  for (const response_json of ['{', '[1]', 'null', 7])
    expect(brings(flow({}, { response_json }))).toEqual({ body: 'flow\nSent' });
});

test('the product that a message is about comes with it, also beside a quote', () => {
  const about = (context: object) => brings({ type: 'text', text: { body: 'Tem?' }, context });
  expect(about({ referred_product: { catalog_id: '1', product_retailer_id: 'BOLO-2' } })).toEqual({
    body: 'Tem?',
    context: { kind: 'product', words: 'BOLO-2', gist: null },
  });
  expect(about({ id: 'wamid.1', referred_product: { catalog_id: '1' } })).toMatchObject({ context: { words: '1' } });
  expect(about({ id: 'wamid.1' })).toEqual({ body: 'Tem?' });
});

test('where the customer comes from is shown, also beside what has no text of its own', () => {
  const referral = { headline: 'Bolos', source_url: 'https://fb.me/1' };
  const context = { kind: 'referral', words: 'Bolos\nhttps://fb.me/1', gist: null };
  expect(brings({ type: 'button', button: { payload: 'sim', text: 'Sim' }, referral })).toMatchObject({
    choice: { id: 'sim' },
    context,
  });
  expect(brings({ type: 'location', location: { latitude: 1, longitude: 2 }, referral })).toMatchObject({ context });
  expect(brings({ type: 'text', text: { body: 'Oi' }, referral })).toEqual({ body: 'Bolos\nhttps://fb.me/1\nOi' });
  const named = { ...referral, source_id: '120' };
  expect(brings({ type: 'text', text: { body: 'Oi' }, referral: named })).toMatchObject({ refs: ['120'] });
});

test('an order tells its total, one for each currency', () => {
  const item = (quantity: number, item_price: number, currency: string) => ({
    quantity,
    item_price,
    currency,
    product_retailer_id: 'B',
  });
  const total = (...product_items: object[]) =>
    (brings({ type: 'order', order: { product_items } }) as { body: string }).body
      .split('\n')
      .filter((line) => line.startsWith('Total'));
  expect(total(item(3, 0.1, 'BRL'), item(1, 0.2, 'BRL'))).toEqual(['Total: 0.50 BRL']);
  expect(total(item(1, 500, 'CLP'), item(2, 1, 'USD'))).toEqual(['Total: 500 CLP', 'Total: 2.00 USD']);
  expect(total({ quantity: 'x', item_price: 1, currency: 'BRL' })).toEqual([]);
});
