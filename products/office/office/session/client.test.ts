import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const session = {
  id: '019e0000-0000-7000-8000-000000000001',
  name: 'Maija Berg',
  email: 'maija.berg@calmly.test',
  roles: ['SUPER'],
  idleUntil: '2026-11-30T12:15:00Z',
  endsAt: '2026-11-30T23:00:00Z',
  factorUntil: null,
  sandbox: true,
};
const id = '019e0000-0000-7000-8000-000000000002';
const answers: Array<() => Response> = [];
const sent: Request[] = [];

beforeEach(() => {
  answers.length = 0;
  sent.length = 0;
  vi.resetModules();
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    sent.push(new Request(`http://office${address}`, init));
    const answer = answers.shift();
    if (!answer) throw new Error('no answer');
    return answer();
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  vi.resetModules();
});

const ok = (body: unknown) => () => Response.json(body);
const lost = () => {
  throw new TypeError('the connection was lost');
};
const refused = (status: number, code: string) => () =>
  Response.json(
    { type: 'about:blank', title: code, status, code, detail: code, requestId: 'r1' },
    { status },
  );
const decided = { queue: 'payment', id, decision: 'hold' };

async function load() {
  const [{ call }, state, factor, staff] = await Promise.all([
    import('./client.ts'),
    import('./state.ts'),
    import('./factor.ts'),
    import('@calmly/contract/staff'),
  ]);
  return { call, state, factor, staff };
}

const decision = { params: { queue: 'payment', id }, body: { decision: 'hold', version: 'v1' } } as const;

/** Runs a call to its end, without its pauses. */
async function settled<T>(running: Promise<T>): Promise<T> {
  running.catch(() => undefined);
  await vi.runAllTimersAsync();
  return running;
}

test('a decision whose answer was lost is sent again with the same key', async () => {
  const { call, staff } = await load();
  answers.push(lost, ok(decided));
  await expect(settled(call(staff.decideInboxItem, decision))).resolves.toEqual(decided);
  const keys = sent.map(({ headers }) => headers.get('idempotency-key'));
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys).toEqual([keys[0], keys[0]]);
});

test('a decision without any answer has an unknown outcome; a read says that the network failed', async () => {
  const { call, staff } = await load();
  answers.push(lost, lost, lost);
  await expect(settled(call(staff.decideInboxItem, decision))).rejects.toMatchObject({
    code: 'outcome_unknown',
  });
  answers.push(lost, lost, lost);
  await expect(settled(call(staff.listQueues))).rejects.toMatchObject({ code: 'network' });
});

test('a call without a key is not sent again after a lost answer', async () => {
  const { call, staff } = await load();
  answers.push(lost);
  const taking = call(staff.claimInboxItem, { params: { queue: 'payment', id }, body: {} });
  await expect(settled(taking)).rejects.toMatchObject({ code: 'outcome_unknown' });
  expect(sent).toHaveLength(1);
});

test('an act that needs a newer code waits for it and is sent again with the same key', async () => {
  const { call, factor, staff } = await load();
  answers.push(refused(403, 'staff_factor_needed'), ok(decided));
  const running = call(staff.decideInboxItem, decision);
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  await vi.waitFor(() => expect(factor.currentlyAsked()).toBeDefined());
  factor.currentlyAsked()?.done();
  await expect(running).resolves.toEqual(decided);
  const [first, second] = sent.map(({ headers }) => headers.get('idempotency-key'));
  expect(second).toBe(first);
});

test('an act whose code is not given is not carried out', async () => {
  const { call, factor, staff } = await load();
  answers.push(refused(403, 'staff_factor_needed'));
  const running = call(staff.decideInboxItem, decision);
  running.catch(() => undefined);
  await vi.waitFor(() => expect(factor.currentlyAsked()).toBeDefined());
  factor.currentlyAsked()?.cancel();
  await expect(running).rejects.toMatchObject({ code: 'code_canceled' });
  expect(sent).toHaveLength(1);
});

test('the end of a session is announced once; a wrong code is not the end of one', async () => {
  const { call, state, staff } = await load();
  const ends: string[] = [];
  state.onSessionEnd((reason) => ends.push(reason));
  state.keepSession(session as never);
  answers.push(refused(401, 'staff_sign_in_failed'));
  await expect(call(staff.proveStaffFactor, { body: { code: '000000' } })).rejects.toMatchObject({
    code: 'staff_sign_in_failed',
  });
  expect(ends).toEqual([]);
  answers.push(refused(401, 'staff_session_over'), refused(401, 'staff_session_over'));
  await Promise.allSettled([call(staff.listQueues), call(staff.listProposals)]);
  expect(ends).toEqual(['ended']);
  expect(state.isSignedIn()).toBe(false);
});

test('an answer that does not match the contract is refused', async () => {
  const { call, staff } = await load();
  answers.push(ok({ queues: 'none' }));
  await expect(call(staff.listQueues)).rejects.toMatchObject({ code: 'unreadable' });
});

test('params are escaped, and empty filters are left out', async () => {
  const { call, staff } = await load();
  answers.push(ok({ items: [], next: null }));
  await call(staff.listAudit, { query: { limit: 50, action: 'staff.', person: undefined } });
  expect(sent[0]?.url).toBe('http://office/office/api/audit?limit=50&action=staff.');
});
