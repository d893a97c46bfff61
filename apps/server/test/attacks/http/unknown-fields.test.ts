/**
 * No mass assignment (A5): an unknown field is refused by its name, anywhere in the body and whatever column, right or prototype it
 * targets; and a refused call writes nothing. Each row is a call that changes something; calls that only read, which have no body, are
 * tried by area.
 */
import { type EndpointSpec, endpoint, endpoints } from '@calmly/contract';
import { openApiDocument } from '@calmly/platform/http/openapi/document.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { App } from '../../../src/app.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { changedTables, imprint } from '../../support/attackers/doors.ts';
import { startTestEdge } from '../../support/attackers/edge.ts';
import { sampleBodies } from '../../support/attackers/sample-bodies.ts';
import { expectNothingWritten, rowsByArea, rowsByCall } from '../../support/attackers/sweep.ts';
import { record, sized } from '../../support/campaign.ts';
import { newClient, type SignedIn } from '../../support/clients/clients.ts';
import { sendDirectly } from '../../support/processes/direct.ts';

const all = Object.values(endpoints);
/** A stream has no fields. */
const writes = all.filter(({ method, stream }) => method !== 'GET' && stream === undefined);
const bodiless = all.filter((spec) => !writes.includes(spec));
/** Tried in the URL of every call. */
const inUrl = ['is_boss', 'ClientId', 'person_id', '__proto__'];
const prototypes = ['__proto__', 'constructor'];

/** The fields that an attacker would most like to set, tried one by one and not only among many. */
const coveted = [
  ...['Role', 'State', 'Grade', 'Email', 'Phone', 'ClientId', 'Id', 'Balance', 'Fee', 'Rights', 'Trusted'],
  ...['is_boss', 'person_id', 'client_id', 'session_id', 'state', 'role', 'admin_role', 'balance', 'trusted'],
  ...['can_create_benef', 'can_request_trans', 'password_hash', 'email_confirmed_at', 'amount_minor'],
  ...['termsAccepted', 'approval', 'approved', 'actor', 'isAdmin', 'status', 'created_at', 'version'],
  ...['constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf', '__defineGetter__', '$where', ''],
];

