/**
 * The document's named schemas. What the contract exports as `zAccount` is `Account`; unnamed bodies and responses are named after their
 * call (`CreateQuoteBody`, `ListAccountsResult`). The document refers to them wherever they occur.
 */

import type { EndpointSpec } from '@calmly/contract';
import * as contract from '@calmly/contract';
import { z } from 'zod';

export type Json = { readonly [key: string]: unknown };

export interface Schemas {
  /** Every named schema, whether the document refers to it or not. */
  readonly components: Readonly<Record<string, Json>>;
  /** For `components.schemas`: the schemas that `of` has named so far, and those they refer to. */
  used(): Readonly<Record<string, Json>>;
  /** A reference to the schema of a body or an answer, or the schema itself if it has no name. */
  of(schema: z.ZodType): Json;
  /** The schema itself, named or not, because parameters are written inline. */
  writtenOut(schema: z.ZodType): Json;
}

const prefix = '#/components/schemas/';

/** Names every schema of the contract and of these calls. Schemas are those of the wire, not of our own vocabulary. */
export function nameSchemas(endpoints: readonly EndpointSpec[]): Schemas {
  const registry = z.registry<{ id: string }>();
  const name = (schema: z.ZodType | undefined, id: string) => {
    if (schema !== undefined && !registry.has(schema)) registry.add(schema, { id });
  };
  for (const [key, value] of Object.entries(contract))
    if (value instanceof z.ZodType) name(value, key.replace(/^z/, ''));
  for (const { id, body, response } of endpoints) {
    const call = id.charAt(0).toUpperCase() + id.slice(1);
    name(body, `${call}Body`);
    name(response, `${call}Result`);
  }
  const { schemas } = z.toJSONSchema(registry, { ...wire, uri: (id) => prefix + id });
  const components = Object.fromEntries(
    Object.entries(schemas).map(([id, schema]) => [id, plain(schema)] as const),
  );
  const named = new Set<string>();
  const idOf = (schema: z.ZodType) => registry.get(schema)?.id;
  const alone = (schema: z.ZodType) => plain(z.toJSONSchema(schema, wire));
  return {
    components,
    writtenOut: (schema) => components[idOf(schema) ?? ''] ?? alone(schema),
    used() {
      // Iterating a Set also visits elements added meanwhile.
      for (const id of named)
        for (const [, inner] of JSON.stringify(components[id]).matchAll(/"#\/components\/schemas\/(\w+)"/g))
          if (inner !== undefined) named.add(inner);
      return Object.fromEntries(Object.entries(components).filter(([id]) => named.has(id)));
    },
    of(schema) {
      const id = idOf(schema);
      if (id === undefined) return alone(schema);
      named.add(id);
      return { $ref: prefix + id };
    },
  };
}

/** The component that a reference names; any other schema resolves to itself. */
export function resolve(schema: Json, components: Readonly<Record<string, Json>>): Json {
  const { $ref } = schema as { $ref?: string };
  if ($ref === undefined) return schema;
  const found = components[$ref.slice(prefix.length)];
  if (!found) throw new Error(`no such schema: ${$ref}`);
  return resolve(found, components);
}

const wire = { io: 'input', unrepresentable: 'any' } as const;

/** Drops a schema's own description where it stands alone. */
function plain(schema: object): Json {
  const { $schema, $id, '~standard': standard, ...rest } = schema as Json;
  return rest;
}
