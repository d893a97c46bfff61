/** The most likely category of each transaction: that of its payee's newest one, otherwise by the merchant's code (ISO 18245). */
import { type Annotation, categoryNames, categoryOfMerchant } from '@calmly/contract';
import type { Sql } from '@calmly/platform/work.ts';
import type { StoredTransaction } from '../../../../accounts/server/transactions/index.ts';
import { findMerchantCategories } from '../../../../cards/server/index.ts';
import { findSuggested } from './annotation-store.ts';

type Suggestion = NonNullable<Annotation['suggestion']>;

/** By transaction; those without a suggestion are absent. Lines of confidential payouts have none. */
export async function suggestCategories(
  sql: Sql,
  transactions: readonly StoredTransaction[],
): Promise<ReadonlyMap<string, Suggestion>> {
  const open = transactions.filter(({ audience }) => audience !== 'MASK');
  const [suggested, merchants] = await Promise.all([
    findSuggested(sql, open),
    findMerchantCategories(
      sql,
      open.flatMap(({ id, scheme }) => (scheme === 'CARD' ? id : [])),
    ),
  ]);
  const suggestionFor = (id: string): Suggestion | undefined => {
    const ofPayee = suggested.get(id);
    if (ofPayee) return isKnown(ofPayee) ? { category: ofPayee, source: 'PAYEE' } : undefined;
    const merchant = merchants.get(id);
    const ofMerchant = merchant && categoryOfMerchant[merchant];
    return ofMerchant ? { category: ofMerchant, source: 'MERCHANT' } : undefined;
  };
  return new Map(
    open.flatMap(({ id }) => {
      const suggestion = suggestionFor(id);
      return suggestion ? [[id, suggestion] as const] : [];
    }),
  );
}

/** A category removed from the list is no longer suggested. */
const isKnown = (category: string): boolean => Object.hasOwn(categoryNames, category);
