/**
 * Amounts as people write them: `1 234,56`, `1.234,56 €`, `1'234.56`, `USD 1,234.56`, `-5`. A text such as `1.234` may mean a thousand or one point
 * two; only other amounts of its column can tell, and otherwise it is a fault. Nothing is guessed silently.
 */

/** The decimal separator. */
export type DecimalSign = '.' | ',';

export type AmountFault =
  | { readonly ok: false; readonly code: 'amount_missing' }
  | { readonly ok: false; readonly code: 'amount_unreadable' }
  /** `18.4O`: letters that look like digits; `suggestion` has the digits. */
  | { readonly ok: false; readonly code: 'amount_letters'; readonly suggestion: string }
  /** `1.234`: a thousand or one point two; `suggestions` has both. */
  | {
      readonly ok: false;
      readonly code: 'amount_ambiguous';
      readonly suggestions: readonly [thousands: string, decimals: string];
    }
  /** `5.25` in a column of `5,25`: the suggestion is its meaning with the other sign. */
  | { readonly ok: false; readonly code: 'amount_other_sign'; readonly suggestion: string }
  | { readonly ok: false; readonly code: 'amount_negative'; readonly suggestion: string };

export type AmountReading =
  /** Digits, a point, no grouping: `1234.5`. */
  { readonly ok: true; readonly amount: string } | AmountFault;

/** Reads one amount; `sign` is the column's decimal sign, null if the column does not tell. Decimals are kept as written. */
export function readAmount(text: string, sign: DecimalSign | null): AmountReading {
  const { digits, isNegative } = stripped(text);
  if (digits === '') return { ok: false, code: 'amount_missing' };
  const reading = withSign(digits, sign);
  if (!reading.ok) return reading.code === 'amount_unreadable' ? withoutLetters(digits, sign) : reading;
  if (!isNegative || isZero(reading.amount)) return reading;
  return { ok: false, code: 'amount_negative', suggestion: reading.amount };
}

/** The decimal sign shown by a text itself; undefined if it shows none: `1234`, `1.234`, or not an amount at all. */
export function signShownBy(text: string): DecimalSign | undefined {
  if (!mayShowSign(text)) return undefined;
  const { digits } = stripped(text);
  const [point, comma] = [parse(digits, '.'), parse(digits, ',')];
  if ((point === undefined) === (comma === undefined)) return undefined;
  if (!digits.includes('.') && !digits.includes(',')) return undefined;
  return point === undefined ? ',' : '.';
}

const mostLetters = 4;
const longest = 40;

/** A fast check, because most cells of a file are not amounts. */
function mayShowSign(text: string): boolean {
  if (text.length > longest || !(text.includes('.') || text.includes(','))) return false;
  let others = 0;
  for (let at = 0; at < text.length && others <= mostLetters; at += 1) {
    const code = text.charCodeAt(at);
    if (code > 0x39 && code !== 0xa0) others += 1;
  }
  return others <= mostLetters;
}

/** Collects the decimal sign shown by a column's cells: the one without contradiction, otherwise null. */
export function createSignVote(): { add(text: string): void; result(): DecimalSign | null } {
  const votes = { '.': 0, ',': 0 };
  return {
    add(text) {
      const sign = signShownBy(text);
      if (sign) votes[sign] += 1;
    },
    result: () => {
      if (votes['.'] > 0 === votes[','] > 0) return null;
      return votes['.'] > 0 ? '.' : ',';
    },
  };
}

function withSign(digits: string, sign: DecimalSign | null): AmountReading {
  const [point, comma] = [parse(digits, '.'), parse(digits, ',')];
  if (point === undefined && comma === undefined) return { ok: false, code: 'amount_unreadable' };
  if (point === comma && point !== undefined) return { ok: true, amount: point };
  const chosen = sign === '.' ? point : comma;
  if (sign !== null && chosen !== undefined) return { ok: true, amount: chosen };
  if (point !== undefined && comma !== undefined)
    return {
      ok: false,
      code: 'amount_ambiguous',
      suggestions: digits.includes('.') ? [comma, point] : [point, comma],
    };
  const only = point ?? comma ?? '';
  return sign === null
    ? { ok: true, amount: only }
    : { ok: false, code: 'amount_other_sign', suggestion: only };
}

