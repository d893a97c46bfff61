/**
 * Names of columns used by people and programs, by field: English, Russian, and the usual German, Estonian, Latvian, Lithuanian and Polish ones. They
 * are compared by `plainHeading`: without case, accents, spaces and punctuation.
 */
import type { PayoutField } from '@calmly/contract';
import { type CurrencyCode, isCurrency } from '@calmly/domain';

const names: Readonly<Record<PayoutField, string>> = {
  payeeId: `payee id, payee number, recipient id, beneficiary id, saved payee, id получателя, код получателя, номер получателя`,
  name: `name, payee, payee name, recipient, recipient name, beneficiary, beneficiary name, creditor, creditor name, account holder,
    account holder name, account name, company name, full name, to, supplier, employee, получатель, имя получателя, наименование получателя,
    название получателя, фио, фио получателя, имя, наименование, контрагент, сотрудник, empfänger, name des empfängers, zahlungsempfänger,
    begünstigter, kontoinhaber, saaja, saaja nimi, nimi, vārds, saņēmējs, saņēmēja nosaukums, gavėjas, gavėjo pavadinimas, gavėjo vardas,
    odbiorca, nazwa odbiorcy, beneficjent`,
  type: `type, payee type, recipient type, beneficiary type, receiver type, account type, person or company, legal type, тип, тип получателя,
    вид получателя, физлицо или юрлицо, empfängertyp`,
  account: `account, iban, account number, iban number, iban or account number, account number or iban, account no, acct, acct no,
    recipient account, beneficiary account, beneficiary iban, payee account, payee iban, recipient iban, creditor account, creditor iban, to account,
    to iban, bank account, счет, номер счета, счет получателя, р с, расчетный счет, iban получателя, iban или номер счета, счет или iban,
    kontonummer, konto, empfänger iban, iban des empfängers, saaja konto, saaja iban, saaja kontonumber, kontonumber, saņēmēja konts, konts,
    konta numurs, gavėjo sąskaita, sąskaita, gavėjo iban, rachunek, rachunek odbiorcy, numer rachunku, nr rachunku, konto odbiorcy`,
  bic: `bic, swift, swift code, bic swift, swift bic, bic or swift, bic code, bank bic, bank swift, beneficiary bic, creditor bic, recipient bic,
    свифт, бик, бик банка, код swift, bic банка, bic получателя, saaja panga bic, bankleitzahl bic, gavėjo banko swift, kod swift, kod bic`,
  sortCode: `sort code, uk sort code, sortcode, bank sort code, сорт код, код банка великобритании`,
  routingNumber: `routing number, aba, aba number, aba routing number, ach routing number, fedwire, routing code, wire routing number, routing no, номер маршрутизации`,
  bankName: `bank, bank name, beneficiary bank, recipient bank, payee bank, creditor bank, банк, название банка, наименование банка,
    банк получателя, bankname, empfängerbank, pank, saaja pank, banka, saņēmēja banka, bankas, gavėjo bankas, nazwa banku, bank odbiorcy`,
  bankCountry: `bank country, recipient bank country, country of bank, beneficiary bank country, bank country code, страна банка, банк страна, land der bank, panga riik`,
  amount: `amount, sum, payment amount, amount to pay, amount due, net amount, total, value, transfer amount, net pay, salary, сумма, сумма платежа, сумма перевода,
    сумма к выплате, к выплате, к оплате, betrag, summe, summa, makse summa, suma, kwota, mokėjimo suma, maksājuma summa`,
  currency: `currency, currency code, ccy, cur, payment currency, target currency, amount currency code, валюта, код валюты, валюта платежа,
    währung, valuuta, valūta, valiuta, waluta`,
  reference: `reference, payment reference, description, details, payment details, remittance, remittance information, message, note, memo, label,
    narrative, purpose of payment, text, comment, explanation, назначение, назначение платежа, описание, комментарий, сообщение,
    verwendungszweck, zweck, selgitus, makse selgitus, maksājuma mērķis, mērķis, mokėjimo paskirtis, paskirtis, tytuł, tytuł przelewu, tytułem`,
  creditorReference: `creditor reference, structured reference, rf reference, iso 11649, reference number, структурированная ссылка, viitenumber, referenznummer`,
  endToEndId: `end to end id, end to end identification, endtoendid, e2e, e2e id, your reference, payment id, client reference, document number,
    идентификатор платежа, номер документа, номер платежа, end to end referenz`,
  street: `street, street name, address, address line 1, address first line, recipient street, beneficiary address, street address, улица,
    адрес, адрес получателя, strasse, straße, tänav, aadress, iela, adrese, gatvė, adresas, ulica, adres`,
  buildingNumber: `building number, house number, building, house, house no, номер дома, дом, hausnummer, maja number, numer domu`,
  postCode: `postcode, post code, postal code, zip, zip code, address post code, address postal code, индекс, почтовый индекс, plz, postleitzahl, postiindeks, sihtnumber, pasta indekss,
    pašto kodas, kod pocztowy`,
  town: `town, city, town or city, place, address city, recipient city, город, населенный пункт, ort, stadt, linn, pilsēta, miestas, miasto`,
  country: `country, country code, recipient country, payee country, beneficiary country, address country, address country code, страна, код страны, страна получателя,
    land, riik, valsts, šalis, kraj`,
  addressLines: `address lines, full address, unstructured address, полный адрес`,
  fromAccount: `from account, from iban, debtor account, debtor iban, payer account, source account, ordering account, счет списания, счет плательщика,
    счет отправителя, iban плательщика, со счета, auftraggeber iban, auftraggeberkonto, maksja konto, maksātāja konts, mokėtojo sąskaita, rachunek nadawcy`,
  executionDate: `execution date, payment date, date, value date, due date, requested execution date, pay date, дата, дата платежа, дата исполнения,
    дата списания, ausführungsdatum, datum, maksepäev, kuupäev, datums, data, data płatności, mokėjimo data`,
  purpose: `purpose, purpose code, payment purpose code, transfer purpose, код назначения, код цели, purpose of transfer code, zweckcode`,
  chargeBearer: `charge bearer, charges, fees, fee option, fees paid by, who pays fees, details of charges, комиссия, кто платит комиссию, плательщик комиссии, entgelt, gebühren, teenustasu`,
};

