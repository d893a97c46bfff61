/** The account details as a PDF for payers: the details shown on the screen, and the EPC QR code of a euro account. */
import type { Account } from '@calmly/contract';
import { addressIn, epcQrText, formatIban, longDate } from '@calmly/domain';
import { colours } from '@calmly/platform/files/pdf-colours.ts';
import type { PdfMark } from '@calmly/platform/files/pdf-mark.ts';
import { type Fact, factTable, renderPage, rule } from '@calmly/platform/files/pdf-page.ts';
import type { Content } from 'pdfmake/interfaces.js';

const texts = {
  en: {
    title: 'Account details',
    lead: 'Use these details to pay {currency} into this account.',
    holder: 'Account holder',
    holderLatin: 'Name in Latin letters',
    iban: 'IBAN',
    number: 'Account number',
    currency: 'Currency',
    bic: 'BIC',
    bank: 'Bank',
    correspondent: 'Correspondent bank',
    qr: 'Pay by QR',
    qrText: 'Banking apps read the name and IBAN from this code. The payer enters the amount.',
    footer: 'Details as of {date}',
  },
  ru: {
    title: 'Реквизиты счёта',
    lead: 'Реквизиты для перевода денег в валюте {currency}.',
    holder: 'Владелец счёта',
    holderLatin: 'Имя латиницей',
    iban: 'IBAN',
    number: 'Номер счёта',
    currency: 'Валюта',
    bic: 'BIC',
    bank: 'Банк',
    correspondent: 'Банк-корреспондент',
    qr: 'Оплата по QR-коду',
    qrText: 'Приложение банка прочитает в коде имя и IBAN. Сумму введёт плательщик.',
    footer: 'Реквизиты указаны на {date}',
  },
} as const;

/** The PDF of an account's details. */
export function renderRequisites(
  clientId: string,
  account: Account,
  { locale, timeZone }: { readonly locale: 'en' | 'ru'; readonly timeZone: string },
  now: Date,
  mark: PdfMark,
): Promise<Uint8Array> {
  const t = texts[locale];
  const date = longDate(now, locale, timeZone);
  return renderPage(clientId, {
    title: t.title,
    subtitle: account.iban ? formatIban(account.iban) : account.number,
    createdAt: now,
    content: [
      {
        text: (locale === 'en' && account.holderLatin) || account.holder,
        bold: true,
        fontSize: 20,
        lineHeight: 1.1,
      },
      {
        text: t.lead.replace('{currency}', account.currency),
        color: colours.muted,
        margin: [0, 6, 0, 0],
      },
      rule(20),
      factTable(factsOf(account, locale)),
      ...qrOf(account, locale),
    ],
    footer: t.footer.replace('{date}', date),
    mark,
  });
}

function factsOf(account: Account, locale: 'en' | 'ru'): Fact[] {
  const t = texts[locale];
  const correspondent = [account.correspondentBank, account.correspondentBic].filter((line) => line !== null);
  return [
    [t.holder, [account.holder]],
    ...(account.holderLatin ? [[t.holderLatin, [account.holderLatin]] satisfies Fact] : []),
    account.iban ? [t.iban, [formatIban(account.iban)]] : [t.number, [account.number]],
    [t.currency, [account.currency]],
    [t.bic, [account.bic]],
    [t.bank, [account.bankName, addressIn(account.bankAddress, locale)]],
    ...(correspondent.length > 0 ? [[t.correspondent, correspondent] satisfies Fact] : []),
  ];
}

function qrOf({ iban, currency, holder, bic }: Account, locale: 'en' | 'ru'): Content[] {
  const text = iban && currency === 'EUR' ? epcQrText({ name: holder, iban, bic }) : undefined;
  if (!text) return [];
  const t = texts[locale];
  return [
    rule(20),
    {
      columns: [
        { qr: text, fit: 130, eccLevel: 'M', width: 150 },
        {
          stack: [
            { text: t.qr, bold: true, fontSize: 11 },
            { text: t.qrText, color: colours.muted, margin: [0, 4, 0, 0] },
          ],
          margin: [0, 4, 0, 0],
        },
      ],
    },
  ];
}
