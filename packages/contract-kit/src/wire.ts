/**
 * Wire names. The specification's field names (`AccountFrom`, `bank_details`) exist only in this package; all other code uses our
 * vocabulary (ISO 20022 terms). A resource is described once with `wire()`:
 *
 *     wire({ debtorAccount: ['AccountFrom', z.string()] })
 *
 * The result is a zod codec. Decoding takes the wire form (`{AccountFrom}`) and returns ours (`{debtorAccount}`); encoding does the
 * reverse. Unknown fields are refused in both directions.
 */
import { z } from 'zod';

type Field = readonly [wireName: string, schema: z.ZodType];
type Fields = Record<string, Field>;

type WireShape<F extends Fields> = { [K in keyof F as F[K][0]]: F[K][1] };
type OptionalKeys<F extends Fields> = {
  [K in keyof F]: undefined extends z.output<F[K][1]> ? K : never;
}[keyof F];
type Simplify<T> = { [K in keyof T]: T[K] } & {};

/** The object that a `wire()` codec decodes to: our names, with fields that may be undefined as optional. */
export type Ours<F extends Fields> = Simplify<
  { [K in Exclude<keyof F, OptionalKeys<F>>]: z.output<F[K][1]> } & {
    [K in OptionalKeys<F>]?: z.output<F[K][1]>;
  }
>;

/** A codec between the wire's object and ours. `fieldNames` maps our field name to the wire's. */
export type WireCodec<F extends Fields> = z.ZodCodec<
  z.ZodObject<WireShape<F>, z.core.$strict>,
  z.ZodCustom<Ours<F>, Ours<F>>
>;

const namesByCodec = new WeakMap<z.ZodType, ReadonlyMap<string, string>>();

/** Describes a resource or a request body; see the header of this file. */
export function wire<const F extends Fields>(fields: F): WireCodec<F> {
  const entries = Object.entries(fields);
  const shape = Object.fromEntries(entries.map(([, [name, schema]]) => [name, schema])) as WireShape<F>;
  const toOurs = entries.map(([ours, [name]]) => [name, ours] as const);
  const toWire = entries.map(([ours, [name]]) => [ours, name] as const);
  const codec = z.codec(z.strictObject(shape), z.custom<Ours<F>>(), {
    decode: (value) => rename(value as Record<string, unknown>, toOurs) as Ours<F>,
    encode: (value) => rename(value as Record<string, unknown>, toWire) as never,
  }) as unknown as WireCodec<F>;
  namesByCodec.set(codec, new Map(toWire));
  return codec;
}

function rename(source: Record<string, unknown>, names: ReadonlyArray<readonly [string, string]>) {
  const target: Record<string, unknown> = {};
  for (const [from, to] of names) if (source[from] !== undefined) target[to] = source[from];
  return target;
}

/** Our field name to the wire's, for the field errors of a problem; the name itself where there is no mapping. */
export function toWireName(schema: z.ZodType | undefined, ours: string): string {
  return (schema && namesByCodec.get(schema)?.get(ours)) ?? ours;
}

/**
 * A path of our names to the wire's: `bankDetails.0.iban` to `bank_details.0.iban`. Names that are not ours (they may be
 * the wire's already) stay as they are.
 */
export function toWirePath(schema: z.ZodType | undefined, path: string): string {
  let current = schema;
  const wirePath = path.split('.').map((name) => {
    current = withoutWrapper(current);
    if (current instanceof z.ZodArray) {
      current = current.element as z.ZodType;
      return name;
    }
    const wireName = toWireName(current, name);
    current = memberOf(current, wireName);
    return wireName;
  });
  return wirePath.join('.');
}

function withoutWrapper(schema: z.ZodType | undefined): z.ZodType | undefined {
  let inner = schema;
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodNullable || inner instanceof z.ZodDefault)
    inner = inner.unwrap() as z.ZodType;
  return inner;
}

function memberOf(schema: z.ZodType | undefined, wireName: string): z.ZodType | undefined {
  const object = schema instanceof z.ZodCodec ? schema.def.in : schema;
  return object instanceof z.ZodObject ? (object.shape[wireName] as z.ZodType | undefined) : undefined;
}

/** The wire's field name to ours, for putting a problem's field errors beside the fields of a form. */
export function toOurName(schema: z.ZodType | undefined, wireName: string): string {
  const names = schema && namesByCodec.get(schema);
  if (names) for (const [ours, name] of names) if (name === wireName) return ours;
  return wireName;
}

/** A path of wire names to ours, the inverse of `toWirePath`: `bank_details.0.iban` to `bankDetails.0.iban`. */
export function toOurPath(schema: z.ZodType | undefined, path: string): string {
  let current = schema;
  const ourPath = path.split('.').map((name) => {
    current = withoutWrapper(current);
    if (current instanceof z.ZodArray) {
      current = current.element as z.ZodType;
      return name;
    }
    const ours = toOurName(current, name);
    current = memberOf(current, name);
    return ours;
  });
  return ourPath.join('.');
}