/** Columns that hold one part of a name each, in the order in which the parts are written. */
const nameParts = [
  `first name, given name, given names, forename, recipient first name, beneficiary first name, имя, vorname, eesnimi, vārds, vardas, imię`,
  `middle name, patronymic, отчество`,
  `last name, surname, family name, recipient last name, beneficiary last name, фамилия, nachname, familienname, perekonnanimi, perenimi,
    uzvārds, pavardė, nazwisko`,
];

/** Letters and digits of a heading in lower case, without accents: `Straße №` equals `strasse`. */
export const plainHeading = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ё', 'е')
    .replaceAll('ł', 'l')
    .replaceAll('й', 'и')
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{Nd}]/gu, '');

const plainHeadings = (list: string): string[] => list.split(',').map(plainHeading);

const partOfName: ReadonlyMap<string, number> = new Map(
  nameParts.flatMap((list, part) => plainHeadings(list).map((name): [string, number] => [name, part])),
);

const fields: ReadonlyMap<string, PayoutField> = new Map(
  (Object.entries({ ...names, name: [names.name, ...nameParts].join() }) as [PayoutField, string][]).flatMap(
    ([field, list]) => plainHeadings(list).map((name): [string, PayoutField] => [name, field]),
  ),
);

/** The part of a name in a heading: 0 given, 1 middle, 2 family name; undefined for a whole name and anything else. */
export const namePartOf = (heading: string): number | undefined =>
  partOfName.get(plainHeading(heading)) ?? partOfName.get(plainHeading(withoutBrackets(heading)));

/**
 * The field of each column that `known` leaves open (undefined), by its heading. Each field once, except that an account may have two columns (its
 * IBAN and its number), and a name one for each part if no column has it whole.
 */
export function fieldsOf(
  headings: readonly string[],
  known: ReadonlyArray<PayoutField | null | undefined> = [],
): Array<PayoutField | null> {
  const taken = new Set(known);
  const takenParts = new Set<number>();
  const hasWholeName =
    taken.has('name') ||
    headings.some((heading) => fieldOf(heading) === 'name' && namePartOf(heading) === undefined);
  return headings.map((heading, at) => {
    const given = known[at];
    if (given !== undefined) return given;
    const field = fieldOf(heading);
    const part = namePartOf(heading);
    if (part !== undefined) {
      if (hasWholeName || takenParts.has(part)) return null;
      takenParts.add(part);
      return 'name';
    }
    if (field === undefined || (taken.has(field) && field !== 'account')) return null;
    taken.add(field);
    return field;
  });
}

/** Headings that are also used for other things: an invoice's date, a balance. */
const vague: ReadonlySet<string> = new Set(
  ['date', 'datum', 'data', 'datums', 'kuupäev', 'дата', 'to', 'total', 'value', 'summa', 'text'].map(
    plainHeading,
  ),
);

/** The field named exactly by a heading; undefined if it could mean something else. */
export function exactFieldOf(heading: string): PayoutField | undefined {
  const plain = plainHeading(heading);
  return vague.has(plain) ? undefined : fields.get(plain);
}

/** The field named by a heading, even with an explanation in brackets or a currency: `Amount (EUR)`, `Name *`, `Сумма, евро`. */
export function fieldOf(heading: string): PayoutField | undefined {
  return (
    fields.get(plainHeading(heading)) ??
    fields.get(plainHeading(withoutBrackets(heading))) ??
    (currencyOf(heading) === undefined ? undefined : fields.get(plainHeading(withoutCurrency(heading))))
  );
}

function withoutBrackets(heading: string): string {
  const bracket = heading.search(/[([]/u);
  return bracket > 0 ? heading.slice(0, bracket) : heading;
}

const currencyWords: ReadonlyMap<string, CurrencyCode> = new Map([
  ['€', 'EUR'],
  ['euro', 'EUR'],
  ['euros', 'EUR'],
  ['евро', 'EUR'],
  ['eiro', 'EUR'],
  ['eurai', 'EUR'],
  ['£', 'GBP'],
  ['zł', 'PLN'],
  ['kč', 'CZK'],
]);

/** Words and currency symbols. */
const parts = /[\p{L}\p{Nd}]+|\p{Sc}/gu;

/** A code only in capitals, so that `all` and `try` stay words; a name or a symbol in any case. */
const meantBy = (part: string): CurrencyCode | undefined =>
  isCurrency(part) ? part : currencyWords.get(part.toLowerCase());

/** The single currency named by a heading of amounts: `Amount (EUR)`, `Сумма, евро`. `EUR` alone is not a heading of amounts. */
export function currencyOf(heading: string): CurrencyCode | undefined {
  const words = heading.match(parts) ?? [];
  const [only, ...others] = new Set(words.flatMap((part) => meantBy(part) ?? []));
  return words.length > 1 && others.length === 0 ? only : undefined;
}

const withoutCurrency = (heading: string): string =>
  heading.replaceAll(parts, (part) => (meantBy(part) === undefined ? part : ' '));
