/** The page that plays the phones: it asks for the state each second, and posts what is done. */
export const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>WhatsApp peer</title>
<style>
  :root { color-scheme: light dark; font: 15px/1.45 system-ui, sans-serif; }
  body { max-width: 64rem; margin: 0 auto; padding: 1rem; }
  main { display: grid; grid-template-columns: repeat(auto-fill, minmax(18rem, 1fr)); gap: 1rem; }
  section { border: 1px solid #8886; border-radius: 12px; padding: 0.75rem; display: flex; flex-direction: column; gap: 0.5rem; }
  h1 { font-size: 1.2rem } h2 { font-size: 1rem; margin: 0 }
  ol { list-style: none; padding: 0; margin: 0; height: 14rem; overflow: auto; display: flex; flex-direction: column; gap: 0.35rem; }
  li { padding: 0.35rem 0.6rem; border-radius: 10px; background: #8882; align-self: flex-start; overflow-wrap: anywhere; max-width: 90%; }
  li.own { background: #25d36644; align-self: flex-end; }
  form, .row { display: flex; gap: 0.4rem; flex-wrap: wrap; }
  input:not([type=file]) { flex: 1; min-width: 6rem; padding: 0.35rem; } button { padding: 0.35rem 0.6rem; }
  small { opacity: 0.75 } pre { overflow: auto; background: #8882; padding: 0.5rem; border-radius: 8px; } [role=alert] { color: #c22; }
</style>
<h1>WhatsApp peer</h1>
<p role="alert" id="problem"></p>
<form data-post="/phones"><input name="number" placeholder="Number: 5511987654321" required><input name="name" placeholder="Name"><button>New phone</button></form>
<main id="phones"></main>
<h2>Wrong on demand</h2>
<form id="faults"><input name="faults" placeholder='{"noAck": 1, "refuse": 1, "failure": {"reason": "503"}, "upgrade": 503, "stranger": true}'><button>Set</button></form>
<pre id="state"></pre>
<script type="module">
  const phones = document.getElementById('phones'), problem = document.getElementById('problem'), faults = document.getElementById('faults');
  const post = async (path, body) => {
    const reply = await fetch(path, { method: 'POST', body: body instanceof Blob ? body : JSON.stringify(body) });
    problem.textContent = reply.ok ? '' : await reply.text();
    await look();
  };
  const element = (tag, attributes = {}, ...content) => {
    const made = Object.assign(document.createElement(tag), attributes);
    made.append(...content);
    return made;
  };
  const form = (fields, label, act) => {
    const made = element('form', {}, ...fields.map(([name, placeholder, type = 'text']) => element('input', { name, placeholder, type, ariaLabel: placeholder })), element('button', {}, label));
    made.onsubmit = (event) => {
      event.preventDefault();
      act(Object.fromEntries(new FormData(made)));
      if (!made.elements.to) made.reset();
      else if (made.elements.text) made.elements.text.value = '';
    };
    return made;
  };
  const cards = new Map();
  const card = (number) => {
    const path = '/phones/' + number;
    const title = element('h2'), devices = element('small'), list = element('ol', { ariaLabel: 'Messages of ' + number });
    const button = (label, name, body = {}) => element('button', { onclick: () => post(path + '/' + name, body) }, label);
    const file = ({ to, file }) => file.size && post(path + '/files?' + new URLSearchParams({ to, name: file.name, mime: file.type, kind: file.type.split('/')[0] }), file);
    const box = element('section', {}, title, devices, list,
      form([['to', 'To number'], ['text', 'Text']], 'Send', (said) => post(path + '/write', said)),
      form([['to', 'To number'], ['file', 'File', 'file']], 'Send file', file),
      form([['code', 'Text of a QR code']], 'Scan', (said) => post(path + '/scan', said)),
      form([['code', 'Code to type']], 'Type', (said) => post(path + '/type', said)),
      element('div', { className: 'row' }, button('Cut', 'cut'), button('Nonsense', 'nonsense'), button('Restart', 'restart'), button('Replaced', 'replaced'), button('Unlink', 'unlink'),
        button('Damage the next', 'habits', { damages: 1 }), button('By LID', 'habits', { addressing: 'lid' }), button('LID only', 'habits', { addressing: 'lid only' })));
    phones.append(box);
    return { title, devices, list, path, count: -1 };
  };
  const look = async () => {
    const { phones: all, ...rest } = await (await fetch('/state')).json();
    for (const one of all) {
      if (!cards.has(one.number)) cards.set(one.number, card(one.number));
      const shown = cards.get(one.number);
      shown.title.textContent = one.name + ' ' + one.number;
      shown.devices.textContent = one.devices.map((d) => 'device ' + d.device + (d.isOnline ? ' online' : ' away') + ', ' + d.queued + ' waiting' + (d.held ? ', held' : '')).join('; ') || 'no linked device';
      if (shown.count === one.shown.length) continue;
      shown.count = one.shown.length;
      shown.list.replaceChildren(...one.shown.map((m) => element('li', { className: m.isOwn ? 'own' : '' }, element('small', {}, m.isOwn ? 'to ' + m.chat + ' ' : m.from + ' '), m.text,
        ...(m.hasFile ? [element('a', { href: shown.path + '/files/' + m.id, download: '' }, ' file')] : []),
        element('button', { title: 'Mark as read', ariaLabel: 'Mark as read', onclick: () => post(shown.path + '/read', { id: m.id }) }, '✓✓'))));
      shown.list.scrollTop = shown.list.scrollHeight;
    }
    document.getElementById('state').textContent = JSON.stringify(rest, null, 2);
  };
  document.querySelector('form[data-post]').onsubmit = (event) => {
    event.preventDefault();
    post('/phones', Object.fromEntries(new FormData(event.target)));
    event.target.reset();
  };
  faults.onsubmit = (event) => {
    event.preventDefault();
    try { post('/faults', JSON.parse(faults.elements.faults.value)); } catch { problem.textContent = 'This is no JSON.'; }
  };
  await look();
  setInterval(() => look().catch(() => undefined), 1000);
</script>
</html>
`;
