/**
 * Official statements as people read them. A reader without the right to confidential payouts gets the file in which each payout is one line, if
 * there is one, and never the other file. Errors: `not_found` for a statement of an account that the reader may not see.
 */
import type { OfficialStatement } from '@calmly/contract';
import { formatDecimal } from '@calmly/domain';
import type { Download } from '@calmly/platform/http/answer.ts';
import { Problem } from '@calmly/platform/problem.ts';
import type { Work } from '@calmly/platform/work.ts';
import { requireClientActor } from '../../../../identity/server/index.ts';
import type { Documents } from '../../documents/index.ts';
import { viewerOf } from '../../transactions/index.ts';
import { type AccountSource, requireStated, type StatedAccount } from '../accounts.ts';
import { numberOf, periodOfMonth } from './month.ts';
import { findOfficial, type IssuedFile, listOfAccount, type Official } from './official-store.ts';
import { officialFileName } from './texts.ts';

type Reading = Pick<Work, 'sql' | 'actor'>;

/** All versions, newest month and version first. Dates are days in the bank's time zone; `sha256` is that of this reader's file. */
export async function readOfficial(work: Reading, account: StatedAccount): Promise<OfficialStatement[]> {
  const { clientId } = requireClientActor(work);
  const statements = await listOfAccount(work.sql, { clientId, accountId: account.id });
  return statements.map((statement) => shown(work, statement));
}

/** The file that this reader may have. */
function fileFor(work: Reading, { file, masked }: Official): IssuedFile {
  return viewerOf(requireClientActor(work)).seesConfidential ? file : (masked ?? file);
}

function shown(work: Reading, statement: Official): OfficialStatement {
  const { id, version, currency, openingMinor, closingMinor, madeAt, replacedAt, cause, reason } = statement;
  const { from, to, timeZone } = periodOfMonth(statement);
  return {
    id,
    number: numberOf(statement),
    version,
    from,
    to,
    timeZone,
    openingBalance: formatDecimal(openingMinor, currency),
    closingBalance: formatDecimal(closingMinor, currency),
    madeAt: madeAt.toISOString(),
    isReplaced: replacedAt !== null,
    cause,
    reason,
    sha256: fileFor(work, statement).sha256.toString('hex'),
  };
}

/** Replaced versions can still be downloaded. Errors: `not_found`. */
export async function officialFile(
  work: Reading,
  {
    documents,
    sources,
  }: { readonly documents: Pick<Documents, 'kept'>; readonly sources: readonly AccountSource[] },
  id: string,
): Promise<Download> {
  const statement = await findOfficial(work.sql, id);
  if (statement?.clientId !== requireClientActor(work).clientId) throw new Problem('not_found');
  const { iban, number } = await requireStated(work, sources, statement.accountId);
  const { version, month, locale } = statement;
  return {
    fileName: `${officialFileName(locale)}-${iban ?? number}-${month.slice(0, 7)}-v${version}.pdf`,
    content: await documents.kept.read(work.sql, fileFor(work, statement).fileId),
  };
}
