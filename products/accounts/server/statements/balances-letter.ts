/**
 * The balance confirmation: the balance of each account at the end of a day, for authorities, auditors and landlords. For today it states the time.
 * Errors: `invalid_request` for a day after today or more than fifty years ago, `overloaded`.
 */
import { displayAmount } from '@calmly/domain';
import type { PdfMark } from '@calmly/platform/files/pdf-mark.ts';
import { type PdfCell, renderTable, tableWidth } from '@calmly/platform/files/pdf-table.ts';
import type { Download } from '@calmly/platform/http/answer.ts';
import { badFields } from '@calmly/platform/problem.ts';
import { addDays, daysIn, firstOfMonth } from '@calmly/platform/time/zoned-days.ts';
import type { Locale, Work } from '@calmly/platform/work.ts';
import { requireClientActor } from '../../../identity/server/index.ts';
import { balancesAt } from '../../../ledger/server/index.ts';
import type { StatedAccount } from './accounts.ts';
import type { FileTools } from './files.ts';
import { addressOf } from './holder.ts';
import { yearsMax } from './period.ts';
import { dayFormat, momentFormat, statementTexts } from './texts.ts';

interface LetterOrder {
  readonly day: string;
  readonly timeZone: string;
  readonly locale: Locale;
}

const [typeWidth, balanceWidth] = [110, 130];
const rowsEach = 500;

/**
 * A PDF of posted balances at the end of `day` in `timeZone`; for today, at `work.now`. Its code is recorded as issued just before the last bytes are
 * sent.
 */
export async function balancesLetter(
  work: Work,
  { bank, documents }: FileTools,
  accounts: readonly StatedAccount[],
  { day, timeZone, locale }: LetterOrder,
): Promise<Download> {
  const zone = daysIn(timeZone);
  const today = zone.dayOf(work.now);
  if (day > today) throw badFields({ field: 'day', code: 'day_future' });
  if (day < firstOfMonth(today, -12 * yearsMax)) throw badFields({ field: 'day', code: 'period_too_early' });
  const { clientId, displayName } = requireClientActor(work);
  const at = day === today ? work.now : zone.startOf(addDays(day, 1));
  const rows = await rowsOf(work, accounts, at, locale);
  const texts = statementTexts[locale];
  const moment = momentFormat(locale, timeZone);
  const shown = dayFormat(locale)(day);
  const lead = day === today ? texts.letter.leadToday : texts.letter.lead;
  const address = await addressOf(work);
  const tableWith = (mark: PdfMark) =>
    ({
      title: texts.letter.title,
      subtitle: shown,
      createdAt: work.now,
      facts: [
        [texts.holder, [displayName, ...address]],
        [texts.bank, [bank.name, bank.address, `BIC ${bank.bic}`]],
      ],
      lead: filled(lead, { holder: displayName, bank: bank.name, day: shown, at: moment(at) }),
      figures: [],
      columns: [
        { heading: texts.account, width: tableWidth - typeWidth - balanceWidth },
        { heading: texts.columns.type, width: typeWidth },
        { heading: texts.columns.balance, width: balanceWidth, align: 'right' },
      ],
      empty: texts.letter.empty,
      closing: [],
      note: texts.letter.note,
      footer: texts.footer.replace('{at}', moment(work.now)).replace('{timeZone}', timeZone),
      mark,
      page: texts.page,
    }) as const;
  return {
    fileName: `${texts.letter.fileName}-${day}.pdf`,
    content: documents.issue.stream(work, { clientId, kind: 'BALANCES', locale }, (mark) =>
      renderTable(clientId, tableWith(mark), batchesOf(rows)),
    ),
  };
}

/** The text with its values inserted unchanged. */
const filled = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');

/** Accounts opened before, except closed ones without money at that time. */
async function rowsOf(
  { sql }: Pick<Work, 'sql'>,
  accounts: readonly StatedAccount[],
  at: Date,
  locale: Locale,
): Promise<PdfCell[][]> {
  const opened = accounts.filter(({ createdAt }) => createdAt < at);
  const balanceOf = await balancesAt(
    sql,
    opened.map(({ id }) => id),
    [at],
  );
  return opened
    .map((account) => ({ account, minor: balanceOf.get(account.id)?.[0] ?? 0n }))
    .filter(({ account, minor }) => !account.isClosed || minor !== 0n)
    .map(({ account: { name, shownAs, kind, currency }, minor }) => [
      [name, shownAs],
      statementTexts[locale].letter.kinds[kind],
      displayAmount(minor, currency, {}).text,
    ]);
}

async function* batchesOf(rows: PdfCell[][]): AsyncGenerator<PdfCell[][]> {
  for (let start = 0; start < rows.length; start += rowsEach) yield rows.slice(start, start + rowsEach);
}
