/**
 * Files of other banks and programs, recognised by their headings. Each maps to our fields; known headings that we do not need are listed as ignored.
 * Sources: product page "Bulk files" (Wise, Revolut, Swan); wise.com help 2663302; docs.paypal.ai "Use Web UI"; help.revolut.com "What are bulk
 * payments".
 */

import type { PayoutField, PayoutLayout } from '@calmly/contract';
import type { CellFault } from '../payout-file.ts';
import { fieldsOf, plainHeading } from './heading-names.ts';
import { templateColumns } from './template-columns.ts';

interface KnownLayout {
  readonly layout: PayoutLayout;
  /** All of these must be present. */
  readonly required: readonly string[];
  /** A heading's field; null: known and not needed. */
  readonly fields: Readonly<Record<string, PayoutField | null>>;
}

/** Our own template, in one language. */
function ownLayout(locale: 'en' | 'ru'): KnownLayout {
  const fields = Object.fromEntries(
    templateColumns.map(({ heading, field }) => [plainHeading(heading[locale]), field]),
  );
  return { layout: 'calmly', required: Object.keys(fields), fields };
}

const layouts: readonly KnownLayout[] = [
  ownLayout('en'),
  ownLayout('ru'),
  {
    layout: 'wise',
    required: ['name', 'sourcecurrency', 'targetcurrency', 'amount', 'amountcurrency'],
    fields: {
      name: 'name',
      sourcecurrency: null,
      targetcurrency: 'currency',
      amount: 'amount',
      amountcurrency: null,
      recipientid: 'payeeId',
      recipientdetail: null,
      recipienttype: 'type',
      receivertype: 'type',
      recipientemail: null,
      paymentreference: 'reference',
      iban: 'account',
      accountnumber: 'account',
      account: 'account',
      swiftcode: 'bic',
      bic: 'bic',
      sortcode: 'sortCode',
      abartn: 'routingNumber',
      abaroutingnumber: 'routingNumber',
      accounttype: null,
      addresscountrycode: 'country',
      addresscity: 'town',
      addressfirstline: 'street',
      addressstate: null,
      addresspostcode: 'postCode',
    },
  },
  {
    layout: 'revolut',
    required: ['name', 'recipienttype', 'recipientbankcountry', 'currency', 'amount', 'paymentreference'],
    fields: {
      name: 'name',
      recipienttype: 'type',
      accountnumber: 'account',
      iban: 'account',
      sortcode: 'sortCode',
      routingnumber: 'routingNumber',
      bic: 'bic',
      swiftbic: 'bic',
      bicswift: 'bic',
      recipientbankcountry: 'bankCountry',
      currency: 'currency',
      amount: 'amount',
      paymentreference: 'reference',
      recipientcountry: 'country',
      recipientaddresscountry: 'country',
      addressline1: 'street',
      addressline2: null,
      stateorprovince: null,
      state: null,
      city: 'town',
      postalcode: 'postCode',
      postcode: 'postCode',
    },
  },
  {
    layout: 'swan',
    required: ['beneficiaryname', 'iban', 'amount', 'currency', 'label', 'reference'],
    fields: {
      beneficiaryname: 'name',
      iban: 'account',
      amount: 'amount',
      currency: 'currency',
      label: 'reference',
      reference: 'endToEndId',
    },
  },
  {
    layout: 'paypal',
    required: ['recipientidentifier', 'paymentamount', 'currency'],
    fields: {
      recipientidentifier: null,
      paymentamount: 'amount',
      currency: 'currency',
      customerid: 'endToEndId',
      notetorecipient: 'reference',
      recipientwallet: null,
      socialfeedprivacy: null,
      hollerurl: null,
      logourl: null,
    },
  },
  {
    layout: 'payoneer',
    required: ['payeeid', 'paymentid', 'amount', 'currency', 'description'],
    fields: {
      payeeid: 'payeeId',
      paymentid: 'endToEndId',
      amount: 'amount',
      currency: 'currency',
      description: 'reference',
      paymentdate: 'executionDate',
      date: 'executionDate',
      groupid: null,
    },
  },
];

export interface RecognisedLayout {
  readonly layout: PayoutLayout;
  readonly mapping: ReadonlyArray<PayoutField | null>;
  readonly ignored: readonly string[];
}

/** The layout that these headings belong to. */
export function layoutOf(headings: readonly string[]): RecognisedLayout | undefined {
  const plain = headings.map(plainHeading);
  const known = layouts.find(({ required }) => required.every((name) => plain.includes(name)));
  if (!known) return undefined;
  const { layout, fields } = known;
  return {
    layout,
    // Columns added by the client, such as the account missing in PayPal's files, are recognised by their headings.
    mapping: fieldsOf(
      headings,
      plain.map((name) => fields[name]),
    ),
    ignored: headings.filter(
      (_, at) => Object.hasOwn(fields, plain[at] ?? '') && fields[plain[at] ?? ''] === null,
    ),
  };
}

/**
 * Finds rows of a layout whose cells have another meaning than their field. Wise: an amount in the source currency of a conversion is the payer's
 * debit, not the payee's amount.
 */
export function faultFinderOf(
  layout: PayoutLayout | null,
  headings: readonly string[],
): ((cells: readonly string[]) => readonly CellFault[]) | undefined {
  if (layout !== 'wise') return undefined;
  const plain = headings.map(plainHeading);
  const at = (name: string) => plain.indexOf(name);
  const [amount, meant, source, target] = [
    at('amount'),
    at('amountcurrency'),
    at('sourcecurrency'),
    at('targetcurrency'),
  ];
  return (cells) => {
    const text = (column: number) => (cells[column] ?? '').trim().toLowerCase();
    const isInSource = text(meant).startsWith('source') || text(meant) === text(source);
    return isInSource && text(source) !== text(target)
      ? [{ column: amount, code: 'amount_in_source_currency' }]
      : [];
  };
}
