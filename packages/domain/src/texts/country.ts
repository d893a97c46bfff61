/**
 * Countries: ISO 3166-1 alpha-2 codes with their ITU-T E.164 dial codes, membership in the payment areas, and fee zones. Names are not
 * stored here: `countryName` uses the platform's own data (CLDR), so that both languages are complete. Sources: ISO 3166-1; ITU E.164;
 * EPC409-09 (list of SEPA countries); the EEA Agreement.
 */
import { latinCapitals } from './plain-text.ts';

/** Code and dial code, `-` where a territory has none of its own. XK is user-assigned, and has IBANs and banks. */
const table = `
AD376 AE971 AF93 AG1268 AI1264 AL355 AM374 AO244 AQ672 AR54 AS1684 AT43 AU61 AW297 AX358 AZ994
BA387 BB1246 BD880 BE32 BF226 BG359 BH973 BI257 BJ229 BL590 BM1441 BN673 BO591 BQ599 BR55 BS1242 BT975 BV- BW267
BY375 BZ501 CA1 CC61 CD243 CF236 CG242 CH41 CI225 CK682 CL56 CM237 CN86 CO57 CR506 CU53 CV238 CW599 CX61 CY357
CZ420 DE49 DJ253 DK45 DM1767 DO1809 DZ213 EC593 EE372 EG20 EH212 ER291 ES34 ET251 FI358 FJ679 FK500 FM691 FO298
FR33 GA241 GB44 GD1473 GE995 GF594 GG44 GH233 GI350 GL299 GM220 GN224 GP590 GQ240 GR30 GS500 GT502 GU1671 GW245
GY592 HK852 HM- HN504 HR385 HT509 HU36 ID62 IE353 IL972 IM44 IN91 IO246 IQ964 IR98 IS354 IT39 JE44 JM1876 JO962
JP81 KE254 KG996 KH855 KI686 KM269 KN1869 KP850 KR82 KW965 KY1345 KZ7 LA856 LB961 LC1758 LI423 LK94 LR231 LS266
LT370 LU352 LV371 LY218 MA212 MC377 MD373 ME382 MF590 MG261 MH692 MK389 ML223 MM95 MN976 MO853 MP1670 MQ596 MR222
MS1664 MT356 MU230 MV960 MW265 MX52 MY60 MZ258 NA264 NC687 NE227 NF672 NG234 NI505 NL31 NO47 NP977 NR674 NU683
NZ64 OM968 PA507 PE51 PF689 PG675 PH63 PK92 PL48 PM508 PN64 PR1787 PS970 PT351 PW680 PY595 QA974 RE262 RO40 RS381
RU7 RW250 SA966 SB677 SC248 SD249 SE46 SG65 SH290 SI386 SJ47 SK421 SL232 SM378 SN221 SO252 SR597 SS211 ST239 SV503
SX1721 SY963 SZ268 TC1649 TD235 TF262 TG228 TH66 TJ992 TK690 TL670 TM993 TN216 TO676 TR90 TT1868 TV688 TW886 TZ255
UA380 UG256 UM- US1 UY598 UZ998 VA39 VC1784 VE58 VG1284 VI1340 VN84 VU678 WF681 WS685 XK383 YE967 YT262 ZA27 ZM260
ZW263`;

export interface Country {
  /** ISO 3166-1 alpha-2. */
  readonly code: string;
  /** With the plus sign: `+372`. */
  readonly dialCode: string | null;
}

/** Every country and territory, by code. */
export const countries: readonly Country[] = table
  .trim()
  .split(/\s+/)
  .map((entry) => {
    const digits = entry.slice(2);
    return { code: entry.slice(0, 2), dialCode: digits === '-' ? null : `+${digits}` };
  });

const codes = new Set(countries.map((country) => country.code));

const set = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** European Economic Area, with the regions of its members that have codes of their own. */
const eea = set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK IS LI NO ' +
    'AX BL GF GP MF MQ PM RE YT',
);

/** Members of the SEPA schemes outside the EEA. */
const sepaOutsideEea = set('AD AL CH GB GG GI IM JE MC MD ME MK RS SM VA');

/** Whether this is an ISO 3166-1 alpha-2 code (upper case). */
export const isCountry = (code: string): boolean => codes.has(code);

/** The country code in upper case, read in any case (specification section 5); undefined if there is no such country. */
export function readCountry(text: string): string | undefined {
  const code = latinCapitals(text.trim());
  return isCountry(code) ? code : undefined;
}

/** Whether a SEPA credit transfer can reach this country. */
export const isSepaCountry = (code: string): boolean => eea.has(code) || sepaOutsideEea.has(code);

/** The fee table's zone: `eu` is the EEA, whose law limits the price of a euro payment; everything else is `inter`. */
export const zoneOf = (code: string): 'eu' | 'inter' => (eea.has(code) ? 'eu' : 'inter');

const names = {
  en: new Intl.DisplayNames('en', { type: 'region' }),
  ru: new Intl.DisplayNames('ru', { type: 'region' }),
} as const;

/** The country's name in the reader's language; the code itself if there is no name. */
export const countryName = (code: string, locale: 'en' | 'ru'): string =>
  isCountry(code) ? (names[locale].of(code) ?? code) : code;

/** Countries whose English name takes an article within a sentence. */
const withArticle = set(
  'AE AX BQ BS CC CF CK DO FK FO GB GM IM IO KM KY MH MP MV NL PH PN PS SB SC TC TF UM US VG VI',
);

/** The country's name within a sentence ("in the United Kingdom"), in the reader's language. */
export function countryInSentence(code: string, locale: 'en' | 'ru'): string {
  const name = countryName(code, locale);
  return locale === 'en' && withArticle.has(code) ? `the ${name}` : name;
}

/** An address whose final country name is translated from English into the reader's language; unchanged if it does not end with one. */
export function addressIn(address: string, locale: 'en' | 'ru'): string {
  const last = address.split(', ').at(-1) ?? '';
  const code = countries.find((each) => countryName(each.code, 'en') === last)?.code;
  return code === undefined || last === address
    ? address
    : `${address.slice(0, -last.length)}${countryName(code, locale)}`;
}

/** Without inhabitants: research stations and uninhabited islands. */
const uninhabited = set('AQ BV GS HM IO TF UM');

/**
 * Countries that this bank does not serve: those under comprehensive sanctions of the European Union or subject to a call for action by the Financial
 * Action Task Force (BY CU IR KP MM RU SY). The country of residence or registration counts, not citizenship.
 */
const unserved = set('BY CU IR KP MM RU SY');

/** Whether a resident of the country, or a company registered there, can become a client. */
export const isServedCountry = (code: string): boolean =>
  isCountry(code) && !unserved.has(code) && !uninhabited.has(code);
