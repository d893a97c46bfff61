/**
 * Text files that 1C exchanges with a bank (1CClientBankExchange): lines of `key=value` in sections. Each section of a payment order is a row;
 * documents of other kinds are counted and omitted. Source: v8.1c.ru, "Стандарт обмена с системами «Клиент банка»", versions 1.01 to 1.03.
 * Errors: FileRefused (`cell_too_long`, `damaged`).
 */

import type { PayoutField } from '@calmly/contract';
import { FileRefused, fileLimits } from '../refusal.ts';
import type { TableRow } from '../table.ts';
import type { Encoding } from './encoding.ts';

const signature = '1CClientBankExchange';

/** `head`: the beginning of the file, decoded, without a byte order mark. */
export const isClientBank = (head: string): boolean => head.startsWith(signature);

/** The encoding declared by a single-byte file: `Кодировка=DOS` or `Windows`. */
export function clientBankEncoding(head: Uint8Array, guessed: Encoding): Encoding {
  if (guessed.startsWith('utf')) return guessed;
  return new TextDecoder('ibm866').decode(head).includes('Кодировка=DOS') ? 'ibm866' : 'windows-1251';
}

/** Our columns, each with the keys of which the first present one is taken. */
const columns: ReadonlyArray<readonly [PayoutField, ...string[]]> = [
  ['fromAccount', 'ПлательщикРасчСчет', 'ПлательщикСчет'],
  ['name', 'Получатель1', 'Получатель'],
  ['account', 'ПолучательРасчСчет', 'ПолучательСчет'],
  ['bic', 'ПолучательБИК'],
  ['bankName', 'ПолучательБанк1'],
  ['amount', 'Сумма'],
  ['reference', 'НазначениеПлатежа', 'НазначениеПлатежа1'],
  ['endToEndId', 'Номер'],
  ['executionDate', 'Дата'],
];

export const clientBankMapping: readonly PayoutField[] = columns.map(([field]) => field);

const orderKind = 'Платежное поручение';
/** Maximum number of lines of one document; the format has about sixty. */
const mostLines = 1_000;
/** The purpose may be split into separate lines. */
const purposeParts = [2, 3, 4, 5, 6].map((part) => `НазначениеПлатежа${part}`);

export interface ClientBankReader {
  readonly rows: AsyncIterable<readonly TableRow[]>;
  otherDocuments(): number;
}

/**
 * Reads while `rows` is consumed, once. `line` is that of `СекцияДокумент`; columns are in the order of
 * `clientBankMapping`. `otherDocuments` is complete after the last row.
 */
export function readClientBank(texts: AsyncIterable<string>): ClientBankReader {
  let otherDocuments = 0;
  async function* read(): AsyncGenerator<readonly TableRow[]> {
    let document: { readonly line: number; readonly values: Map<string, string> } | undefined;
    let lastKey: string | undefined;
    let isComplete = false;
    for await (const lines of linesOf(texts)) {
      const rows: TableRow[] = [];
      for (const { line, text } of lines) {
        const equals = text.indexOf('=');
        const key = (equals === -1 ? text : text.slice(0, equals)).trim();
        const value = equals === -1 ? undefined : text.slice(equals + 1).trim();
        if (key === 'КонецФайла') isComplete = true;
        if (key === 'СекцияДокумент' || (document && line - document.line > mostLines)) {
          if (document) throw new FileRefused({ code: 'damaged', part: `СекцияДокумент (${document.line})` });
          document = { line, values: new Map([[key, value ?? '']]) };
        } else if (key === 'КонецДокумента' && document) {
          if (document.values.get('СекцияДокумент')?.toLowerCase() === orderKind.toLowerCase())
            rows.push({ line: document.line, cells: cellsOf(document.values) });
          else otherDocuments += 1;
          document = undefined;
        } else if (document && value !== undefined) {
          document.values.set(key, value);
          lastKey = key;
        } else if (document && lastKey !== undefined && text.trim() !== '') {
          document.values.set(lastKey, `${document.values.get(lastKey)} ${text.trim()}`);
        }
      }
      yield rows;
    }
    if (document || !isComplete) throw new FileRefused({ code: 'damaged', part: 'КонецФайла' });
  }
  return { rows: read(), otherDocuments: () => otherDocuments };
}

function cellsOf(values: ReadonlyMap<string, string>): string[] {
  return columns.map(([field, ...keys]) => {
    const found = keys.map((key) => values.get(key)).find((value) => value) ?? '';
    if (field !== 'reference' || values.get('НазначениеПлатежа')) return found;
    return [found, ...purposeParts.map((key) => values.get(key) ?? '')].filter(Boolean).join(' ');
  });
}

interface Line {
  readonly line: number;
  readonly text: string;
}

/** Lines, in the batches in which their text arrives. */
async function* linesOf(texts: AsyncIterable<string>): AsyncGenerator<readonly Line[]> {
  let rest = '';
  let line = 0;
  const most = fileLimits.cell + 100;
  for await (const text of texts) {
    const parts = (rest + text).split('\n');
    rest = parts.pop() ?? '';
    const tooLong = [...parts, rest].findIndex((part) => part.length > most);
    if (tooLong !== -1)
      throw new FileRefused({ code: 'cell_too_long', line: line + tooLong + 1, most: fileLimits.cell });
    yield parts.map((part): Line => {
      line += 1;
      return { line, text: part };
    });
  }
  yield [{ line: line + 1, text: rest }];
}
