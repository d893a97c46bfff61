/** The facts about a card that approvers see, as listed in the contract for the kind `card`. Pure. */
import { formatDecimal } from '@calmly/domain';
import type { Controls, StoredCard } from '../card.ts';
import type { CardToIssue } from '../issuing/plan.ts';
import { cardCurrency } from '../money/named-amounts.ts';

type Facts = Readonly<Record<string, string>>;

const limitNames = ['perPayment', 'perDay', 'perWeek', 'perMonth', 'inTotal'] as const;
const ways = ['online', 'contactless', 'cash', 'abroad'] as const;
const lists = ['categories', 'countries'] as const;

/** For a new card. */
export function factsOfCard(plan: CardToIssue): Facts {
  const { kind, name, nameOnCard, holderName, account, address, isSingleUse, validUntil, limits } = plan;
  return {
    action: 'issue',
    name,
    holder: holderName,
    currency: cardCurrency,
    cardKind: kind,
    design: plan.design,
    nameOnCard,
    fee: formatDecimal(plan.feeMinor, cardCurrency),
    account: account.iban ?? account.number,
    accountName: account.name,
    ...(address && {
      address: [address.line, `${address.postCode} ${address.city}`, address.country].join(', '),
    }),
    ...(isSingleUse && { singleUse: 'on' }),
    ...(validUntil !== undefined && { validUntil }),
    ...Object.fromEntries(
      limitNames.flatMap((each): Array<[string, string]> => {
        const limit = limits[each];
        return limit === null ? [] : [[each, limit]];
      }),
    ),
  };
}

/** For changed controls: each change, with the value before. */
export function factsOfControls(
  { name, lastFour, controls: before }: Pick<StoredCard, 'name' | 'lastFour' | 'controls'>,
  holder: string,
  after: Controls,
): Facts {
  const texts = textsOf(after);
  const textsBefore = textsOf(before);
  const changed = Object.entries(texts).filter(([each, text]) => text !== textsBefore[each]);
  return {
    action: 'controls',
    name,
    holder,
    lastFour,
    currency: cardCurrency,
    ...Object.fromEntries(
      changed.flatMap(([each, text]) => [
        [each, text],
        [`${each}Before`, textsBefore[each] ?? ''],
      ]),
    ),
  };
}

const textsOf = (controls: Controls): Facts =>
  Object.fromEntries([
    ...limitNames.map((each) => [each, controls.limits[each] ?? '']),
    ...ways.map((each) => [each, controls[each] ? 'on' : 'off']),
    ...lists.map((each) => {
      const { mode, items } = controls[each];
      return [each, items.length === 0 ? 'ALL' : `${mode} ${items.join(',')}`];
    }),
  ]);
