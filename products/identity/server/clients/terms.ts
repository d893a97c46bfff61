/**
 * Terms: which version of each product's terms a client has accepted, by whom and when. When a new version comes into force, the client
 * has to accept it; earlier acceptances stay on record. Source: specification sections 3, 4 (terms), 9 (versions).
 */
import { type TermsAcceptance, termsVersions } from '@calmly/contract';
import { audit } from '@calmly/platform/audit.ts';
import { publish } from '@calmly/platform/notify/push.ts';
import { badFields, Problem } from '@calmly/platform/problem.ts';
import type { ClientActor, Sql, Work } from '@calmly/platform/work.ts';
import { z } from 'zod';
import { insertTermsAcceptances, listAcceptances } from './terms-store.ts';

type Product = keyof typeof termsVersions;

/** Accepts current terms; an older or unknown version is refused, so that no one agrees to terms that are no longer shown. */
export async function acceptTerms(
  work: Work,
  actor: ClientActor,
  terms: Partial<Record<Product, { version: string | number }>>,
): Promise<void> {
  const accepted = Object.entries(terms).map(([product, { version }]) => ({
    product,
    version,
    inForce: termsVersions[product as Product],
  }));
  if (accepted.some(({ version, inForce }) => shortest(version) !== shortest(inForce)))
    throw new Problem('terms_outdated');
  const added = await insertTermsAcceptances(work.sql, {
    clientId: actor.clientId,
    personId: actor.personId,
    at: work.now,
    products: accepted.map(({ product }) => product),
    versions: accepted.map(({ inForce }) => inForce),
  });
  for (const { product, version } of added)
    await audit(work, {
      action: 'terms.accepted',
      clientId: actor.clientId,
      personId: actor.personId,
      details: { product, version },
    });
  if (added.length > 0) await publish(work.sql, actor.clientId, { topic: 'client' });
}

/** `4` of 4, 4.0, "4" and "4.0". */
const shortest = (version: string | number): string => `${version}`.replace(/\.0$/, '');

/** `GET /accessmgmt/termsconditions`: a page of the history. */
export async function listTerms(
  sql: Sql,
  clientId: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<{ Items: TermsAcceptance[]; NextCursor: string | null }> {
  const rows = await listAcceptances(sql, { clientId, after: placeOf(cursor), limit: limit + 1 });
  const Items = rows.slice(0, limit);
  const last = rows.length > limit ? Items.at(-1) : undefined;
  return { Items, NextCursor: last ? `${last.acceptedAt}~${last.product}~${last.version}` : null };
}

const zPlace = z.tuple([z.iso.datetime(), z.string().max(20), z.string().max(8)]);

function placeOf(cursor: string | undefined) {
  if (cursor === undefined) return undefined;
  const place = zPlace.safeParse(cursor.split('~'));
  if (!place.success) throw badFields({ field: 'cursor', code: 'invalid' });
  return place.data;
}
