/** Who reads documents, and which of the client's they may see. */
import { holdsRight, type Right, rightNames } from '@calmly/contract';
import type { ClientActor } from '@calmly/platform/work.ts';
import { seesConfidential } from '../../../identity/server/index.ts';

export interface Reader {
  readonly clientId: string;
  readonly rights: readonly Right[];
}

/**
 * The right to confidential payouts counts only where `seesConfidential` says so: never in a connected
 * application.
 */
export const readerOf = (actor: ClientActor): Reader => ({
  clientId: actor.clientId,
  rights: rightNames.filter((right) =>
    right === 'can_view_confidential' ? seesConfidential(actor) : holdsRight(actor, right),
  ),
});

interface Guarded {
  readonly clientId: string;
  /** All of these rights, besides that to documents. */
  readonly needs: readonly Right[];
}

/** False for another client's document. The right to documents itself is for the endpoint to ask. */
export const mayRead = ({ clientId, rights }: Reader, document: Guarded): boolean =>
  document.clientId === clientId && document.needs.every((right) => rights.includes(right));
