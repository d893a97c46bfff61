/** Dependencies of the calls of cards, and the check of whether the caller is offered cards. */
import { Problem } from '@calmly/platform/problem.ts';
import type { ClientActor, Sql } from '@calmly/platform/work.ts';
import type { CardProcessor } from '@calmly/providers/issuer/processor.ts';
import type { Bank } from '../../accounts/server/accounts/index.ts';
import { type CardOfferRules, findProfile, offersCards } from '../../identity/server/index.ts';
import type { CardSecrets } from './secrets/card-secrets.ts';

export interface CardTools {
  readonly secrets: CardSecrets;
  /** Makes cards and keeps their numbers; undefined: the bank does. */
  readonly processor: CardProcessor | undefined;
  readonly bank: Bank;
  readonly offer: CardOfferRules;
}

/** The caller's profile; refuses (`cards_not_offered`) clients whom the configuration excludes. */
export async function requireOffered(sql: Sql, actor: ClientActor, { offer }: Pick<CardTools, 'offer'>) {
  const profile = await findProfile(sql, actor);
  if (!profile || !offersCards(offer, profile)) throw new Problem('cards_not_offered');
  return profile;
}
