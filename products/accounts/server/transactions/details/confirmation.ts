/**
 * The confirmation of a completed payment: one calm A4 page as PDF, in English or Russian. Only what the payment itself
 * says goes in.
 */
import type { PaymentDetails } from '@calmly/contract';
import {
  countryName,
  displayAmount,
  formatAccount,
  isCurrency,
  longDate,
  parseDecimal,
} from '@calmly/domain';
import { colours } from '@calmly/platform/files/pdf-colours.ts';
import type { PdfMark } from '@calmly/platform/files/pdf-mark.ts';
import { type Fact, factTable, renderPage, rule } from '@calmly/platform/files/pdf-page.ts';
import type { Column, Content } from 'pdfmake/interfaces.js';
import { type ConfirmationTexts, confirmationTexts } from './confirmation-texts.ts';

/** The PDF of a completed payment. */
export function renderConfirmation(
  clientId: string,
  payment: PaymentDetails,
  { locale, timeZone }: { readonly locale: 'en' | 'ru'; readonly timeZone: string },
  mark: PdfMark,
): Promise<Uint8Array> {
  const texts = confirmationTexts[locale];
  const { day, time } = dateFormats(locale, timeZone);
  return renderPage(clientId, {
    title: texts.title,
    subtitle: payment.number,
    createdAt: new Date(payment.updatedAt),
    content: [
      amountBlock(payment, texts, day),
      rule(20),
      facts(payment, locale, texts, (at) => `${day(at)}, ${time(at)}`),
      rule(16),
      { text: texts.timeline, bold: true, fontSize: 11, margin: [0, 0, 0, 10] },
      ...timeline(payment, texts, day, time),
    ],
    footer: texts.footer.replace('{timeZone}', timeZone),
    mark,
  });
}

function amountBlock(
  payment: PaymentDetails,
  texts: ConfirmationTexts,
  day: (at: string) => string,
): Content {
  const { whole, fraction, symbol } = shown(payment.amount, payment.currency);
  const returnedAt = payment.returnPart === 'ORIGINAL' ? payment.returned?.at : undefined;
  return {
    stack: [
      {
        text: [
          { text: whole, bold: true },
          { text: `${fraction && `.${fraction}`}\u00a0${symbol}`, color: colours.muted },
        ],
        fontSize: 32,
        lineHeight: 1.1,
      },
      {
        columns: [
          badge(`${texts.executedOn} ${day(executedAt(payment))}`, 'badge', colours.green),
          ...(returnedAt === undefined
            ? []
            : [badge(`${texts.returnedOn} ${day(returnedAt)}`, 'warningBadge', colours.amber)]),
        ],
        columnGap: 8,
        margin: [0, 8, 0, 0],
      },
    ],
  };
}

const badge = (text: string, layout: 'badge' | 'warningBadge', color: string): Column => ({
  width: 'auto',
  table: { body: [[{ text, color, fontSize: 9, bold: true }]] },
  layout,
});

/** The first time that it had its final status; a return is a later step of the same status. */
const executedAt = ({ timeline, status, updatedAt }: PaymentDetails): string =>
  timeline.find((step) => step.status === status)?.at ?? updatedAt;

/** Label and value, line by line; what a payment does not have leaves no gap. */
function facts(
  payment: PaymentDetails,
  locale: 'en' | 'ru',
  texts: ConfirmationTexts,
  moment: (at: string) => string,
): Content {
  const { currency } = payment;
  const money = (text: string) => shown(text, currency).text;
  const free = parseDecimal(payment.fee, isCurrency(currency) ? currency : 'EUR') === 0n;
  const bank = [payment.creditorAgentName, payment.creditorAgentBic].filter((text) => text !== null);
  return factTable([
    [texts.amount, [money(payment.amount)]],
    [texts.fee, [free ? texts.noFee : money(payment.fee)]],
    [totalLabel(payment, texts), [money(payment.total)]],
    ...conversionFacts(payment, texts),
    ...(payment.scheme === 'CARD'
      ? cardParties(payment, locale, texts)
      : [
          party(texts.from, payment.debtorName, payment.debtorAccount),
          party(texts.to, payment.creditorName, payment.creditorAccount),
        ]),
    ...(bank.length > 0 ? [[texts.bank, bank] satisfies Fact] : []),
    ...(payment.scheme === 'CARD' ? [] : [[texts.reference, [payment.reference]] satisfies Fact]),
    [texts.scheme, [texts.schemes[payment.scheme]]],
    ...(payment.scheme === 'SWIFT'
      ? [[texts.charges, [texts.bearers[payment.chargeBearer]]] satisfies Fact]
      : []),
    [texts.number, [payment.number]],
    [texts.endToEndId, [payment.endToEndId]],
    ...(payment.uetr === null ? [] : [['UETR', [payment.uetr]] satisfies Fact]),
    [texts.date, [moment(payment.createdAt)]],
    ...(payment.orderedBy === null ? [] : [[texts.orderedBy, [payment.orderedBy]] satisfies Fact]),
  ]);
}

