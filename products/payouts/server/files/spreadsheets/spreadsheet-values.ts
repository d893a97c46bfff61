/**
 * The meaning of a number in a spreadsheet's cell: an amount, an account number typed as a number, a day, a share. Spreadsheets keep numbers in
 * binary with 15 exact digits, so 0.1 + 0.2 is stored as 0.30000000000000004; a number with more digits has lost some. Source: ECMA-376 part 1,
 * 18.8.30 (number formats), 18.17.4.1 (dates).
 */

export type NumberKind = 'number' | 'day' | 'time' | 'percent';

export interface NumberFormat {
  readonly kind: NumberKind;
  /** A format of zeros shows that many digits, so a sort code keeps its leading zero. */
  readonly digits: number;
}

/** Built-in formats of days and times. */
const builtInKinds: ReadonlyMap<number, NumberKind> = new Map([
  ...[14, 15, 16, 17, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58].map((id): [number, NumberKind] => [
    id,
    'day',
  ]),
  ...[18, 19, 20, 21, 32, 33, 34, 35, 45, 46, 47, 55, 56].map((id): [number, NumberKind] => [id, 'time']),
  [22, 'day'],
  [9, 'percent'],
  [10, 'percent'],
]);

/** The kind of a number format: by its own code if it has one, otherwise by its built-in number. */
export function formatOf(id: number, code: string | undefined): NumberFormat {
  if (code === undefined) return { kind: builtInKinds.get(id) ?? 'number', digits: 0 };
  return { kind: kindOfCode(code), digits: /^0+$/.test(code) ? code.length : 0 };
}

/** Only the first section counts, which is for positive numbers. */
function kindOfCode(code: string): NumberKind {
  const bare = withoutLiterals(code);
  if (bare.includes('%')) return 'percent';
  if (/[yd]/i.test(bare)) return 'day';
  if (/[hs]/i.test(bare)) return 'time';
  return bare.toLowerCase().includes('m') ? 'day' : 'number';
}

/** A format code without quoted text, escaped characters and bracketed parts (colours, currencies). */
function withoutLiterals(code: string): string {
  let bare = '';
  for (let at = 0; at < code.length; at += 1) {
    const character = code.charAt(at);
    if (character === ';') return bare;
    if (character === '\\' || character === '_' || character === '*') at += 1;
    else if (character === '"' || character === '[') {
      const end = code.indexOf(character === '"' ? '"' : ']', at + 1);
      if (end === -1) return bare;
      // [h], [mm] and [ss] count hours, minutes and seconds.
      if (character === '[' && /^\[[hms]{1,2}\]$/i.test(code.slice(at, end + 1))) bare += 'h';
      at = end;
    } else bare += character;
  }
  return bare.toLowerCase() === 'general' ? '' : bare;
}

const exactDigits = 15;
/** From here on numbers have lost digits: 2^53 has 16. */
const mostExact = 10 ** exactDigits;

export type NumberText = { readonly ok: true; readonly text: string } | { readonly ok: false };

/**
 * The number as a person sees it, without binary noise and without an exponent. Not ok: it has more whole digits than a spreadsheet keeps, like
 * account numbers.
 */
export function numberText(raw: string): NumberText {
  const value = Number(raw);
  if (raw.trim() === '' || !Number.isFinite(value) || Math.abs(value) >= mostExact) return { ok: false };
  return { ok: true, text: plain(value, exactDigits) };
}

/** 15 significant digits in plain notation, without trailing zeros. */
function plain(value: number, digits: number): string {
  const [mantissa = '0', exponent = '0'] = value.toExponential(digits - 1).split('e');
  const sign = mantissa.startsWith('-') ? '-' : '';
  const figures = mantissa.replace(/[-.]/g, '');
  const point = Number(exponent) + 1;
  const whole = point > 0 ? figures.slice(0, point).padEnd(point, '0') : '0';
  const fraction = withoutTrailingZeros(point > 0 ? figures.slice(point) : '0'.repeat(-point) + figures);
  const text = fraction === '' ? whole : `${whole}.${fraction}`;
  return text === '0' ? text : sign + text;
}

function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
}

/** A share in per cent: 0.125 is `12.5%`. */
export function percentText(raw: string): NumberText {
  const value = Number(raw) * 100;
  if (!Number.isFinite(value) || Math.abs(value) >= mostExact) return { ok: false };
  return { ok: true, text: `${plain(value, exactDigits - 1)}%` };
}

const dayMs = 86_400_000;
const epochs = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) } as const;

/** The day of a serial number as `YYYY-MM-DD`; undefined if there is none. Day 60 of the 1900 system is a 29 February that never existed. */
export function dayOf(raw: string, system: 1900 | 1904): string | undefined {
  const serial = Number(raw);
  if (!Number.isFinite(serial) || serial < 0 || serial > 2_958_465) return undefined;
  const whole = Math.floor(serial);
  if (system === 1900 && whole === 60) return undefined;
  const shift = system === 1900 && whole < 60 ? 1 : 0;
  return new Date(epochs[system] + (whole + shift) * dayMs).toISOString().slice(0, 10);
}

/** Days from 2000 to 2099 in the 1900 system, for a number in a column of days. */
const serials = { first: 36_526, last: 73_050 } as const;
/** The 1904 system counts from four years and a day later. */
const shift1904 = 1_462;

/** The day of a cell formatted as a plain number, such as `46349`; undefined for anything else. */
export function dayOfPlainNumber(text: string, system: 1900 | 1904): string | undefined {
  if (!/^\d{5}(?:[.,]\d{1,15})?$/.test(text.trim())) return undefined;
  const serial = Number(text.trim().slice(0, 5));
  const in1900 = system === 1904 ? serial + shift1904 : serial;
  return in1900 < serials.first || in1900 > serials.last ? undefined : dayOf(String(serial), system);
}

/** The name of a cell: column 0 of row 1 is A1. */
export function cellName(column: number, row: number): string {
  let letters = '';
  for (let rest = column; rest >= 0; rest = Math.floor(rest / 26) - 1)
    letters = String.fromCharCode(65 + (rest % 26)) + letters;
  return `${letters}${row}`;
}

/** The column in a cell's name, from 0; undefined if it has none. */
export function columnOf(name: string): number | undefined {
  let column = 0;
  for (let at = 0; at < name.length && at <= 3; at += 1) {
    const letter = name.charCodeAt(at) - 64;
    if (letter < 1 || letter > 26) return at === 0 ? undefined : column - 1;
    column = column * 26 + letter;
  }
  return undefined;
}
