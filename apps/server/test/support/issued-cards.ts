/** Cards as clients get them: ordered over HTTP with the code, topped up, with their secrets shown. */
import {
  type CallInput,
  type CardDetails,
  type EndpointSpec,
  issueCard,
  revealCard,
  termsVersions,
  topUpCard,
} from '@calmly/contract';
import type { CallResult, TestApp } from './app.ts';
import { callWithCode } from './clients/colleagues.ts';
import { createPayer, type Payer, type PayerOptions } from './clients/payments.ts';

type Order = CallInput<typeof issueCard>['body'];

export const homeAddress = { line: 'Pikk 3', postCode: '10123', city: 'Tallinn', country: 'EE' } as const;

/** An order as the portal sends it; default: virtual. */
export const cardOrder = (feeAccount: string, order: Partial<Order> = {}): Order => ({
  kind: 'VIRTUAL',
  name: 'Software',
  nameOnCard: 'ANNA TAMM',
  feeAccount,
  design: 'ink',
  isSingleUse: false,
  termsVersion: termsVersions.cards,
  ...(order.kind === 'PLASTIC' && { address: homeAddress }),
  ...order,
});

type Who = { readonly token: string };

/** Makes a call, with the code if it asks for one. */
export const confirmed = <E extends EndpointSpec>(
  test: TestApp,
  who: Who,
  endpoint: E,
  input: CallInput<E>,
): Promise<CallResult<E>> => callWithCode(test, who, endpoint, input);

export async function issue(
  test: TestApp,
  who: Who & { readonly account: { readonly number: string } },
  order: Partial<Order> = {},
): Promise<CardDetails> {
  const body = cardOrder(who.account.number, order);
  return (await confirmed(test, who, issueCard, { body })).output;
}

export const topUp = (
  test: TestApp,
  who: Who & { readonly account: { readonly number: string } },
  id: string,
  amount: string,
) =>
  confirmed(test, who, topUpCard, {
    params: { id },
    body: { account: who.account.number, amount },
  });

export const reveal = async (test: TestApp, who: Who, id: string) =>
  (await confirmed(test, who, revealCard, { params: { id } })).output;

/** A client with money and a virtual card. */
export async function createCardholder(
  test: TestApp,
  options: PayerOptions = {},
  order: Partial<Order> = {},
): Promise<Payer & { readonly card: CardDetails }> {
  const payer = await createPayer(test, options);
  return { ...payer, card: await issue(test, payer, order) };
}
