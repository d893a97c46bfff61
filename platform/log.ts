/**
 * The log: one JSON object per line, or short lines for a person at a terminal.
 * Fields are on an allow list, so that a body, a token or a code cannot be logged by mistake: the compiler refuses others, and at run time they are
 * dropped. Sensitive values that still get into a message (a database quotes the value it refused) are masked in the finished line: account numbers,
 * card numbers, email addresses, our tokens. Line breaks are escaped as in JSON, so no one can forge a line.
 */
import pino, { type Bindings, type ChildLoggerOptions, type DestinationStream, type Logger } from 'pino';
import type { Config } from './config/config.ts';

/**
 * Fields allowed besides level, time and message: our ids and codes, references of the rail, of chains and of providers, files, measurements, errors.
 * For people only the id; for accounts and addresses neither number nor amount.
 */
const allowedFields = [
  'address',
  'addressIndex',
  'applicantId',
  'asset',
  'attempt',
  'clientId',
  'collectionId',
  'count',
  'credits',
  'currency',
  'disputeId',
  'durationMs',
  'endpoint',
  'entries',
  'err',
  'eventId',
  'exceptionId',
  'exceptions',
  'file',
  'fileHash',
  'fileId',
  'fingerprint',
  'incidentId',
  'jobId',
  'kind',
  'known',
  'knownAs',
  'migrations',
  'month',
  'network',
  'notBooked',
  'paymentId',
  'payoutId',
  'readAt',
  'reason',
  'reference',
  'reports',
  'requestId',
  'route',
  'runners',
  'signal',
  'statement',
  'status',
  'storedAs',
  'suspended',
  'suspenseId',
  'task',
  'txId',
  'walletId',
  'withdrawalId',
] as const;

type AllowedField = (typeof allowedFields)[number];
type Value = string | number | readonly string[] | null | undefined;

export type LogFields = { readonly [name in AllowedField]?: name extends 'err' ? unknown : Value };

/** Checks fields from variables and spreads too; the compiler's excess property check only covers literals. */
type Allowed<Fields> = Fields & { readonly [name in Exclude<keyof Fields, AllowedField>]: never };

interface Write {
  (message: string): void;
  <Fields extends LogFields>(fields: Allowed<Fields>, message: string): void;
}

/** A log that accepts only allowed fields. */
export interface Log {
  readonly info: Write;
  readonly warn: Write;
  readonly error: Write;
  readonly fatal: Write;
  child<Fields extends LogFields>(fields: Allowed<Fields>): Log;
}

const allowedNames: ReadonlySet<string> = new Set(allowedFields);

const masks: ReadonlyArray<readonly [RegExp, string | ((found: string) => string)]> = [
  [/cal_[a-z]{2}_[\w-]+/g, 'cal_***'],
  // An IBAN, also in groups of four and in file names: country and check digits are kept.
  [/(?<![A-Za-z0-9])([A-Z]{2}\d{2}) ?(?:[A-Z0-9]{4} ?){2,7}[A-Z0-9]{0,4}(?![A-Za-z0-9])/g, '$1***'],
  // A card number. A UUID of digits only is longer, and a bank's reference seldom has a card's check digit.
  [/(?<![\w-])(?:\d[ -]?){12,18}\d(?![\w-])/g, (found) => (isCardNumber(found) ? '***' : found)],
];

/** Luhn's check digit, ISO/IEC 7812-1. */
function isCardNumber(text: string): boolean {
  const digits = [...text.replaceAll(/\D/g, '')].reverse().map(Number);
  const sum = digits.reduce((total, digit, place) => {
    const weighted = place % 2 === 0 ? digit : digit * 2;
    return total + (weighted > 9 ? weighted - 9 : weighted);
  }, 0);
  return sum % 10 === 0;
}

/** Without a level: `info`, and `warn` at a terminal, where lines are short instead of JSON. */
export function createLog(
  level: Config['logLevel'],
  output: NodeJS.WritableStream & { isTTY?: boolean } = process.stdout,
): Log {
  const forPerson = output.isTTY === true;
  const destination: DestinationStream = {
    write: (line) => void output.write(forPerson ? personalLine(line) : line),
  };
  const log = pino(
    {
      level: level ?? (forPerson ? 'warn' : 'info'),
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: {
        level: (label) => ({ level: label }),
        log: keepAllowed,
      },
      serializers: { err: describeError },
      hooks: { streamWrite: mask },
    },
    destination,
  );
  // pino has no formatter for the bindings of children; a child inherits this function too.
  const child: (this: Logger, bindings: Bindings, options?: ChildLoggerOptions) => Logger = log.child;
  return Object.assign(log, {
    child(this: Logger, bindings: Bindings, options?: ChildLoggerOptions) {
      return child.call(this, keepAllowed(bindings), options);
    },
  });
}

/** Masks people, accounts and sessions in a text. */
export function mask(text: string): string {
  // Addresses first, as their digits are not a card number.
  return masks.reduce(
    (masked, [pattern, replacement]) =>
      typeof replacement === 'string'
        ? masked.replace(pattern, replacement)
        : masked.replace(pattern, replacement),
    withoutAddresses(text),
  );
}

/** Word by word, because a single expression for a whole address takes quadratic time. */
const withoutAddresses = (text: string) =>
  text.replace(/[\w.+@-]+/g, (word) => (/@[\w-]+\.[\w.-]/.test(word) ? '***@***' : word));

function keepAllowed(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => allowedNames.has(name)));
}

/** An error without the properties that libraries add: a database's `detail` and `parameters` quote rows. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: String(error) };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return {
    type: error.name,
    code,
    message: error.message,
    stack: error.stack,
    cause: error.cause === undefined ? undefined : describeError(error.cause),
  };
}

function personalLine(line: string): string {
  const { level, time, msg, err, ...fields } = JSON.parse(line);
  const named = Object.entries(fields).map(([name, value]) => `${name} ${value}`);
  const details = named.length > 0 ? ` (${named.join(', ')})` : '';
  const stack = err?.stack ? `\n${err.stack}` : '';
  return `${time.slice(11, 19)} ${level}: ${msg ?? ''}${details}${stack}\n`;
}
