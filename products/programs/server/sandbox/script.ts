/**
 * Penny's own program, as a public application would write it: authorization code with PKCE (RFC 7636), state and issuer compared when
 * the browser returns (RFC 9207), the token refreshed when it is refused, and revoked at the end. The portal has the same origin here
 * and empties the tab's session storage at each sign-in, so Penny uses local storage.
 */
export const sandboxScript = `
const find = (selector) => document.querySelector(selector);
const kept = {
  get: (name) => JSON.parse(localStorage.getItem('penny.' + name) ?? 'null'),
  set: (name, value) => value === null ? localStorage.removeItem('penny.' + name) : localStorage.setItem('penny.' + name, JSON.stringify(value)),
};
const text = (bytes) => btoa(String.fromCharCode(...bytes)).replace(/[+]/g, '-').replace(/[/]/g, '_').replace(/=+$/, '');
const random = () => text(crypto.getRandomValues(new Uint8Array(32)));
const say = (words) => { find('#said').textContent = words; };
const note = (title, sent, came) => {
  const shown = [title, sent, came].map((part) => typeof part === 'string' ? part : JSON.stringify(part, null, 2));
  find('#log').textContent = [...shown, '', find('#log').textContent].join('\\n');
};
const here = location.origin + settings.path;
const metadata = fetch(settings.metadataPath).then((answer) => answer.json());

async function send(address, sent) {
  const answer = await fetch(address, { method: 'POST', body: new URLSearchParams(sent) });
  const body = await answer.json().catch(() => ({}));
  note('POST ' + address + ' ' + answer.status, sent, body);
  return { ok: answer.ok, body };
}

async function call(method, path, body) {
  const ask = () => fetch('/api' + path, { method, headers: { authorization: 'Bearer ' + kept.get('tokens').access_token,
    ...(body ? { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() } : {}) }, ...(body ? { body: JSON.stringify(body) } : {}) });
  let answer = await ask();
  if (answer.status === 401 && await refresh()) answer = await ask();
  const came = await answer.json().catch(() => ({}));
  note(method + ' /api' + path + ' ' + answer.status, body ?? '', came);
  if (!answer.ok) say(typeof came.detail === 'string' ? came.detail : (came.detail ?? []).map((one) => one.message).join(' ') || 'The bank refused.');
  if (answer.status === 401) { kept.set('tokens', null); show(); }
  return answer.ok ? came : undefined;
}

async function refresh() {
  const { token_endpoint } = await metadata;
  const { ok, body } = await send(token_endpoint, { grant_type: 'refresh_token', client_id: settings.id, refresh_token: kept.get('tokens').refresh_token });
  if (ok) kept.set('tokens', body);
  return ok;
}

function show() {
  const tokens = kept.get('tokens');
  find('#out').hidden = tokens !== null;
  find('#in').hidden = tokens === null;
  find('#pay').hidden = !tokens?.scope.includes('payments:request');
}

async function readAccounts() {
  const page = await call('GET', '/clientaccounts');
  if (!page) return;
  find('#accounts').replaceChildren(...page.Items.map(({ PrettyName, Number, Currency, AvailableBalance }) => {
    const item = document.createElement('li');
    const money = document.createElement('b');
    money.textContent = AvailableBalance + ' ' + Currency;
    item.append(PrettyName + ' ' + Number, money);
    return item;
  }));
  find('[name=from]').replaceChildren(...page.Items.map(({ PrettyName, Number }) => new Option(PrettyName, Number)));
  say('Penny sees ' + page.Items.length + (page.Items.length === 1 ? ' account.' : ' accounts.'));
}

find('#connect').addEventListener('click', async () => {
  const { authorization_endpoint } = await metadata;
  const verifier = random();
  const state = random();
  const challenge = text(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))));
  kept.set('request', { verifier, state });
  location.assign(authorization_endpoint + '?' + new URLSearchParams({ response_type: 'code', client_id: settings.id, redirect_uri: here,
    scope: settings.scope, state, code_challenge: challenge, code_challenge_method: 'S256' }));
});
find('#read').addEventListener('click', readAccounts);
find('#payees').addEventListener('click', async () => {
  const page = await call('GET', '/beneficiaries');
  if (page) say('Penny sees these payees: ' + (page.Items.map(({ Name }) => Name).join(', ') || 'none') + '.');
});
find('#refresh').addEventListener('click', async () => say(await refresh() ? 'The token is new.' : 'The bank gave no new token.'));
find('#leave').addEventListener('click', async () => {
  const { revocation_endpoint } = await metadata;
  await send(revocation_endpoint, { client_id: settings.id, token: kept.get('tokens').refresh_token });
  kept.set('tokens', null);
  show();
  say('Penny has given its keys back.');
});
find('form').addEventListener('submit', async (event) => {
  event.preventDefault();
  const form = new FormData(event.target);
  const payment = await call('POST', '/transactions', { AccountFrom: form.get('from'), ToAccount: form.get('to'), ToName: form.get('name'), Amount: form.get('amount'), Details: form.get('reference') });
  if (payment) say('Asked for ' + payment.Number + '. It waits for you at your bank.');
});

async function arrive() {
  const answer = new URLSearchParams(location.search);
  const request = kept.get('request');
  if (!answer.has('state') || !request) return;
  history.replaceState(null, '', settings.path);
  kept.set('request', null);
  const { issuer, token_endpoint } = await metadata;
  if (answer.get('state') !== request.state || answer.get('iss') !== issuer) return say('This answer is not for Penny’s question.');
  if (answer.has('error')) return say(answer.get('error') === 'access_denied' ? 'You said no. Nothing is connected.' : 'The bank answered: ' + answer.get('error'));
  const { ok, body } = await send(token_endpoint, { grant_type: 'authorization_code', client_id: settings.id, redirect_uri: here,
    code: answer.get('code'), code_verifier: request.verifier });
  if (!ok) return say('The bank answered: ' + body.error);
  kept.set('tokens', body);
}

arrive().then(async () => { show(); if (kept.get('tokens')) await readAccounts(); });
`;
