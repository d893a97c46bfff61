/**
 * Every place where a call takes a value: path segments, the query, and all fields of the body including optional ones, from the
 * contract. Attack tests put their values there.
 */
import type { EndpointSpec } from '@calmly/contract';
import { z } from 'zod';
import { sampleBodies } from './sample-bodies.ts';

export interface Parameter {
  readonly in: 'path' | 'query' | 'body' | 'header';
  /** `['bank_details', '0', 'iban']`; a single name for the other kinds. */
  readonly path: readonly string[];
}

/** The parts of `toJSONSchema`'s output that are read here. */
interface Shape {
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
  readonly additionalProperties?: Shape | boolean;
}

export const nameOf = ({ in: place, path }: Parameter): string => `${place} ${path.join('.')}`;

/** All parameters of a call. */
export function parametersOf(spec: EndpointSpec): Parameter[] {
  const inPath = [...spec.path.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => name ?? []);
  return [
    ...inPath.map((name) => ({ in: 'path' as const, path: [name] })),
    ...leavesOf(spec.query).map((path) => ({ in: 'query' as const, path })),
    ...leavesOf(spec.body).map((path) => ({ in: 'body' as const, path })),
  ];
}

function leavesOf(schema: z.ZodType | undefined): Array<readonly string[]> {
  if (schema === undefined) return [];
  const shape = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape;
  const found = leavesIn(shape, []);
  return [...new Map(found.map((path) => [path.join('.'), path])).values()];
}

function leavesIn(shape: Shape, path: readonly string[]): Array<readonly string[]> {
  const { properties, items, anyOf = [], oneOf = [], additionalProperties } = shape;
  const members = Object.entries(properties ?? {});
  const below = [
    ...members.flatMap(([name, member]) => leavesIn(member, [...path, name])),
    ...(items ? leavesIn(items, [...path, '0']) : []),
    ...[...anyOf, ...oneOf].flatMap((option) => leavesIn(option, path)),
    ...(typeof additionalProperties === 'object' && members.length === 0
      ? leavesIn(additionalProperties, [...path, 'any'])
      : []),
  ];
  return below.length > 0 ? below : [path];
}

/** A copy of a body with another value at the path; missing parts are created. */
export function withValue(body: unknown, path: readonly string[], value: unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  if (Array.isArray(body) || (body === undefined && /^\d+$/.test(name))) {
    const list: unknown[] = Array.isArray(body) ? [...body] : [];
    list[Number(name)] = withValue(list[Number(name)], rest, value);
    return list;
  }
  const members = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  return { ...members, [name]: withValue(members[name], rest, value) };
}

/** What a body has at the path. */
export const valueAt = (body: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], body);

const noId = '018f0000-0000-7000-8000-000000000000';

export interface Place {
  /** Beginning with `/api`. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** A call that is valid except for one parameter. `base` are existing path values. */
export function placed(
  spec: EndpointSpec,
  parameter: Parameter | undefined,
  value: unknown,
  base: Readonly<Record<string, string>> = {},
): Place {
  const own = (place: Parameter['in']) => (parameter?.in === place ? parameter.path : undefined);
  const [inPath] = own('path') ?? [];
  const path = spec.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(name === inPath ? String(value) : (base[name] ?? noId)),
  );
  const [inQuery] = own('query') ?? [];
  const sample = sampleBodies[spec.id];
  const inBody = own('body');
  return {
    path: `/api${path}`,
    query: inQuery === undefined ? {} : { [inQuery]: String(value) },
    body: inBody ? withValue(sample, inBody, value) : sample,
  };
}
