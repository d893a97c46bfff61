/**
 * Detects SQL injection: puts payloads into every parameter of a call and watches the database. A hole shows as a 5xx response, an SQL error
 * of class 42 (syntax, unknown names) at the driver, a sequence that only a payload can increment, or different responses to a pair of
 * true and false payloads.
 */
import type { EndpointSpec } from '@calmly/contract';
import type { Database } from '@calmly/platform/database.ts';
import type { FastifyInstance } from 'fastify';
import { sendDirectly } from '../processes/direct.ts';
import { nameOf, type Parameter, parametersOf, placed } from './parameters.ts';

const move = "nextval('public.canary')";

/** Each moves the canary, is a syntax error or changes a condition, in one of the possible positions of a value. */
const payloads: readonly string[] = [
  "'",
  `' || (select ${move})::text || '`,
  `x'; select ${move}; --`,
  `') or ${move} > 0 --`,
  `1; select ${move}`,
  `(select ${move})`,
  "%' or '1'='1' --",
  '"',
  `x"; select ${move}; --`,
  `' union select ${move}::text --`,
  `$$; select ${move}; --`,
  `\\'; select ${move}; --`,
  `/**/'/**/or/**/${move}>0--`,
  `', (select ${move}), '`,
  `' and 1 = (select ${move}) and '1'='1`,
  `name; select ${move} --`,
  `1 order by (select ${move})`,
  `case when ${move} > 0 then 1 else 2 end`,
  '\u02BC or 1=1 --',
  '\uFF07 or 1=1 --',
  "' or 1=1 limit 1 offset 0 --",
  "'::int",
  '$1',
  ':name',
  '?',
  '%',
  '_',
  '\\',
  '%00',
  '--',
  '/*',
  '*/',
];

/** Non-text values, for bodies. */
const others: readonly unknown[] = [{ $ne: null }, ['x', "'"], { toString: "'" }, true, 1e21, -1, null];

/** Payloads with the same words, true and false: a search by words finds the same texts of earlier calls with either. */
const pairs: ReadonlyArray<readonly [string, string]> = [
  ["' or 'qx'='qx", "' or 'qx'<>'qx"],
  ["' and 'qx'='qx", "' and 'qx'<>'qx"],
  [' and 1=1', ' and 1=2'],
  ["%' and '1' like '1", "%' and '1' like '2"],
];

export interface InjectionTarget {
  readonly server: FastifyInstance;
  readonly database: Database;
  /** A currently valid token. */
  readonly token: () => Promise<string>;
  /** Values of the path and of required params, by the call's id. */
  readonly base: (spec: EndpointSpec) => Readonly<Record<string, string>>;
}

export interface Search {
  readonly holes: readonly string[];
  readonly calls: number;
  readonly parameters: number;
}

/** Collects the codes of the database's errors. */
export function watchErrors({ pool }: Pick<Database, 'pool'>): string[] {
  const codes: string[] = [];
  type Wire = {
    connection: { on(event: 'errorMessage', heard: (message: { code?: string }) => void): void };
  };
  const listen = (client: unknown) =>
    (client as Wire).connection.on('errorMessage', ({ code }) => codes.push(code ?? ''));
  for (const client of (pool as unknown as { _clients: unknown[] })._clients) listen(client);
  pool.on('connect', listen);
  return codes;
}

let callers = 0;

/** Each call comes from another address: otherwise a limit by address would block payloads, and sign-ins. */
export function nextAddress(): string {
  callers += 1;
  return `10.${(callers >> 16) & 255}.${(callers >> 8) & 255}.${callers & 255}`;
}

/** The payloads for a parameter. */
interface Plan {
  readonly values: readonly unknown[];
  readonly pairs: ReadonlyArray<readonly [string, string]>;
}

const turn = <Item>(items: readonly Item[], place: number): readonly Item[] => {
  const item = items[place % items.length];
  return item === undefined ? [] : [item];
};

/**
 * In short form each parameter gets one of the payloads that detect concatenated text, in turn; and in each call, one parameter gets one of every
 * other kind, in turn.
 */
function shortPlan({ in: where }: Parameter, place: number, { at, of }: { at: number; of: number }): Plan {
  const isChosen = at === place % of;
  return {
    values: [
      ...turn(payloads.slice(0, 3), place + at),
      ...(isChosen ? turn(payloads.slice(3), place) : []),
      ...(isChosen && where === 'body' ? turn(others, place) : []),
    ],
    pairs: isChosen ? turn(pairs, place) : [],
  };
}

const fullPlan = ({ in: where }: Parameter): Plan => ({
  values: where === 'body' ? [...payloads, ...others] : payloads,
  pairs,
});

/**
 * Prepares a search, which tries payloads in every parameter of one call after the other, and in one header for each call in turn, by the call's
 * position: the code that reads headers is the same for all calls. In short form a few payloads of each kind; thoroughly all of them.
 */
