/** An attacker with the access of a client whose email, their only factor, was changed a few hours ago. */
import { type CallInput, createPayment, type EndpointSpec, type PaymentInput } from '@calmly/contract';
import { composeIban } from '@calmly/domain';
import { newId } from '@calmly/platform/ids.ts';
import { sql as query } from 'kysely';
import type { TestApp } from '../../../support/app.ts';
import { createFirm, type Firm } from '../../../support/clients/firm.ts';
import { addPayee, createPayer, type Payer } from '../../../support/clients/payments.ts';

export async function personOf(
  { database }: TestApp,
  { clientId }: Pick<Payer, 'clientId'>,
): Promise<string> {
  const { rows } = await query<{ id: string }>`
    select holder_id as id from identity.client where id = ${clientId}`.execute(database.sql);
  return rows[0]?.id ?? '';
}

/** Backdates the change of the person's email, their only factor, to three hours ago; null: it never changed. */
export async function changeEmail({ database }: TestApp, id: string, hours: number | null): Promise<void> {
  await query`
    update identity.person set email_changed_at = now() - ${hours} * interval '1 hour' where id = ${id}
  `.execute(database.sql);
  await query`delete from identity.cooling_sum where person_id = ${id}`.execute(database.sql);
  await query`delete from identity.challenge where person_id = ${id} and used_at is null`.execute(
    database.sql,
  );
}

export const codeOf = (body: unknown) => (body as { code?: string }).code;

let ibans = 0;
/** An account at the same bank as the others, of someone new. */
export function newIban(): string {
  ibans += 1;
  return composeIban('DE', `20050550${1_289_450_000 + ibans}`);
}
export interface Attempt<E extends EndpointSpec = EndpointSpec> {
  readonly spec: E;
  readonly input: CallInput<E>;
  readonly token: string;
  readonly personId: string;
}

/** A client and a firm, and the calls that the attacker makes for them. */
export interface Victims {
  readonly app: TestApp;
  readonly payer: Payer;
  readonly firm: Firm;
  readonly personId: string;
}

export async function createVictims(app: TestApp): Promise<Victims> {
  const payer = await createPayer(app, { fundedMinor: 100_000_000n });
  return { app, payer, firm: await createFirm(app), personId: await personOf(app, payer) };
}

export const attempt = <E extends EndpointSpec>(
  { payer, personId }: Victims,
  spec: E,
  input: CallInput<E>,
): Attempt => ({ spec, input, token: payer.token, personId }) as unknown as Attempt;

export const pay = (victims: Victims, input: Partial<PaymentInput>) =>
  attempt(victims, createPayment, {
    body: {
      debtorAccount: victims.payer.account.number,
      amount: '60.00',
      reference: 'Invoice 7',
      chargeBearer: 'SHA',
      ...(input.beneficiaryId === undefined && { creditorName: 'Boris Tamm' }),
      ...input,
    },
  });

export const newPayee = async ({ app, payer }: Victims, trusted = false): Promise<string> =>
  (await addPayee(app, payer.clientId, { trusted, iban: newIban() })).id;

export const send = (app: TestApp, { spec, input, token }: Attempt) =>
  app.call(spec, input, { token, idempotencyKey: newId() });