const lookAlikes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    O: '0',
    o: '0',
    О: '0',
    о: '0',
    D: '0',
    l: '1',
    I: '1',
    i: '1',
    '|': '1',
    S: '5',
    Z: '2',
    B: '8',
    З: '3',
    з: '3',
    б: '6',
  }),
);

/** The fault of a text that is not a number, with the probable digits if letters look like some. */
function withoutLetters(digits: string, sign: DecimalSign | null): AmountFault {
  const replaced = Array.from(digits, (each) => lookAlikes.get(each) ?? each).join('');
  const reading = replaced === digits ? undefined : withSign(replaced, sign);
  return reading?.ok
    ? { ok: false, code: 'amount_letters', suggestion: reading.amount }
    : { ok: false, code: 'amount_unreadable' };
}

const currencyMarks = /^(?:[A-Z]{3}|[€$£¥₽₴₸₺₹]|zł|Kč|kr|Fr\.?|руб\.?|р\.)$/iu;
/** Spaces of any width, and the Swiss apostrophes, which can only group digits. */
const blanks = /[\s'’`]/gu;

/** Currency codes and symbols beside the digits of an amount, as written: `USD`, `zł`. */
export const currencyMarksIn = (text: string): readonly string[] => stripped(text).marks;

interface Stripped {
  readonly digits: string;
  readonly isNegative: boolean;
  readonly marks: readonly string[];
}

/** The digits and signs of a text, without currency and minus; spaces and apostrophes become single spaces. */
function stripped(text: string): Stripped {
  const inner = text.trim();
  const isBracketed = inner.startsWith('(') && inner.endsWith(')');
  const even = (isBracketed ? inner.slice(1, -1) : inner)
    .replaceAll(blanks, ' ')
    .replaceAll(/[\u2212\u2012\u2013\uFE63]/gu, '-');
  const marks: string[] = [];
  const unmarked = withoutMarks(even.trim(), marks);
  const hasMinus = unmarked.startsWith('-') || unmarked.endsWith('-');
  const digits = withoutMarks(unmarked.replace(/^[-+]/, '').replace(/-$/, '').trim(), marks);
  return { digits, isNegative: hasMinus || isBracketed, marks };
}

/** Removes a currency before or after; found ones are added to `marks`. */
function withoutMarks(text: string, marks: string[]): string {
  const first = text.search(/[\d.,+-]/u);
  if (first === -1) return text;
  const before = text.slice(0, first).trim();
  const isMarked = currencyMarks.test(before);
  if (isMarked) marks.push(before);
  const behind = isMarked ? text.slice(first) : text;
  for (const length of [4, 3, 2, 1]) {
    const after = behind.slice(-length);
    if (behind.length <= length || !currencyMarks.test(after)) continue;
    marks.push(after);
    return behind.slice(0, -length).trim();
  }
  return behind;
}

/** The canonical form of digits with this decimal sign, the other one grouping by three; undefined for anything else. */
function parse(digits: string, sign: DecimalSign): string | undefined {
  const group = sign === '.' ? ',' : '.';
  const [grouped = '', fraction, ...more] = digits.split(sign);
  const groups = grouped.split(grouped.includes(' ') ? ' ' : group);
  const [first = '', ...rest] = groups;
  const isGrouped =
    rest.length === 0 ||
    (first.length <= 3 && first !== '0' && first !== '' && rest.every((each) => each.length === 3));
  const whole = groups.join('');
  if (more.length > 0 || !isGrouped || !isDigits(whole) || whole.length > 30) return undefined;
  if (fraction === undefined) return canonical(whole);
  return isDigits(fraction) && fraction.length <= 18 ? `${canonical(whole)}.${fraction}` : undefined;
}

const isDigits = (text: string): boolean => /^[0-9]+$/.test(text);
const canonical = (whole: string): string => whole.replace(/^0+(?=\d)/, '');
const isZero = (amount: string): boolean => /^[0.]+$/.test(amount);