export async function prepareSearch(
  target: InjectionTarget,
  thoroughly: boolean,
): Promise<(spec: EndpointSpec, place: number) => Promise<Search>> {
  await target.database.pool.query('create sequence if not exists public.canary');
  const codes = watchErrors(target.database);
  let calls = 0;
  let token = '';

  const send = async (spec: EndpointSpec, parameter: Parameter | undefined, value: unknown) => {
    for (let attempt = 0; ; attempt += 1) {
      calls += 1;
      const request = requestOf(target, spec, { parameter, value, token });
      const answer = await sendDirectly(target.server, request).catch((error: Error) => ({
        status: 599,
        text: error.message,
      }));
      // Some calls end the session.
      if (answer.status !== 401 || attempt > 0 || spec.access === 'public') return answer;
      token = await target.token();
    }
  };
  const lookAtErrors = (name: string) =>
    codes.splice(0).flatMap((code) => (code.startsWith('42') ? [`${name}: SQL error ${code}`] : []));
  const lookAtCanary = async (name: string) => {
    const { rows } = await target.database.pool.query('select is_called from public.canary');
    if (!rows[0].is_called) return [];
    await target.database.pool.query("select setval('public.canary', 1, false)");
    return [`${name}: the payload was run`];
  };

  return async (spec, place) => {
    const holes: string[] = [];
    const before = calls;
    if (thoroughly || token === '' || place % 12 === 0) token = await target.token();
    const own = parametersOf(spec);
    const tried = [...own, ...turn(headers, place)];
    for (const [at, parameter] of tried.entries()) {
      const name = `${spec.id} ${nameOf(parameter)}`;
      const plan = thoroughly ? fullPlan(parameter) : shortPlan(parameter, place, { at, of: tried.length });
      for (const value of plan.values) {
        const { status } = await send(spec, parameter, value);
        if (status >= 500) holes.push(`${name}: ${status} for ${JSON.stringify(value)}`);
      }
      for (const [yes, no] of plan.pairs) {
        const start = startOf(target, spec, parameter);
        const answerTo = async (value: string) =>
          comparable(await send(spec, parameter, start + value), [start + yes, start + no]);
        const [one, other] = [await answerTo(yes), await answerTo(no)];
        if (one === other) continue;
        // An answer that changes anyway proves nothing.
        if (one === (await answerTo(yes)) && other === (await answerTo(no)))
          holes.push(`${name}: answers by ${no}, ${difference(one, other)}`);
      }
      holes.push(...lookAtErrors(name));
      if (thoroughly) holes.push(...(await lookAtCanary(name)));
    }
    holes.push(...(await lookAtCanary(spec.id)));
    return { holes: [...new Set(holes)], calls: calls - before, parameters: tried.length };
  };
}

/** Headers and cookies that the server reads. */
const headers: readonly Parameter[] = [
  ...['authorization', 'idempotency-key', 'x-tfa-code', 'accept-language', 'user-agent', 'x-forwarded-for'],
  ...['cookie.rt', 'cookie.device', 'cookie.oldClientId', 'cookie.connect_request', 'x-request-id', 'origin'],
].map((name) => ({ in: 'header', path: [name] }));

/** The valid value, to which conditions are appended. */
function startOf(target: InjectionTarget, spec: EndpointSpec, { in: place, path }: Parameter): string {
  return place === 'path' ? (target.base(spec)[path[0] ?? ''] ?? '') : '';
}

function requestOf(
  { base }: InjectionTarget,
  spec: EndpointSpec,
  { parameter, value, token }: { parameter: Parameter | undefined; value: unknown; token: string },
) {
  const values = base(spec);
  const { path, query, body } = placed(spec, parameter, value, values);
  const search = new URLSearchParams({ ...requiredOf(spec, values), ...query }).toString();
  const inHeader = parameter?.in === 'header' ? headerOf(parameter.path[0] ?? '', String(value)) : {};
  return {
    method: spec.method,
    path: search ? `${path}?${search}` : path,
    headers: {
      'idempotency-key': crypto.randomUUID(),
      ...(spec.access === 'public' ? {} : { authorization: `Bearer ${token}` }),
      ...(spec.method !== 'GET' && body !== undefined && { 'content-type': 'application/json' }),
      ...inHeader,
    },
    ...(spec.method !== 'GET' && body !== undefined && { body: JSON.stringify(body) }),
    from: nextAddress(),
  };
}

const required = /^(format|locale|accountId|on|profile)$/;
const requiredValues: Readonly<Record<string, string>> = { format: 'csv', locale: 'en', on: '2030-01-31' };

function requiredOf(spec: EndpointSpec, values: Readonly<Record<string, string>>): Record<string, string> {
  const wanted = parametersOf(spec).flatMap(({ in: place, path: [name = ''] }) =>
    place === 'query' && required.test(name) ? [name] : [],
  );
  return Object.fromEntries(
    wanted.flatMap((name) => {
      const value = requiredValues[name] ?? values[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** Node refuses to send a header with these; over a socket they end the request. */
function headerOf(name: string, value: string): Record<string, string> {
  const text = value.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '');
  const [kind, cookie] = name.split('.');
  if (kind === 'cookie') return { cookie: `${cookie}=${text}; __Host-${cookie}=${text}` };
  return { [name]: name === 'authorization' ? `Bearer ${text}` : text };
}

/** Excerpts of two texts from just before their first difference. */
function difference(one: string, other: string): string {
  const at = Math.max([...one].findIndex((sign, place) => sign !== other[place]) - 40, 0);
  return `${one.slice(at, at + 120)} or ${other.slice(at, at + 120)}`;
}

/**
 * An answer without the parts that always differ: the values themselves, ids, times, codes and sums. The number of passkeys
 * and their transports differ from name to name on purpose: an account without any seems to have some.
 */
function comparable({ status, text }: { status: number; text: string }, values: readonly string[]): string {
  let shown = text;
  for (const value of values)
    for (const spelling of [JSON.stringify(value).slice(1, -1), value.trim()])
      shown = shown.replaceAll(spelling, '·');
  shown = shown
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
    .replaceAll(/"[\w-]{20,}"/g, '"token"')
    .replaceAll(/"transports":\[[^\]]*\]/g, '"transports"')
    .replaceAll(/(\{"id":"token","type":"public-key","transports"\},?)+/g, 'passkeys')
    .replaceAll(/\d+/g, '0');
  return `${status} ${shown}`;
}
