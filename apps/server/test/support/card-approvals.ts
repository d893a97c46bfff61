/** A company whose cards need approvals: Clara, a member, requests, and its administrators approve. */
import {
  type Approval,
  type CardControlsInput,
  type CardDetails,
  changeCardControls,
  getCard,
  issueCard,
  listCards,
} from '@calmly/contract';
import { sql as query } from 'kysely';
import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import { type Colleague, callWithCode, createFirm, type Firm, inboxOf } from './clients/firm.ts';
import { cardOrder } from './issued-cards.ts';

type Order = Parameters<typeof cardOrder>[1];
type Change = Partial<Omit<CardControlsInput, 'version' | 'limits'>> & {
  readonly limits?: Partial<CardControlsInput['limits']>;
};

/** The card in an answer. */
export const cardIn = ({ output }: { readonly output: unknown }): CardDetails => output as CardDetails;

export type CardFirm = Awaited<ReturnType<typeof createCardFirm>>;

/** A new company with Boris's card, with which he has accepted the card terms. */
export async function createCardFirm(bank: TestApp, fundedMinor?: bigint) {
  const firm: Firm = await createFirm(bank, fundedMinor);
  await query`
    update identity.membership set can_plast_view = true, can_plast_perform = true
    where client_id = ${firm.companyId} and person_id = ${firm.clara.personId}
  `.execute(bank.database.sql);
  const accepted = ({ personId }: Colleague): Order =>
    personId === firm.boris.personId ? { termsVersion: cardOrder('').termsVersion } : {};
  /** Requests or issues a card. */
  const ask = (who: Colleague, order: Order = {}) =>
    callWithCode(
      bank,
      issueCard,
      { body: cardOrder(firm.account.number, { termsVersion: undefined, ...accepted(who), ...order }) },
      who.companyToken,
    );
  const office = cardIn(await ask(firm.boris, { name: 'Office' }));
  const details = async (id: string) =>
    (await bank.call(getCard, { params: { id } }, { token: firm.boris.companyToken })).output;
  /** Changes controls of a card; default: Boris's first. */
  async function change(who: Colleague, { limits, ...next }: Change, id = office.id) {
    const { controls, version } = await details(id);
    const body = { ...controls, ...next, version, limits: { ...controls.limits, ...limits } };
    return callWithCode(bank, changeCardControls, { params: { id }, body }, who.companyToken);
  }
  /** The only request that this person may decide. */
  async function waitingFor(who: Colleague, kind = 'card'): Promise<Approval> {
    const found = (await inboxOf(bank, who)).filter((each) => each.kind === kind);
    const [waiting] = found;
    if (!waiting || found.length > 1) throw new Error(`${found.length} requests wait`);
    return waiting;
  }
  return {
    firm,
    office,
    ask,
    change,
    details,
    waitingFor,
    cardsOf: async ({ companyToken: token }: Colleague) =>
      (await bank.call(listCards, { query: { limit: 50, group: 'ALL' } }, { token })).output.Items,
    /** Boris's card with a limit, and Clara's request for a higher one. */
    async askForMore(): Promise<Approval> {
      await change(firm.boris, { limits: { perDay: '100' }, abroad: false });
      const asked = await change(firm.clara, { limits: { perDay: '500', perMonth: '2000' }, abroad: true });
      expect(asked.status).toBe(202);
      return waitingFor(firm.maria);
    },
  };
}