let app: TestApp;
let client: SignedIn;
let names: string[];
beforeAll(async () => {
  app = await startTestApp();
  client = await newClient(app);
  const { rows: columns } = await query<{ name: string }>`
    select distinct column_name as name from information_schema.columns
    where table_schema not in ('pg_catalog', 'information_schema')`.execute(app.database.sql);
  const known = JSON.stringify(openApiDocument({ endpoints: all }, '1')).matchAll(
    /"(\w+)":\{"(?:type|anyOf|default)"/g,
  );
  const wire = [...known].flatMap(([, name]) => name ?? []);
  names = [...new Set([...coveted, ...columns.map(({ name }) => name), ...wire])];
});
afterAll(() => app.close());

/** The objects in a body by their paths: the body itself, and those in lists. A free-form map does not count. */
function objectsIn(value: unknown, path: readonly string[] = []): Array<readonly string[]> {
  if (typeof value !== 'object' || value === null || path.at(-1) === 'clientExtensionResults') return [];
  const below = Object.entries(value).flatMap(([name, member]) => objectsIn(member, [...path, name]));
  return Array.isArray(value) ? below : [path, ...below];
}

/** A copy of the body with additional members in the object at the path. */
function planted(body: object, path: readonly string[], more: Record<string, unknown>): object {
  const [name, ...rest] = path;
  if (name === undefined) return { ...body, ...more };
  const entries = Object.entries(body).map(([key, member]) =>
    key === name ? [key, planted(member as object, rest, more)] : [key, member],
  );
  return Array.isArray(body) ? entries.map(([, member]) => member) : Object.fromEntries(entries);
}

/** The names in the call's own schema at this path. */
function ownNames(spec: EndpointSpec, path: readonly string[]): Set<string> {
  if (spec.body === undefined) return new Set();
  let schema: Shape = z.toJSONSchema(spec.body, { io: 'input', unrepresentable: 'any' }) as Shape;
  for (const name of path) schema = schema.items ?? schema.properties?.[name] ?? membersOf(schema);
  return new Set([...Object.keys(schema.properties ?? {}), ...(schema.propertyNames?.enum ?? [])]);
}
interface Shape {
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
  readonly propertyNames?: { readonly enum?: readonly string[] };
  readonly additionalProperties?: Shape | boolean;
}
const membersOf = ({ additionalProperties }: Shape): Shape =>
  typeof additionalProperties === 'object' ? additionalProperties : {};

/** Calls sent so far. */
let probes = 0;

interface Probe {
  readonly server: App['server'];
  readonly token: string;
}

async function send({ server, token }: Probe, spec: EndpointSpec, body: string, search = '') {
  probes += 1;
  const path = spec.path.replaceAll(/\{\w+\}/g, '018f0000-0000-7000-8000-000000000000');
  const { status, text } = await sendDirectly(server, {
    method: spec.method,
    path: `/api${path}${search}`,
    headers: {
      'content-type': spec.stream === undefined ? 'application/json' : 'application/octet-stream',
      'idempotency-key': 'planted',
      'x-background': '1',
      ...(spec.access === 'public' ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(spec.method === 'GET' ? {} : { body }),
  });
  const { detail } = (text === '' ? {} : JSON.parse(text)) as { detail?: unknown };
  const fields = Array.isArray(detail) ? (detail as { field: string }[]).map(({ field }) => field) : [];
  return { status, fields: new Set(fields) };
}

/** The unknown names that the call accepts in this object of the sample. */
async function acceptedIn(
  probe: Probe,
  spec: EndpointSpec,
  { sample, path }: { readonly sample: object; readonly path: readonly string[] },
  candidates: readonly string[],
): Promise<string[]> {
  const own = ownNames(spec, path);
  const foreign = candidates.filter((name) => !own.has(name));
  if (foreign.length === 0) return [];
  const body = planted(sample, path, Object.fromEntries(foreign.map((name) => [name, true])));
  const { status, fields } = await send(probe, spec, JSON.stringify(body));
  const [only, ...others] = foreign;
  // The only change in a valid sample is the refused one, even if the error names it differently: a column's name may be our word for a field.
  if (only !== undefined && others.length === 0)
    return status === 400 && fields.size === 1 ? [] : [`${spec.id} ${[...path, only].join('.')}: ${status}`];
  const unnamed = foreign.filter((name) => status !== 400 || !fields.has([...path, name].join('.')));
  return inPairs(unnamed, (name) => acceptedIn(probe, spec, { sample, path }, [name]));
}

/** Two calls at a time, because more uploads of one client are not accepted at once. */
async function inPairs<Item>(items: readonly Item[], call: (item: Item) => Promise<string[]>) {
  const found: string[] = [];
  for (let start = 0; start < items.length; start += 2)
    found.push(...(await Promise.all(items.slice(start, start + 2).map(call))).flat());
  return found;
}

/** Which of the coveted names are tried alone in an object: in full all, in short a quarter, different for each object. */
const shares = sized(4, 1);
let objects = 0;

/** All names at once and the coveted ones one by one, in every object of the sample. */
async function accepted(probe: Probe, spec: EndpointSpec, sample: object, candidates: readonly string[]) {
  const found: string[] = [];
  for (const path of objectsIn(sample)) {
    objects += 1;
    const alone = coveted.filter((_, place) => place % shares === objects % shares);
    found.push(...(await acceptedIn(probe, spec, { sample, path }, candidates)));
    found.push(...(await inPairs(alone, (name) => acceptedIn(probe, spec, { sample, path }, [name]))));
  }
  return found;
}

test('there is a sample for every body, and each passes its schema', () => {
  const described = writes.filter(({ body }) => body !== undefined);
  expect(Object.keys(sampleBodies).sort()).toEqual(described.map(({ id }) => id).sort());
  for (const { id, body } of described)
    expect([id, body && z.safeDecode(body, sampleBodies[id]).error]).toEqual([id, undefined]);
});

/** The call's answers to the names in its URL. */
async function urlAnswers(probe: Probe, spec: EndpointSpec) {
  const body = JSON.stringify(sampleBodies[spec.id] ?? {});
  const answers: Array<readonly [string, string, number]> = [];
  for (const name of inUrl)
    answers.push([spec.id, name, (await send(probe, spec, body, `?${name}=true`)).status]);
  return answers;
}

/** Its answer to a body that starts with another prototype. */
async function prototypeAnswers(probe: Probe, spec: EndpointSpec) {
  const sample = JSON.stringify(sampleBodies[spec.id] ?? {}).slice(1);
  const answers: Array<readonly [string, string, number]> = [];
  for (const name of prototypes) {
    const body = `{"${name}":{"prototype":{"Role":"ADMIN"}}${sample === '}' ? '' : ','}${sample}`;
    answers.push([spec.id, name, (await send(probe, spec, body)).status]);
  }
  return answers;
}

const refused = (id: string, triedNames: readonly string[]) => triedNames.map((name) => [id, name, 400]);

describe('an unknown field is refused by name, at every place of the body and in the URL', () => {
  const tried = new Set<string>();
  const ownProbe = (): Probe => ({ server: app.app.server, token: client.token });
  beforeAll(() => {
    probes = 0;
  });
  expectNothingWritten(() => app.database);

  test.each(rowsByCall(writes))('%s', async (_title, spec) => {
    const probe = ownProbe();
    expect(await accepted(probe, spec, sampleBodies[spec.id] ?? {}, names)).toEqual([]);
    expect(await prototypeAnswers(probe, spec)).toEqual(refused(spec.id, prototypes));
    expect(await urlAnswers(probe, spec)).toEqual(refused(spec.id, inUrl));
    tried.add(spec.id);
  });

  test.each(rowsByArea(bodiless))('%s: calls without fields in a body', async (_area, specs) => {
    for (const spec of specs) {
      expect(await urlAnswers(ownProbe(), spec)).toEqual(refused(spec.id, inUrl));
      tried.add(spec.id);
    }
  });

  test('the rows covered every call', () => {
    expect(all.map(({ id }) => id).filter((id) => !tried.has(id))).toEqual([]);
    expect(names.length).toBeGreaterThan(300);
    expect(probes).toBeGreaterThan(sized(4_000, 10_000));
    record({
      id: 'A5',
      what: `${names.length} names in every object of ${writes.length} bodies, 1 of ${shares} of the ${coveted.length} coveted ones alone; in ${all.length} URLs`,
      figure: `${probes} calls: every name refused, nothing written`,
      control: 'schemas that drop or accept unknown fields are found',
    });
  });
});

test('controls: the check detects a schema that drops unknown fields, and one that accepts them', async () => {
  const shape = {
    method: 'POST',
    tag: 'Test',
    summary: 'For tests',
    access: 'client',
    presence: 'open',
  } as const;
  const body = { title: z.string() };
  const specs = {
    strict: endpoint({ ...shape, id: 'strict', path: '/strict', body: z.strictObject(body) }),
    stripping: endpoint({ ...shape, id: 'stripping', path: '/stripping', body: z.object(body) }),
    open: endpoint({ ...shape, id: 'open', path: '/open', body: z.looseObject(body) }),
  };
  const edge = await startTestEdge((router) => {
    for (const spec of Object.values(specs))
      router.write(spec as EndpointSpec, async (work, input) => {
        await query`insert into note (body) values (${JSON.stringify(input.body)})`.execute(work.sql);
        return undefined;
      });
  });
  await query`create table note (body text)`.execute(edge.database.sql);
  const check = async (spec: EndpointSpec) => {
    const before = await imprint(edge.database);
    const probe = { server: edge.edge.server, token: 'anna' };
    const found = await accepted(probe, spec, { title: 'a' }, ['Role', 'State']);
    return [
      found.length > coveted.length / shares,
      changedTables(before, await imprint(edge.database)).length > 0,
    ];
  };
  expect(await check(specs.strict)).toEqual([false, false]);
  expect(await check(specs.stripping)).toEqual([true, true]);
  expect(await check(specs.open)).toEqual([true, true]);
  await edge.close();
});
