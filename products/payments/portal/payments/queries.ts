/**
 * All calls and cache keys of the payments screens (the list's are in `list/queries.ts`; accounts, fees and one payee in
 * `shared/resources.ts`). Lists are cached per set of filters. A hint on the live channel (session) invalidates keys that start with
 * `payments` or `accounts`, and what is on screen is refetched.
 *
 * A payment's version only increases: a response older than the cache is dropped.
 */
import {
  cancelPayment,
  createPayment,
  createStandingOrder,
  downloadConfirmation,
  getPayment,
  listBeneficiaries,
  type Payment,
  type PaymentDetails,
  type StandingOrderDetails,
} from '@calmly/contract';
import { bank } from '@calmly/portal-kit/session/bank.ts';
import { ownTimeZone } from '@calmly/portal-kit/shared/days/days.ts';
import { saveFile } from '@calmly/ui/save-file.ts';
import { keepPreviousData, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { PlacedOrder } from './model/draft.ts';

/** So long what is sent waits to be shown with its details. */
const patienceMs = 800;

/** An answer older than what is cached is dropped. */
export const paymentQuery = (id: string) =>
  queryOptions({
    queryKey: ['payments', 'one', id],
    queryFn: ({ signal }) => bank.call(getPayment, { params: { id } }, { signal }),
    structuralSharing: (before, after) =>
      newer(before as PaymentDetails | undefined, after as PaymentDetails),
  });

const newer = (before: PaymentDetails | undefined, after: PaymentDetails) =>
  before && before.version > after.version ? before : after;

/** The first 30 that can be paid here: without confidential payees. */
export const beneficiariesQuery = (search: string) =>
  queryOptions({
    queryKey: ['beneficiaries', 'pick', search],
    queryFn: async ({ signal }) => {
      const query = {
        limit: 30,
        direction: 'OUTGOING',
        confidential: 'no',
        ...(search && { search }),
      } as const;
      return (await bank.call(listBeneficiaries, { query }, { signal })).Items;
    },
    placeholderData: keepPreviousData,
  });

/** What an order became: a payment of now, as lists show it, or a standing order that will make some. */
export type Placed = { readonly payment: Payment } | { readonly standingOrder: StandingOrderDetails };

/** Places the order. The client asks for the code, and repeats the call under the same key when no answer comes. */
export async function placeOrder(order: PlacedOrder, idempotencyKey: string): Promise<Placed> {
  const { schedule, ...body } = order;
  if (!schedule) return { payment: await bank.call(createPayment, { body }, { idempotencyKey }) };
  const { attachments: _none, repairOf: _neither, ...later } = body;
  const input = { body: { ...later, ...schedule } };
  return { standingOrder: await bank.call(createStandingOrder, input, { idempotencyKey }) };
}

/** Reads what the next screen shows of it. */
export const readPlaced = (client: QueryClient, placed: Placed): Promise<void> =>
  'payment' in placed
    ? readSent(client, placed.payment.id)
    : client.invalidateQueries({ queryKey: ['orders', 'list'] });

/** A refusal reads the payment again: it has moved on meanwhile. */
export const cancelMutation = (id: string) =>
  mutationOptions({
    mutationKey: ['payments', 'cancel', id],
    mutationFn: () => bank.call(cancelPayment, { params: { id } }),
    onSuccess: (payment, _sent, _context, { client }) => takeIn(client, payment),
    onError: (_problem, _sent, _context, { client }) =>
      client.invalidateQueries({ queryKey: ['payments', 'one', id] }),
  });

async function takeIn(client: QueryClient, payment: PaymentDetails): Promise<void> {
  client.setQueryData(paymentQuery(payment.id).queryKey, (before) => newer(before, payment));
  await readListsAgain(client);
}

/**
 * What has just been sent, whole, so that its drawer opens with everything in it. The payment is done: a read that fails is no failure of
 * the sending, and one that takes long does not hold it up. Either way the drawer asks by itself.
 */
async function readSent(client: QueryClient, id: string): Promise<void> {
  const details = client.query(paymentQuery(id)).catch(() => undefined);
  const enough = new Promise((resolve) => setTimeout(resolve, patienceMs));
  await Promise.race([Promise.all([details, readListsAgain(client)]), enough]);
}

const readListsAgain = (client: QueryClient) =>
  Promise.all([
    client.invalidateQueries({ queryKey: ['payments', 'list'] }),
    client.invalidateQueries({ queryKey: ['accounts'] }),
  ]);

/** The confirmation as PDF, saved by the browser. */
export const confirmationMutation = (id: string, locale: 'en' | 'ru') =>
  mutationOptions({
    mutationKey: ['payments', 'confirmation', id],
    mutationFn: async () => {
      const file = await bank.download(downloadConfirmation, {
        params: { id },
        query: { locale, timeZone: ownTimeZone() },
      });
      saveFile(file.content, file.fileName);
    },
  });

/** The page to print, parsed and without life: no script of it runs. Parsed by the browser, since no string may become HTML. */
export function loadPrintTemplate(): Promise<Document> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('GET', '/PaymentTemplate.html');
    request.responseType = 'document';
    request.onload = () =>
      request.status === 200 && request.responseXML
        ? resolve(request.responseXML)
        : reject(new Error(`the print template was not found: ${request.status}`));
    request.onerror = () => reject(new Error('the print template did not load'));
    request.send();
  });
}
