/** A reader of documents, and which of the client's documents they may see. */
import { holdsRight, type Right, rightNames } from '@calmly/contract';
import type { ClientActor } from '@calmly/platform/work.ts';
import { seesConfidential } from '../../../identity/server/index.ts';

export interface Reader {
  readonly clientId: string;
  readonly rights: readonly Right[];
}

/** The right to confidential payouts counts only if `seesConfidential` allows it: never in a connected application. */
export const readerOf = (actor: ClientActor): Reader => ({
  clientId: actor.clientId,
  rights: rightNames.filter((right) =>
    right === 'can_view_confidential' ? seesConfidential(actor) : holdsRight(actor, right),
  ),
});

interface Guarded {
  readonly clientId: string;
  /** All of these rights, in addition to the right to documents. */
  readonly needs: readonly Right[];
}

/** False for another client's document. The endpoint checks the right to documents itself. */
export const mayRead = ({ clientId, rights }: Reader, document: Guarded): boolean =>
  document.clientId === clientId && document.needs.every((right) => rights.includes(right));
