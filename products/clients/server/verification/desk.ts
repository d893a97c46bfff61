/**
 * The desk queue of provider approvals that staff decide on: who applied, whose identity was proved, and the differences; and of open accounts whose
 * approval the provider withdrew, which a rejection blocks.
 */
import { countryName } from '@calmly/domain';
import { audit } from '@calmly/platform/audit.ts';
import type { Decision, DeskItem, DeskQueue } from '@calmly/platform/desk.ts';
import { Problem } from '@calmly/platform/problem.ts';
import { Refusal } from '@calmly/platform/refusal.ts';
import type { Work } from '@calmly/platform/work.ts';
import type { KnownIdentity, ProvedIdentity } from '@calmly/providers/kyc/kyc.ts';
import type { Screening } from '@calmly/providers/screening/screening.ts';
import { lockClientState, moveClient } from '../../../identity/server/index.ts';
import type { IdentityCheck } from '../onboarding/index.ts';
import { type ApplicantFacts, findApplicantFacts, findListedNames, nameOf } from './applicant.ts';
import type { Doubt } from './rules.ts';
import {
  type DoubtedCheck,
  findDoubted,
  listDoubted,
  lockCheck,
  setWithdrawn,
  updateCheck,
} from './store.ts';

export interface ReviewOptions {
  readonly screening: Pick<Screening, 'findListed'>;
  readonly identityCheck: IdentityCheck;
  /** Cancels a blocked client's orders on the exchange. */
  readonly endOrders: (work: Pick<Work, 'sql' | 'now'>, clientId: string) => Promise<void>;
}

/** Texts are English, for staff. The names are compared with the watch list each time one is opened. */
export const identityQueue = (options: ReviewOptions): DeskQueue => ({
  kind: 'identity-check',
  tellsReason: true,
  roles: { decides: ['AML'], reads: [] },
  list: async (sql, page) => (await listDoubted(sql, page)).map(itemOf),
  async find(sql, id) {
    const check = await findDoubted(sql, id);
    const applicant = check && (await findApplicantFacts(sql, id));
    if (!check || !applicant) return undefined;
    const listed = await findListedNames(sql, options.screening, applicant, check.proved);
    return {
      ...itemOf(check),
      facts: [
        ['Applied as', knownText(applicant)],
        ...(check.doubts === null
          ? [['Withdrawn because', check.withdrawn ?? 'not said'] as const]
          : [
              ['Proved as', check.proved ? provedText(check.proved) : 'the provider gave no facts'] as const,
              ['What differs', check.doubts.map((doubt) => doubtTexts[doubt]).join('; ')] as const,
            ]),
        ['Watch list', listed.join('; ') || 'no match among the names'],
      ],
      documentIds: [],
    };
  },
  decide: (work, id, decision, { reason }) => decide(work, options, { id, decision, reason }),
});

interface Decided {
  readonly id: string;
  readonly decision: Decision;
  readonly reason: string | undefined;
}

/** Errors: `state_moved` if it was decided meanwhile; a Refusal for an approval without a reason. */
async function decide(work: Work, options: ReviewOptions, decided: Decided): Promise<void> {
  const locked = await lockCheck(work.sql, decided.id);
  const check = locked && (await findDoubted(work.sql, decided.id));
  if (!check) throw new Problem('state_moved');
  await (check.doubts === null
    ? decideWithdrawn(work, options, decided, check)
    : decideDoubted(work, options, decided, check.doubts, check.proved));
}

/** The account stays open, with a reason, or the client is blocked. */
async function decideWithdrawn(
  work: Work,
  { endOrders }: ReviewOptions,
  { id, decision, reason }: Decided,
  { withdrawn }: DoubtedCheck,
): Promise<void> {
  const { sql } = work;
  const isKept = decision === 'approve';
  if (isKept && !reason) throw new Refusal('Explain why the account stays open: --reason <why>.');
  await setWithdrawn(sql, id, null);
  await audit(work, {
    action: isKept ? 'verification.kept' : 'verification.withdrawn',
    clientId: id,
    details: { withdrawn, reason: reason ?? null },
  });
  if (isKept || (await lockClientState(sql, id)) !== 'ACTIVE') return;
  await moveClient(
    work,
    id,
    'block',
    reason ?? `the identity provider withdrew its approval: ${withdrawn ?? ''}`,
  );
  await endOrders(work, id);
}

async function decideDoubted(
  work: Work,
  { screening, identityCheck }: ReviewOptions,
  { id, decision, reason }: Decided,
  doubts: readonly Doubt[],
  proved: ProvedIdentity | null,
): Promise<void> {
  const { sql } = work;
  const applicant = await findApplicantFacts(sql, id);
  if (!applicant) throw new Problem('state_moved');
  const isApproved = decision === 'approve';
  const listed = isApproved ? await findListedNames(sql, screening, applicant, proved) : [];
  if (isApproved && !reason)
    throw new Refusal(
      listed.length > 0
        ? `On the watch list: ${listed.join('; ')}. Explain why this is a different person: --reason <why>.`
        : `Explain why this is the same person or company: --reason <why>.`,
    );
  await updateCheck(sql, id, { state: isApproved ? 'APPROVED' : 'DECLINED' });
  await audit(work, {
    action: isApproved ? 'verification.let_in' : 'verification.refused',
    clientId: id,
    details: { doubts: doubts.join(' '), reason: reason ?? null, listed: listed.join('; ') || null },
  });
  if (isApproved) await identityCheck.approve(work, id);
  else await identityCheck.decline(work, id, { retry: false });
}

const itemOf = ({ clientId, since, doubts, withdrawn }: DoubtedCheck): DeskItem => ({
  id: clientId,
  clientId,
  since,
  subject:
    doubts === null
      ? `identity check: the provider withdrew its approval, ${withdrawn ?? 'not said why'}`
      : `identity check: ${doubts.map((doubt) => doubtTexts[doubt]).join('; ')}`,
});

const doubtTexts: Readonly<Record<Doubt, string>> = {
  unread: 'nothing was read from the documents',
  name: 'another name',
  birth_date: 'another date of birth',
  country: 'a document of another country',
  document_expired: 'the document has expired',
  registration_number: 'another registration number',
  watch_list: 'a name on the watch list',
};

function knownText({ known, others }: ApplicantFacts): string {
  return [
    nameOf(known),
    ...(known.kind === 'company' ? companyText(known) : personText(known)),
    ...others,
  ].join(', ');
}

const companyText = ({ registrationNumber, country }: Extract<KnownIdentity, { kind: 'company' }>) => [
  `registration number ${registrationNumber}`,
  countryName(country, 'en'),
];

const personText = ({ bornOn, citizenship, residence }: Extract<KnownIdentity, { kind: 'individual' }>) => [
  `born ${bornOn ?? 'unknown'}`,
  ...(citizenship === null ? [] : [`citizen of ${countryName(citizenship, 'en')}`]),
  ...(residence === null ? [] : [`lives in ${countryName(residence, 'en')}`]),
];

const provedText = ({ names, bornOn, countries, validUntil, registrationNumber }: ProvedIdentity): string =>
  [
    names.join(' or ') || 'no name',
    ...(bornOn === null ? [] : [`born ${bornOn}`]),
    ...(registrationNumber === null ? [] : [`registration number ${registrationNumber}`]),
    ...countries.map((country) => countryName(country, 'en')),
    ...(validUntil === null ? [] : [`valid until ${validUntil}`]),
  ].join(', ');
