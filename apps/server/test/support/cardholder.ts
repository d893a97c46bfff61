/** A client with cards, and their view of them over HTTP, for tests of card payments. */
import { listCardTransactions, listNotifications, listPayments, type Payment } from '@calmly/contract';
import type { StoredCard } from '@calmly/products/cards/server/card.ts';
import type { TestApp } from './app.ts';
import { addCard, type TestCard } from './cards.ts';
import { newClient } from './clients/clients.ts';

export type Cardholder = Awaited<ReturnType<typeof newCardholder>>;

export async function newCardholder(app: TestApp) {
  const client = await newClient(app);
  const { clientId, personId, token } = client;
  /** The rows of the card's account in the list of payments. */
  const rowsOf = async ({ accountId }: StoredCard): Promise<Payment[]> =>
    (await app.call(listPayments, { query: { accountId } }, { token })).output.Items;
  return {
    ...client,
    newCard: (more: Parameters<typeof addCard>[2] = {}): Promise<TestCard> =>
      addCard(app.database, { clientId, holderId: personId }, more),
    /** The card's own list. */
    listed: async ({ id }: StoredCard, status?: string, payment?: string) => {
      const query = { ...(status && { status }), ...(payment && { payment }) };
      return (await app.call(listCardTransactions, { params: { id }, query }, { token })).output.Items;
    },
    rowsOf,
    async onlyRow(card: StoredCard): Promise<Payment> {
      const [row, ...others] = await rowsOf(card);
      if (!row || others.length > 0) throw new Error('there is not exactly one row');
      return row;
    },
    notices: async () => (await app.call(listNotifications, { query: {} }, { token })).output.Items,
  };
}