/** A merchant has a place instead of an account, and the client a card. */
function cardParties(payment: PaymentDetails, locale: 'en' | 'ru', texts: ConfirmationTexts): Fact[] {
  const { direction, debtorName, debtorAccount, creditorName, creditorAccount } = payment;
  const [merchant, client, card] =
    direction === 'DEBIT'
      ? [creditorName, debtorName, debtorAccount]
      : [debtorName, creditorName, creditorAccount];
  const country = payment.counterpartyCountry && countryName(payment.counterpartyCountry, locale);
  const place = [payment.reference, country].filter(Boolean).join(', ');
  return [
    [texts.merchant, [merchant, place].filter((line) => line !== '')],
    [texts.card, [`${payment.accountName} ${card}`, client]],
  ];
}

const party = (label: string, name: string, account: string): Fact => [
  label,
  account === '' ? [name] : [name, formatAccount(account)],
];

function totalLabel({ direction, scheme }: PaymentDetails, texts: ConfirmationTexts): string {
  if (scheme === 'CARD') return direction === 'DEBIT' ? texts.takenFromCard : texts.receivedOnCard;
  return direction === 'DEBIT' ? texts.total : texts.totalReceived;
}

/** Of a payment in another currency: the amount on the other side, and the rate. */
function conversionFacts(
  { converted, conversion, currency, direction, scheme }: PaymentDetails,
  texts: ConfirmationTexts,
) {
  if (!converted || !conversion) return [];
  const outgoing = direction === 'DEBIT';
  const [sold, bought] = outgoing ? [currency, converted.currency] : [converted.currency, currency];
  return [
    [theirLabel(outgoing, scheme, texts), [shown(converted.amount, converted.currency).text]],
    [texts.rate, [`1\u00a0${sold} = ${conversion.rate}\u00a0${bought}`]],
  ] satisfies Fact[];
}

function theirLabel(isOutgoing: boolean, scheme: PaymentDetails['scheme'], texts: ConfirmationTexts): string {
  if (scheme === 'CARD') return isOutgoing ? texts.merchantCharged : texts.merchantRefunded;
  return isOutgoing ? texts.theyReceived : texts.sentBack;
}

function timeline(
  payment: PaymentDetails,
  texts: ConfirmationTexts,
  day: (at: string) => string,
  time: (at: string) => string,
): Content[] {
  return payment.timeline.flatMap(({ status, at, reason }, place) => {
    const isHeld = payment.scheme === 'CARD' && status === 'PENDING_FINANCE_INSTITUTION';
    const label = isHeld ? texts.held : reason === 'returned' ? texts.returned : texts.steps[status];
    if (label === undefined) return [];
    const last = place === payment.timeline.length - 1;
    return [
      {
        columns: [
          {
            width: 18,
            canvas: [
              { type: 'ellipse', x: 4, y: 6, r1: 3.5, r2: 3.5, color: last ? colours.green : colours.line },
            ],
          },
          { text: label, bold: last, width: '*' },
          { text: `${day(at)}, ${time(at)}`, color: colours.muted, width: 'auto' },
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

function dateFormats(locale: 'en' | 'ru', timeZone: string) {
  const language = locale === 'ru' ? 'ru-RU' : 'en-GB';
  const time = new Intl.DateTimeFormat(language, { timeStyle: 'medium', timeZone });
  return {
    day: (at: string) => longDate(at, locale, timeZone),
    time: (at: string) => time.format(new Date(at)),
  };
}
