/**
 * Makes the files of an official statement: the PDF for people who see confidential payouts and, if the period has any, a second one in which each
 * payout is one line. Both have the ledger's figures. The files have no owner until the statement is written.
 */
import type { Database } from '@calmly/platform/database.ts';
import type { Locale, Work } from '@calmly/platform/work.ts';
import { findRecipients } from '../../../../identity/server/index.ts';
import type { Bank } from '../../accounts/index.ts';
import type { Documents } from '../../documents/index.ts';
import type { AccountSource, StatedAccount } from '../accounts.ts';
import { pdfOf } from '../formats/pdf.ts';
import { addressLines } from '../holder.ts';
import { type StatementSource, statementSource } from '../source.ts';
import { type Month, periodOfMonth } from './month.ts';
import type { Figures, IssuedFile, Official } from './official-store.ts';
import { officialFacts, type Restated } from './texts.ts';

export interface OfficialTools {
  readonly database: Database;
  readonly bank: Bank;
  readonly documents: Pick<Documents, 'issue' | 'kept'>;
  readonly sources: readonly AccountSource[];
}

/** The addressee. */
export interface Holder {
  readonly clientId: string;
  readonly address: readonly string[];
  readonly locale: Locale;
}

export interface MakeOrder extends Pick<Official, 'year' | 'serial' | 'version'> {
  readonly holder: Holder;
  readonly account: StatedAccount;
  readonly month: Month;
  readonly restated?: Restated;
  /** Called regularly while it is made; throws to stop it. */
  readonly step?: () => Promise<void>;
}

export interface Made extends Figures {
  readonly file: IssuedFile;
  readonly masked: IssuedFile | undefined;
}

/** Enough for seven million entries. */
const mostBytes = 512 * 1024 * 1024;
/** The queue of heavy work is fair by client; all official statements together count as one client. */
const lane = 'official statements';

/** The client's first person determines language and address. */
export async function findHolder({ sql }: Pick<Work, 'sql'>, clientId: string): Promise<Holder> {
  const [first] = await findRecipients(sql, { clientIds: [clientId], personIds: [] });
  if (!first) return { clientId, address: [], locale: 'en' };
  return { clientId, address: await addressLines(sql, first), locale: first.locale };
}

/** The statement's figures, or undefined for an account that was closed before. */
export async function openMonth(
  { sql }: Pick<Work, 'sql'>,
  account: StatedAccount,
  clientId: string,
  month: Month,
): Promise<StatementSource | undefined> {
  const source = await statementSource(
    { sql, viewer: { clientId, seesConfidential: true }, account },
    periodOfMonth(month),
  );
  const isEmpty = source.count === 0 && source.openingMinor === 0n;
  return account.isClosed && isEmpty ? undefined : source;
}

/**
 * Runs outside transactions, because a file can take minutes. Until `keepFiles` the files have no owner; the caller removes them if the statement is
 * not written.
 */
export async function makeOfficial(
  work: Pick<Work, 'sql' | 'now' | 'newId'>,
  tools: OfficialTools,
  source: StatementSource,
  order: MakeOrder,
): Promise<Made> {
  const { sql } = work;
  const { account, period, range, openingMinor, inMinor, outMinor, closingMinor } = source;
  const viewer = { clientId: order.holder.clientId, seesConfidential: false };
  const forOthers = await statementSource({ sql, viewer, account }, period);
  const file = await writeFile(work, tools, source, order);
  const masked = forOthers.isMasked
    ? await writeFile(work, tools, forOthers, order).catch(async (error: unknown) => {
        await removeFiles(work, tools, { file, masked: undefined });
        throw error;
      })
    : undefined;
  return { ...range, openingMinor, inMinor, outMinor, closingMinor, file, masked };
}

async function writeFile(
  work: Pick<Work, 'sql' | 'now' | 'newId'>,
  { bank, documents }: OfficialTools,
  source: StatementSource,
  { holder, restated, step, ...order }: MakeOrder,
): Promise<IssuedFile> {
  const { clientId, address, locale } = holder;
  const { mark, codeHash } = documents.issue.draw(locale);
  const official = officialFacts(locale, order, source.period.zone.dayOf, restated);
  const followed = step ? { ...source, lines: stepping(source, step) } : source;
  const paper = {
    source: followed,
    issuer: bank,
    address,
    locale,
    now: work.now,
    mark,
    official,
    inBackground: true,
  };
  const { id, sha256 } = await documents.kept.write(work, { clientId, mostBytes }, pdfOf(lane, paper));
  return { fileId: id, codeHash, sha256 };
}

const stepping = (source: StatementSource, step: () => Promise<void>): StatementSource['lines'] =>
  async function* (after) {
    for await (const lines of source.lines(after)) {
      await step();
      yield lines;
    }
  };

const filesOf = ({ file, masked }: Pick<Made, 'file' | 'masked'>): IssuedFile[] => [
  file,
  ...(masked ? [masked] : []),
];

/** Keeps the files for good and records their codes, in the transaction that writes the statement. */
export async function keepFiles(
  work: Pick<Work, 'sql' | 'now'>,
  { documents }: Pick<OfficialTools, 'documents'>,
  clientId: string,
  made: Pick<Made, 'file' | 'masked'>,
): Promise<void> {
  const files = filesOf(made);
  const ids = files.map(({ fileId }) => fileId);
  await documents.kept.keep(work.sql, ids, null);
  for (const { codeHash, sha256 } of files)
    await documents.issue.record(work, { clientId, kind: 'STATEMENT', codeHash, sha256 });
}

/** For files whose statement was not written. */
export async function removeFiles(
  { sql }: Pick<Work, 'sql'>,
  { documents }: Pick<OfficialTools, 'documents'>,
  made: Pick<Made, 'file' | 'masked'>,
): Promise<void> {
  await documents.kept.remove(
    sql,
    filesOf(made).map(({ fileId }) => fileId),
  );
}

/** Hashes of the codes of one or two files, for `documents.issue.replace`. */
export const codesOf = (statement: Pick<Official, 'file' | 'masked'>): Buffer[] =>
  filesOf(statement).map(({ codeHash }) => codeHash);
