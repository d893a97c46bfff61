/**
 * Stripe Issuing as its documentation describes it: cards and cardholders by forms, strict validation, and signed
 * webhooks. It keeps the created objects, so that tests can pay with its cards.
 */
import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createStripeDisputes } from './stripe-disputes.ts';
import { Refused } from './stripe-refused.ts';

const version = '2026-03-25.dahlia';
const secretKey = 'sk_test_calmly';

/** Fields of `POST /v1/issuing/cards` and `POST /v1/issuing/cardholders` that we may send; anything else is refused, as by Stripe. */
const fields = {
  cardholders:
    /^(type|name|email|phone_number|metadata\[\w+\]|individual\[(first_name|last_name)\]|individual\[dob\]\[(day|month|year)\]|billing\[address\]\[(line1|city|postal_code|country)\])$/,
  cards:
    /^(cardholder|currency|type|status|metadata\[\w+\]|replacement_for|replacement_reason|shipping\[(name|service)\]|shipping\[address\]\[(line1|city|postal_code|country)\])$/,
  card: /^(status|cancellation_reason|metadata\[\w+\])$/,
};

export interface StripeCard {
  readonly id: string;
  readonly object: 'issuing.card';
  readonly cardholder: string;
  readonly type: string;
  status: string;
  readonly currency: string;
  readonly last4: string;
  readonly exp_month: number;
  readonly exp_year: number;
  readonly metadata: Record<string, string>;
  readonly replacement_for: string | null;
  readonly replacement_reason: string | null;
  shipping: object | null;
}

