/**
 * Export profiles: saved, changed, deleted, run. They belong to one person in one client; each call needs the right to view statements. Errors:
 * `not_found` (also for another person's profile or another client's account), `too_many_exports`, `invalid_request` (name: name_taken).
 */
import {
  type EndpointInput,
  type ExportProfile,
  type ExportProfileInput,
  exportProfilesMax,
  type runExportProfile,
} from '@calmly/contract';
import { badFields, Problem } from '@calmly/platform/problem.ts';
import { businessTime } from '@calmly/platform/time/business-time.ts';
import { daysIn } from '@calmly/platform/time/zoned-days.ts';
import type { Work } from '@calmly/platform/work.ts';
import type { TransactionsModule } from '../../../../accounts/server/transactions/index.ts';
import { requireClientActor } from '../../../../identity/server/index.ts';
import { scheduleMails } from './mail.ts';
import { monthPeriod, nextMail, periodAt } from './period.ts';
import {
  deleteProfile,
  findProfile,
  listProfiles,
  lockProfiles,
  type StoredProfile,
  writeProfile,
} from './profile-store.ts';

export interface ExportTools {
  readonly transactions: Pick<TransactionsModule, 'exportRows'>;
  /** Accounts, cards and wallets of a client, by id. */
  accountIdsOf(work: Pick<Work, 'sql'>, clientId: string): Promise<ReadonlySet<string>>;
}

const shown = ({ mailAt, timeZone: _, ...profile }: StoredProfile): ExportProfile => ({
  ...profile,
  mailsMonthly: mailAt !== null,
});

/** In the order they were made, `exportProfilesMax` at most. */
export const readProfiles = async (work: Work): Promise<ExportProfile[]> =>
  (await listProfiles(work.sql, requireClientActor(work))).map(shown);

/** A new profile. */
export async function createProfile(
  work: Work,
  tools: ExportTools,
  input: ExportProfileInput,
): Promise<ExportProfile> {
  const keeper = requireClientActor(work);
  await lockProfiles(work.sql, keeper);
  const profiles = await listProfiles(work.sql, keeper);
  if (profiles.length >= exportProfilesMax)
    throw new Problem('too_many_exports', { params: { max: exportProfilesMax } });
  return write(work, tools, { id: work.newId(), others: profiles, input });
}

/** Changes a profile, and reschedules its next mail. */
export async function changeProfile(
  work: Work,
  tools: ExportTools,
  id: string,
  input: ExportProfileInput,
): Promise<ExportProfile> {
  const keeper = requireClientActor(work);
  await lockProfiles(work.sql, keeper);
  const profiles = await listProfiles(work.sql, keeper);
  if (!profiles.some((profile) => profile.id === id)) throw new Problem('not_found');
  return write(work, tools, { id, others: profiles.filter((profile) => profile.id !== id), input });
}

async function write(
  work: Work,
  { accountIdsOf }: ExportTools,
  {
    id,
    others,
    input: { mailsMonthly, ...input },
  }: { id: string; others: readonly StoredProfile[]; input: ExportProfileInput },
): Promise<ExportProfile> {
  const keeper = requireClientActor(work);
  if (others.some(({ name }) => name.toLowerCase() === input.name.toLowerCase()))
    throw badFields({ field: 'name', code: 'name_taken' });
  if (input.accountIds.length > 0) {
    const own = await accountIdsOf(work, keeper.clientId);
    if (!input.accountIds.every((each) => own.has(each))) throw new Problem('not_found');
  }
  const mailAt = mailsMonthly ? nextMail(daysIn(input.timeZone), await businessTime(work)) : null;
  const profile = { id, ...input, mailAt };
  await writeProfile(work.sql, keeper, profile);
  if (mailAt) await scheduleMails(work);
  return shown(profile);
}

/** Its monthly mail ends with it. */
export async function removeProfile(work: Work, id: string): Promise<undefined> {
  if (!(await deleteProfile(work.sql, requireClientActor(work), id))) throw new Problem('not_found');
  return undefined;
}

/**
 * The file with the data that the person may see now, with current categories and receipts. A payment is in the month in which it was booked, and
 * until then in that of its order.
 */
export async function runProfile(
  work: Work,
  { transactions, accountIdsOf }: ExportTools,
  id: string,
  { month, locale, timeZone }: EndpointInput<typeof runExportProfile>['query'],
) {
  const keeper = requireClientActor(work);
  const profile = await findProfile(work.sql, keeper, id);
  if (!profile) throw new Problem('not_found');
  const { columns, format, accountIds } = profile;
  const zone = daysIn(timeZone);
  const period =
    month === undefined ? periodAt(zone, await businessTime(work), profile.period) : monthPeriod(zone, month);
  const isOfAll = accountIds.length === 0;
  const booked = isOfAll ? [...(await accountIdsOf(work, keeper.clientId))] : accountIds;
  const file = await transactions.exportRows(work, {
    filter: {},
    booked: { ...period, accountIds: booked },
    columns,
    format,
    accountIds: isOfAll ? undefined : accountIds,
    locale,
    timeZone,
  });
  return { ...file, fileName: file.fileName.replace(/(?=\.[a-z]+$)/, `-${period.label}`) };
}
