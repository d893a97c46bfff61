/**
 * Who sees a transaction. Rows of a confidential payout are for people with the right; everyone else, and every connected application,
 * sees one line for each payout and account instead (`masks.ts`).
 */
import type { Right } from '@calmly/contract';
import { type RawBuilder, sql } from 'kysely';
import type { ClientActor } from '../../../platform/work.ts';
import { seesConfidential } from '../../identity/index.ts';

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

/** The condition on a row; no index covers it, and nearly every row fits. */
export const isShownTo = ({
  seesConfidential: sees,
}: Pick<Viewer, 'seesConfidential'>): RawBuilder<unknown> =>
  sees ? sql`audience <> 'MASK'` : sql`audience <> 'CONFIDENTIAL'`;

/** The same for a row that was read. */
export const isVisible = (
  { audience = 'ALL' }: { readonly audience?: Audience },
  { seesConfidential: sees }: Pick<Viewer, 'seesConfidential'>,
): boolean => audience !== (sees ? 'MASK' : 'CONFIDENTIAL');

/** The rights that a reader of something about the row needs. */
export const neededToSee = (audience: Audience = 'ALL'): readonly Right[] =>
  audience === 'CONFIDENTIAL' ? ['can_view_confidential'] : [];
