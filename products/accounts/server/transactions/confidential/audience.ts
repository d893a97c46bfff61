/**
 * Who sees a transaction. Rows of a confidential payout are for people with the right; everyone else, and every connected application,
 * sees one line for each payout and account instead (`masks.ts`).
 */
import type { Right } from '@calmly/contract';
import type { ClientActor } from '@calmly/platform/work.ts';
import { type RawBuilder, sql } from 'kysely';
import { seesConfidential } from '../../../../identity/server/index.ts';

/** ALL: everyone who may act for the client. CONFIDENTIAL: people with the right. MASK: those without it. */
export type Audience = 'ALL' | 'CONFIDENTIAL' | 'MASK';

/** Whose transactions are read, and for whom. */
export interface Viewer {
  readonly clientId: string;
  readonly seesConfidential: boolean;
}

/** A connected application never sees confidential payments. */
export const viewerOf = (actor: ClientActor): Viewer => ({
  clientId: actor.clientId,
  seesConfidential: seesConfidential(actor),
});

/** The condition on a row that an id finds. What walks a range of rows uses `newestShown`. */
export const isShownTo = ({
  seesConfidential: sees,
}: Pick<Viewer, 'seesConfidential'>): RawBuilder<unknown> =>
  sees ? sql`audience <> 'MASK'` : sql`audience <> 'CONFIDENTIAL'`;

/** Rows within a range, the newest first. */
interface Newest {
  readonly columns: RawBuilder<unknown>;
  /** On unqualified columns of `transactions.transaction`. */
  readonly within: RawBuilder<unknown>;
  readonly limit: number;
}

/**
 * A query of the newest rows within a range that the viewer sees. Confidential rows have indexes of their own: a reader without the right never walks over them, so
 * that a list costs the same, and tells nothing, however many there are. For one with the right, two walks are merged.
 */
export function newestShown(
  { seesConfidential: sees }: Pick<Viewer, 'seesConfidential'>,
  { columns, within, limit }: Newest,
): RawBuilder<unknown> {
  const walk = (audience: RawBuilder<unknown>) => sql`
    select ${columns} from transactions.transaction where ${within} and ${audience} order by id desc limit ${limit}`;
  if (!sees) return walk(sql`audience <> 'CONFIDENTIAL'`);
  return sql`
    select * from ((${walk(sql`audience = 'ALL'`)}) union all (${walk(sql`audience = 'CONFIDENTIAL'`)})) as shown
    order by id desc limit ${limit}`;
}

/** The same for a row that was read. */
export const isVisible = (
  { audience = 'ALL' }: { readonly audience?: Audience },
  { seesConfidential: sees }: Pick<Viewer, 'seesConfidential'>,
): boolean => audience !== (sees ? 'MASK' : 'CONFIDENTIAL');

/** The rights that a reader of something about the row needs. */
export const neededToSee = (audience: Audience = 'ALL'): readonly Right[] =>
  audience === 'CONFIDENTIAL' ? ['can_view_confidential'] : [];