export async function startStripeServer() {
  const cards: StripeCard[] = [];
  const { disputes, payments, get: readOther, post: postDispute } = createStripeDisputes();
  const holders: Array<Record<string, string>> = [];
  const asked: string[] = [];
  const byKey = new Map<string, { readonly body: string; readonly path: string; readonly answer: object }>();
  /** Faults of the next forms: a status instead of an answer; `lost`: executed, but the answer never arrives. */
  const faults: Array<number | 'lost' | 'none'> = [];

  function makeHolder(form: Record<string, string>) {
    for (const name of ['name', 'email', 'billing[address][line1]', 'billing[address][country]'])
      if (!form[name]) throw new Refused(400, 'parameter_missing');
    if ((form.name ?? '').length > 24) throw new Refused(400, 'parameter_invalid_string');
    const holder = { id: `ich_${holders.length + 1}`, object: 'issuing.cardholder', ...form };
    holders.push(holder);
    return holder;
  }

  function makeCard(form: Record<string, string>): StripeCard {
    if (!holders.some(({ id }) => id === form.cardholder)) throw new Refused(400, 'resource_missing');
    if (form.currency !== 'eur' || !/^(physical|virtual)$/.test(form.type ?? ''))
      throw new Refused(400, 'parameter_invalid');
    if (form.type === 'physical' && !form['shipping[address][line1]'])
      throw new Refused(400, 'parameter_missing');
    if (form.replacement_for !== undefined && !cards.some(({ id }) => id === form.replacement_for))
      throw new Refused(400, 'resource_missing');
    const card: StripeCard = {
      id: `ic_${cards.length + 1}`,
      object: 'issuing.card',
      cardholder: form.cardholder ?? '',
      type: form.type ?? '',
      status: form.status ?? 'inactive',
      currency: 'eur',
      last4: String(4000 + cards.length),
      exp_month: 8,
      exp_year: 2031,
      metadata: { calmly_card: form['metadata[calmly_card]'] ?? '' },
      replacement_for: form.replacement_for ?? null,
      replacement_reason: form.replacement_reason ?? null,
      shipping: form.type === 'physical' ? { status: 'pending', tracking_number: null, eta: null } : null,
    };
    cards.push(card);
    return card;
  }

  function changeCard(id: string, { status = '' }: Record<string, string>): StripeCard {
    const card = cards.find((each) => each.id === id);
    if (!card) throw new Refused(404, 'resource_missing');
    if (!['active', 'inactive', 'canceled'].includes(status) || card.status === 'canceled')
      throw new Refused(400, 'parameter_invalid');
    card.status = status;
    return card;
  }

  function post(path: string, body: string): object {
    const form = Object.fromEntries(new URLSearchParams(body));
    const disputed = postDispute(path, form);
    if (disputed) return disputed;
    const kind =
      path === '/v1/issuing/cards' ? 'cards' : path === '/v1/issuing/cardholders' ? 'cardholders' : 'card';
    if (Object.keys(form).some((name) => !fields[kind].test(name)))
      throw new Refused(400, 'parameter_unknown');
    if (kind === 'cardholders') return makeHolder(form);
    return kind === 'cards' ? makeCard(form) : changeCard(path.replace('/v1/issuing/cards/', ''), form);
  }

  function answer({ method, url = '', headers }: IncomingMessage, body: string): object {
    const { pathname, searchParams } = new URL(url, 'http://stripe.test');
    if (headers.authorization !== `Bearer ${secretKey}`) throw new Refused(401, 'api_key_invalid');
    if (headers['stripe-version'] !== version) throw new Refused(400, 'version_missing');
    if (method === 'GET' && pathname === '/v1/issuing/cards')
      return {
        object: 'list',
        has_more: false,
        data: cards.filter(({ cardholder }) => cardholder === searchParams.get('cardholder')),
      };
    const other = method === 'GET' && readOther(pathname, searchParams);
    if (other) return other;
    if (method !== 'POST' || headers['content-type'] !== 'application/x-www-form-urlencoded;charset=UTF-8')
      throw new Refused(400, 'method_unknown');
    const key = headers['idempotency-key'];
    if (typeof key !== 'string' || key.length === 0 || key.length > 255)
      throw new Refused(400, 'idempotency_key_missing');
    const before = byKey.get(key);
    if (before && (before.body !== body || before.path !== pathname))
      throw new Refused(400, 'idempotency_error');
    const made = before?.answer ?? structuredClone(post(pathname, body));
    byKey.set(key, { body, path: pathname, answer: made });
    return made;
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      asked.push(`${request.method} ${request.url}`);
      const fault = request.method === 'POST' ? faults.shift() : 'none';
      const send = (status: number, body: object) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      if (typeof fault === 'number') return send(fault, { error: { type: 'api_error' } });
      try {
        const body = answer(request, Buffer.concat(chunks).toString());
        if (fault === 'lost') request.socket.destroy();
        else send(200, body);
      } catch (error) {
        const { status, code } = error instanceof Refused ? error : { status: 500, code: String(error) };
        send(status, { error: { type: 'invalid_request_error', code, message: 'quotes what was sent' } });
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    cards,
    holders,
    disputes,
    /** Payments of `stripePayment` that can be read and disputed. */
    payments,
    asked,
    faults,
    config: {
      secretKey,
      webhookSecret: 'whsec_events',
      authorizationSecret: 'whsec_decisions',
      baseUrl: `http://127.0.0.1:${port}`,
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

/** `Stripe-Signature` of a body, signed at `at` with these secrets. */
export function stripeSignature(body: string, secrets: readonly string[], at = new Date()): string {
  const seconds = Math.floor(at.getTime() / 1000);
  const signed = secrets.map(
    (secret) => `v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`,
  );
  return [`t=${seconds}`, ...signed, 'v0=00'].join(',');
}

const grocer = {
  category: 'grocery_stores_supermarkets',
  category_code: '5411',
  name: 'Rimi',
  city: 'Tallinn',
  country: 'EE',
  network_id: '1234567890',
  postal_code: '10111',
  state: null,
};

interface Transaction {
  readonly id: string;
  readonly type: string;
  readonly amount: number;
  readonly [field: string]: unknown;
}

/** One card payment, with its objects at each stage. Amounts are cents of the card's euro. */
export function stripePayment(card: StripeCard, merchant: Partial<typeof grocer> = {}) {
  const id = `iauth_${randomUUID()}`;
  const history: Array<{ amount: number; merchant_amount: number; approved: boolean; reason: string }> = [];
  const transactions: Transaction[] = [];
  const moves: Transaction[] = [];
  const merchantData = { ...grocer, ...merchant };
  let givenUp = 0;
  let status = 'pending';
  let charged = { currency: 'eur', perCent: 1 };
  const theirs = (amount: number) => Math.round(amount * charged.perCent);
  const total = () => history.reduce((sum, it) => sum + (it.approved ? it.amount : 0), 0);
  const object = (pending: object | null = null) => {
    const approved = history.some((it) => it.approved);
    const amount = approved ? total() - givenUp : (history.at(-1)?.amount ?? 0);
    return structuredClone({
      id,
      object: 'issuing.authorization',
      amount: pending && history.length === 0 ? 0 : amount,
      currency: 'eur',
      merchant_amount: theirs(amount),
      merchant_currency: charged.currency,
      amount_details: { atm_fee: null, cashback_amount: null },
      approved,
      status,
      authorization_method: 'chip',
      card,
      cardholder: card.cardholder,
      merchant_data: merchantData,
      pending_request: pending,
      request_history: history,
      transactions,
      verification_data: { cvc_check: 'not_provided', expiry_check: 'match' },
    });
  };
  const event = (type: string, of: object) => ({
    id: `evt_${randomUUID()}`,
    object: 'event',
    api_version: version,
    type,
    data: { object: of },
  });
  return {
    id,
    /** Collections and refunds, including forced ones. */
    moves,
    current: () => object() as { transactions: Transaction[] },
    /** The merchant charges in another currency: its smallest units for one cent. */
    in: (currency: string, perCent: number) => {
      charged = { currency, perCent };
    },
    request: (amount: number) =>
      event(
        'issuing_authorization.request',
        object({
          amount,
          currency: 'eur',
          merchant_amount: theirs(amount),
          merchant_currency: charged.currency,
          amount_details: { atm_fee: null, cashback_amount: null },
          is_amount_controllable: false,
        }),
      ),
    /** The decision on a request. */
    decided: (
      amount: number,
      approved: boolean,
      reason = approved ? 'webhook_approved' : 'webhook_declined',
    ) => {
      history.push({ amount, merchant_amount: theirs(amount), approved, reason });
      if (!approved && history.every((it) => !it.approved)) status = 'closed';
      return event(`issuing_authorization.${history.length === 1 ? 'created' : 'updated'}`, object());
    },
    reverse: (amount: number, whole = false) => {
      givenUp += amount;
      if (whole) status = 'reversed';
      return event('issuing_authorization.updated', object());
    },
    ended: (as: 'closed' | 'expired') => {
      status = as;
      return event('issuing_authorization.updated', object());
    },
    moved: (type: 'capture' | 'refund', amount: number, { forced = false } = {}) => {
      const sign = type === 'capture' ? -1 : 1;
      const transaction: Transaction = {
        id: `ipi_${randomUUID()}`,
        object: 'issuing.transaction',
        type,
        amount: sign * amount,
        currency: 'eur',
        merchant_amount: sign * theirs(amount),
        merchant_currency: charged.currency,
        amount_details: { atm_fee: null, cashback_amount: null },
        authorization: forced ? null : id,
        card: card.id,
        merchant_data: merchantData,
      };
      moves.push(transaction);
      if (!forced) transactions.push(transaction);
      return event('issuing_transaction.created', transaction);
    },
  };
}
