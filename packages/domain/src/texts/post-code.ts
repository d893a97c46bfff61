/**
 * Formats of postcodes, by country. In a format `N` is a digit, `A` a letter and `X` either; spaces and hyphens may be omitted or added.
 * Unlisted countries have no postcodes, or none that we know, and accept anything. Sources: Universal Postal Union, "Postal addressing
 * systems"; Unicode CLDR, postalCodeData.
 */

const table = `
AD NNN|AL NNNN|AM NNNN,NNNNNN|AR NNNN,ANNNNAAA|AS NNNNN,NNNNN-NNNN|AT NNNN|AU NNNN|AX NNNNN|AZ NNNN|BA NNNNN|BD NNNN|BE NNNN
BG NNNN|BL NNNNN|BR NNNNN-NNN|CA ANA NAN|CH NNNN|CL NNNNNNN,NNN-NNNN|CN NNNNNN|CO NNNNNN|CY NNNN|CZ NNN NN|DE NNNNN|DK NNNN
DZ NNNNN|EE NNNNN|EG NNNNN,NNNNNNN|ES NNNNN|FI NNNNN|FO NNN|FR NNNNN|GB AANN NAA,ANN NAA,AN NAA,AAN NAA,ANA NAA,AANA NAA
GE NNNN|GF NNNNN|GG AANN NAA,AAN NAA|GI AANN NAA|GL NNNN|GP NNNNN|GR NNN NN|GU NNNNN,NNNNN-NNNN|HR NNNNN|HU NNNN|ID NNNNN
IE ANN XXXX,ANA XXXX|IL NNNNNNN,NNNNN|IM AANN NAA,AAN NAA|IN NNNNNN|IS NNN|IT NNNNN|JE AANN NAA,AAN NAA|JP NNN-NNNN|KE NNNNN
KG NNNNNN|KR NNNNN|KZ NNNNNN,ANNXNXN|LI NNNN|LK NNNNN|LT NNNNN|LU NNNN|LV NNNN|MA NNNNN|MC NNNNN|MD NNNN|ME NNNNN|MF NNNNN
MK NNNN|MP NNNNN,NNNNN-NNNN|MQ NNNNN|MT AAA NNNN,AAA NN|MX NNNNN|MY NNNNN|NC NNNNN|NG NNNNNN|NL NNNN AA|NO NNNN|NP NNNNN
NZ NNNN|PF NNNNN|PH NNNN|PK NNNNN|PL NN-NNN|PM NNNNN|PR NNNNN,NNNNN-NNNN|PT NNNN-NNN|RE NNNNN|RO NNNNNN|RS NNNNN,NNNNNN
SA NNNNN,NNNNN-NNNN|SE NNN NN|SG NNNNNN|SI NNNN|SJ NNNN|SK NNN NN|SM NNNNN|TH NNNNN|TJ NNNNNN|TM NNNNNN|TN NNNN|TR NNNNN
TW NNN,NNNNN,NNNNNN|UA NNNNN|US NNNNN,NNNNN-NNNN|UZ NNNNNN|VA NNNNN|VI NNNNN,NNNNN-NNNN|VN NNNNN,NNNNNN|WF NNNNN|XK NNNNN
YT NNNNN|ZA NNNN`;

const formats: ReadonlyMap<string, readonly string[]> = new Map(
  table
    .trim()
    .split(/[|\n]/)
    .map((entry) => [entry.slice(0, 2), entry.slice(3).split(',')]),
);

const bare = (text: string): string => text.toUpperCase().replaceAll(/[\s-]/gu, '');

const signs: Readonly<Record<string, RegExp>> = { N: /^[0-9]$/, A: /^[A-Z]$/, X: /^[A-Z0-9]$/ };

function fits(code: string, format: string): boolean {
  const wanted = [...bare(format)];
  return wanted.length === code.length && wanted.every((sign, place) => signs[sign]?.test(code[place] ?? ''));
}

/** Without a country prefix: `LV-1010`, `D-10115`, `L1009`. */
function withoutCountry(country: string, text: string): string {
  const [, rest] = /^\s*[A-Za-z]{1,3}\s?-\s?(.*)$/u.exec(text) ?? [];
  if (rest !== undefined) return bare(rest);
  const code = bare(text);
  if (code.startsWith(country)) return code.slice(country.length);
  return country === 'LU' && code.startsWith('L') ? code.slice(1) : code;
}

/** Whether this can be a postcode of the country; if not, an example of one. */
export function checkPostCode(
  country: string,
  text: string,
): { readonly ok: true } | { readonly ok: false; readonly example: string } {
  const known = formats.get(country);
  if (known === undefined) return { ok: true };
  const candidates = [bare(text), withoutCountry(country, text)];
  if (known.some((format) => candidates.some((code) => fits(code, format)))) return { ok: true };
  return { ok: false, example: exampleOf(known[0] ?? '') };
}

/** An example of the format: `AANN NAA` becomes `AB12 3CD`. */
function exampleOf(format: string): string {
  let digit = 0;
  let letter = 0;
  return [...format]
    .map((sign) => {
      if (sign === 'N') return String(++digit % 10);
      if (sign === 'A' || sign === 'X') return String.fromCharCode(65 + (letter++ % 26));
      return sign;
    })
    .join('');
}
