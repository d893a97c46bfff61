/** A bank whose cards Stripe Issuing makes, on the local Stripe server, and its webhooks. */
import { type CardDetails, getCard } from '@calmly/contract';
import { verifyBooks } from '@calmly/products/ledger/server/index.ts';
import { expect } from 'vitest';
import { startTestApp } from './app.ts';
import { addMoney } from './cards.ts';
import { createPayer, type Payer } from './clients/payments.ts';
import { issue } from './issued-cards.ts';
import { drainJobs } from './jobs.ts';
import { type StripeCard, startStripeServer, stripeSignature } from './processes/providers/stripe-server.ts';
import { untilRetried } from './retries.ts';
import { until } from './until.ts';

export type StripeBank = Awaited<ReturnType<typeof createStripeBank>>;

export interface Sent {
  readonly secrets?: readonly string[];
  readonly at?: Date;
  readonly body?: string;
  readonly signedBody?: string;
}

/** Starts both, with one client, Anna. A busy machine must not cause declines, unless the test is about the deadline. */
export async function createStripeBank({ decideWithinMs = 60_000 } = {}) {
  const stripe = await startStripeServer();
  const config = { stripe: { ...stripe.config, decideWithinMs } };
  const bank = await startTestApp({ jobs: true, pollMs: 100, config });

  /** A client with money, and with an address as onboarding leaves it. */
  async function createHolder(): Promise<Payer> {
    const payer = await createPayer(bank);
    await bank.database.pool.query(
      `update identity.client set first_name = 'Anna', last_name = 'Tamm', address_line1 = 'Pikk 3', address_post_code = '10123',
         address_town = 'Tallinn', address_country = 'EE'
       where id = $1`,
      [payer.clientId],
    );
    return payer;
  }
  const anna = await createHolder();

  const details = async (id: string, holder: Payer = anna) =>
    (await bank.call(getCard, { params: { id } }, holder)).output;
  const madeFor = (id: string) =>
    untilRetried(
      bank.database.sql,
      () => stripe.cards.find(({ metadata }) => metadata.calmly_card === id),
      (card) => card !== undefined,
    ) as Promise<StripeCard>;

  async function send(name: string, event: object, { secrets, at, body, signedBody }: Sent = {}) {
    const text = body ?? JSON.stringify(event);
    const secret = name === 'stripe' ? 'whsec_events' : 'whsec_decisions';
    const response = await fetch(`${bank.url}/api/webhooks/${name}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': stripeSignature(signedBody ?? text, secrets ?? [secret], at),
      },
      body: text,
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  }

  return {
    bank,
    stripe,
    anna,
    createHolder,
    details,
    madeFor,
    /** Stripe asks for a decision; `approved` is the answer. */
    async decide(event: object, sent?: Sent) {
      const response = await send('stripe-authorizations', event, sent);
      return { ...response, approved: (JSON.parse(response.text) as { approved?: boolean }).approved };
    },
    /** Stripe sends events; each is accepted. */
    async tell(...events: object[]) {
      for (const event of events) expect(await send('stripe', event)).toMatchObject({ status: 204 });
    },
    /** A card created at Stripe, with this much money on it. */
    async readyCard(fundedMinor = 10_000n, holder: Payer = anna) {
      const card = await issue(bank, holder);
      const made = await madeFor(card.id);
      await until(
        () => details(card.id, holder),
        ({ lastFour }) => lastFour === made.last4,
      );
      const { rows } = await bank.database.pool.query('select account_id from cards.card where id = $1', [
        card.id,
      ]);
      await addMoney(bank.database, rows[0].account_id, fundedMinor);
      return { card, made };
    },
    async money({ id }: CardDetails, holder: Payer = anna) {
      const { booked, reserved, owed } = await details(id, holder);
      return { booked, reserved, owed };
    },
    /** Waits until the due jobs are done. */
    idle: () => drainJobs(bank),
    /** Compares the books and stops both. */
    async close() {
      expect((await verifyBooks(bank.database.sql)).breaches).toEqual([]);
      await bank.close();
      await stripe.close();
    },
  };
}
