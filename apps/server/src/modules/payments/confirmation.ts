/**
 * The confirmation of a completed payment: one calm A4 page as PDF, in English or Russian. Only what the payment itself
 * says goes in; nothing is fetched, and of the file system only the fonts are read.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { PaymentDetails } from '@calmly/contract';
import { displayAmount, formatIban, isCurrency, parseDecimal } from '@calmly/domain';
import pdfmake from 'pdfmake';
import type { Content, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { type ConfirmationTexts, confirmationTexts } from './confirmation-texts.ts';

const ink = '#000102';
const muted = '#6b655e';
const line = '#e6e1d9';
const green = '#14703f';
const paleGreen = '#def3e5';
/** Width between the margins of A4, in points. */
const contentWidth = 595.28 - 2 * 56;

const fonts = join(
  dirname(createRequire(import.meta.url).resolve('pdfmake/package.json')),
  'fonts',
  'Roboto',
);
const logo = readFileSync(new URL('./logo.svg', import.meta.url), 'utf8');

pdfmake.setFonts({
  Roboto: { normal: join(fonts, 'Roboto-Regular.ttf'), bold: join(fonts, 'Roboto-Medium.ttf') },
});
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((path) => path.startsWith(fonts));

/** The PDF of a completed payment. */
export function renderConfirmation(payment: PaymentDetails, locale: 'en' | 'ru'): Promise<Buffer> {
  return pdfmake.createPdf(pageOf(payment, locale)).getBuffer();
}

function pageOf(payment: PaymentDetails, locale: 'en' | 'ru'): TDocumentDefinitions {
  const texts = confirmationTexts[locale];
  const { day, time } = dateFormats(locale);
  return {
    pageSize: 'A4',
    pageMargins: [56, 52, 56, 64],
    info: {
      title: `${texts.title} ${payment.number}`,
      author: 'Calmly',
      creationDate: new Date(payment.updatedAt),
    },
    defaultStyle: { font: 'Roboto', fontSize: 10, color: ink, lineHeight: 1.25 },
    content: [
      heading(payment, texts),
      amountBlock(payment, texts, day),
      rule(20),
      facts(payment, texts, (at) => `${day(at)}, ${time(at)}`),
      rule(16),
      { text: texts.timeline, bold: true, fontSize: 11, margin: [0, 0, 0, 10] },
      ...timeline(payment, texts, day, time),
    ],
    footer: () => ({
      margin: [56, 12, 56, 0],
      columns: [
        { text: texts.footer, color: muted, fontSize: 8 },
        { text: 'Calmly', color: muted, fontSize: 8, width: 'auto' },
      ],
    }),
  };
}

function heading(payment: PaymentDetails, texts: ConfirmationTexts): Content {
  return {
    columns: [
      { svg: logo, width: 107, margin: [-2, 0, 0, 0] },
      {
        stack: [
          { text: texts.title, bold: true, fontSize: 12 },
          { text: payment.number, color: muted, fontSize: 9 },
        ],
        alignment: 'right',
        margin: [0, 2, 0, 0],
      },
    ],
    margin: [0, 0, 0, 44],
  };
}

function amountBlock(
  payment: PaymentDetails,
  texts: ConfirmationTexts,
  day: (at: string) => string,
): Content {
  const { whole, fraction, symbol } = shown(payment.amount, payment.currency);
  return {
    stack: [
      {
        text: [
          { text: whole, bold: true },
          { text: `${fraction && `.${fraction}`}\u00a0${symbol}`, color: muted },
        ],
        fontSize: 32,
        lineHeight: 1.1,
      },
      {
        table: {
          body: [
            [
              {
                text: `${texts.executedOn} ${day(payment.updatedAt)}`,
                color: green,
                fontSize: 9,
                bold: true,
              },
            ],
          ],
        },
        layout: {
          defaultBorder: false,
          fillColor: () => paleGreen,
          paddingLeft: () => 9,
          paddingRight: () => 9,
          paddingTop: () => 4,
          paddingBottom: () => 3,
        },
        margin: [0, 8, 0, 0],
      },
    ],
  };
}

const rule = (space: number): Content => ({
  canvas: [{ type: 'line', x1: 0, y1: 0, x2: contentWidth, y2: 0, lineWidth: 0.75, lineColor: line }],
  margin: [0, space, 0, space],
});

/** Label and value, line by line; what a payment does not have leaves no gap. */
function facts(payment: PaymentDetails, texts: ConfirmationTexts, moment: (at: string) => string): Content {
  const { currency } = payment;
  const money = (text: string) => shown(text, currency).text;
  const free = parseDecimal(payment.fee, isCurrency(currency) ? currency : 'EUR') === 0n;
  const bank = [payment.creditorAgentName, payment.creditorAgentBic].filter((text) => text !== null);
  const rows: Array<[string, string[]]> = [
    [texts.amount, [money(payment.amount)]],
    [texts.fee, [free ? texts.noFee : money(payment.fee)]],
    [payment.direction === 'DEBIT' ? texts.total : texts.totalReceived, [money(payment.total)]],
    [texts.from, [payment.debtorName, formatIban(payment.debtorAccount)]],
    [texts.to, [payment.creditorName, formatIban(payment.creditorAccount)]],
    ...(bank.length > 0 ? [[texts.bank, bank] satisfies [string, string[]]] : []),
    [texts.reference, [payment.reference]],
    [texts.scheme, [texts.schemes[payment.scheme]]],
    [texts.number, [payment.number]],
    [texts.endToEndId, [payment.endToEndId]],
    [texts.date, [moment(payment.createdAt)]],
  ];
  return {
    table: { widths: [150, '*'], body: rows.map(([label, values]) => factRow(label, values)) },
    layout: {
      defaultBorder: false,
      paddingLeft: () => 0,
      paddingRight: () => 0,
      paddingTop: () => 4.5,
      paddingBottom: () => 4.5,
    },
  };
}

function factRow(label: string, [first = '', ...rest]: readonly string[]): TableCell[] {
  return [
    { text: label, color: muted },
    { stack: [{ text: first, bold: true }, ...rest.map((text) => ({ text, color: muted }))] },
  ];
}

function timeline(
  payment: PaymentDetails,
  texts: ConfirmationTexts,
  day: (at: string) => string,
  time: (at: string) => string,
): Content[] {
  return payment.timeline.flatMap(({ status, at }) => {
    const label = texts.steps[status];
    if (label === undefined) return [];
    const last = status === payment.status;
    return [
      {
        columns: [
          {
            width: 18,
            canvas: [{ type: 'ellipse', x: 4, y: 6, r1: 3.5, r2: 3.5, color: last ? green : line }],
          },
          { text: label, bold: last, width: '*' },
          { text: `${day(at)}, ${time(at)}`, color: muted, width: 'auto' },
        ],
        margin: [0, 3, 0, 3],
      } satisfies Content,
    ];
  });
}

function shown(text: string, code: string) {
  const minor = isCurrency(code) ? parseDecimal(text, code) : undefined;
  if (minor === undefined || !isCurrency(code)) throw new Error(`not an amount: ${text} ${code}`);
  return displayAmount(minor, code);
}

function dateFormats(locale: 'en' | 'ru') {
  const language = locale === 'ru' ? 'ru-RU' : 'en-GB';
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
  const time = new Intl.DateTimeFormat(language, { timeStyle: 'medium', timeZone: 'UTC' });
  return { day: (at: string) => day.format(new Date(at)), time: (at: string) => time.format(new Date(at)) };
}
