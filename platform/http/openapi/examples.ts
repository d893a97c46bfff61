/**
 * An example for every body and response of the document, built from its schema. A field's name determines its value wherever it occurs.
 * A field that is not in the table gets the value of its kind (an id, a time, an amount), the first allowed value, or the shortest text.
 */
import { type Json, resolve } from './schemas.ts';

type Components = Readonly<Record<string, Json>>;

const iban = 'EE382200221020145685';
const payeeIban = 'DE89370400440532013000';
const base64 = 'dGhlIGtleSBvZiBBbm5h';
const pushKey = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4';

/** Examples by schema name, wherever the schema is used. */
const byKind: Readonly<Record<string, unknown>> = {
  Amount: '250.00',
  AmountInput: '250.00',
  Country: 'EE',
  Currency: 'EUR',
  Date: '2026-12-01',
  Email: 'anna@example.com',
  Id: '019b0a4e-7c1d-7a52-8f3e-2d6b9c41e870',
  NewPassword: 'plum-ladder-quiet-ocean',
  PeriodBound: '2026-12-01',
  Phone: '+37251234567',
  Plain: 'Rheinwerk',
  SentCode: '123456',
  Time: '2026-12-01T09:30:00.000Z',
};

/** By the wire name of a field; `Schema.field` for schemas in which it has another meaning. */
const byName: Readonly<Record<string, unknown>> = {
  Endpoint: 'https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV',
  P256dh: pushKey,
  PublicKey: pushKey,
  AcceptedBy: 'Anna Tamm',
  AccountType: 'current',
  account_number: '1234567890',
  access_token: 'cal_at_8Jd2mQx7Lr4Tz1',
  Account: payeeIban,
  AccountFrom: iban,
  AccountName: 'Euro',
  Activity: 'Bakes bread and sells it to cafés',
  Address: 'Hauptstraße 5',
  'SendDeskDepositBody.Address': 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  'SendDeskDepositBody.Amount': '0.05',
  Actor: 'Anna Tamm',
  AllowedBy: 'Anna Tamm',
  AskedBy: 'Clara Lind',
  attestationObject: base64,
  Auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  authenticatorData: base64,
  bank_address: 'Taunusanlage 12, Frankfurt am Main',
  bank_data: 'COBADEFFXXX',
  BankAddress: 'Taunusanlage 12, Frankfurt am Main',
  BankName: 'Commerzbank AG',
  Bic: 'COBADEFFXXX',
  bic: 'COBADEFFXXX',
  Body: 'The new terms apply from 1 January 2027.',
  BuildingNumber: '5',
  Browser: 'Firefox 144',
  challenge: base64,
  City: 'Köln',
  ClientName: 'Tamm OÜ',
  clientDataJSON: base64,
  Code: '123456',
  code: 'insufficient_funds',
  Comment: 'Seen and compared with the invoice',
  CompanyName: 'Tamm OÜ',
  corr_account: '544-7-93113',
  corr_bank: 'JPMorgan Chase Bank, New York',
  corr_bic: 'CHASUS33XXX',
  CorrespondentBank: 'JPMorgan Chase Bank, New York',
  CorrespondentBic: 'CHASUS33XXX',
  CounterpartyAccount: payeeIban,
  CounterpartyName: 'Rheinwerk GmbH',
  Country: 'EE',
  CountryName: 'Estonia',
  CreditorAccount: payeeIban,
  creditor_account_iban: payeeIban,
  CreditorBankName: 'Commerzbank AG',
  CreditorBic: 'COBADEFFXXX',
  CreditorName: 'Rheinwerk GmbH',
  creditor_name: 'Rheinwerk GmbH',
  cursor: 'MjAyNi0xMi0wMVQwOTozMDowMC4wMDBa',
  DateOfBirth: 640_310_400,
  DebtorAccount: iban,
  debtor_account_iban: iban,
  DebtorName: 'Anna Tamm',
  debtor_name: 'Anna Tamm',
  Details: 'Invoice 2026-118',
  details: 'Invoice 2026-118',
  detail: 'The account has 180.00 EUR; 250.20 EUR are needed',
  DialCode: '+372',
  displayName: 'Anna Tamm',
  EndToEndId: 'CALMLY-2026-118',
  Email: 'anna@example.com',
  Fee: '0.20',
  FileBody: 'JVBERi0xLjcK',
  FileName: 'invoice-2026-118.pdf',
  FirstName: 'Anna',
  FromAccount: iban,
  FromEmail: 'accounts@rheinwerk.example',
  From: 'Rheinwerk GmbH',
  FromLedgerAccount: '1001',
  gb_sort: '20-00-00',
  Grade: 'A',
  HolderName: 'Anna Tamm',
  iban: payeeIban,
  Iban: iban,
  id: base64,
  InverseRate: '0.924898',
  InvitedBy: 'Boris Sokolov',
  Ip: '192.0.2.17',
  LastFour: '4471',
  LastName: 'Tamm',
  LedgerAccount: '1002',
  LegalStatus: 'COMPANY',
  Letter: 'Dear Anna, the new terms apply from 1 January 2027.',
  MarginPercent: '0.40',
  MidRate: '1.085534',
  MediaUri: 'https://calmly.example/documents/address.pdf',
  Month: '2026-12',
  'CardUsage.Month': '250.00',
  NameOnCard: 'ANNA TAMM',
  SecurityCode: '018',
  Expiry: '11/29',
  Name: 'Rheinwerk GmbH',
  name: 'Anna Tamm',
  NameLatin: 'Rheinwerk GmbH',
  NewPassword: 'plum-ladder-quiet-ocean',
  NextCursor: null,
  Number: '2026-000118',
  OldPassword: 'more-payments-less-stress',
  OrderedBy: 'Clara Lind',
  Operator: 'Rheinwerk Software GmbH',
  Password: 'more-payments-less-stress',
  Phone: '+37251234567',
  PhysicalAddressCity: 'Tallinn',
  PhysicalAddressLine1: 'Pikk 3',
  PhysicalAddressLine2: null,
  PhysicalAddressPostalCode: '10123',
  Pin: '4829',
  PostCode: '50667',
  PrettyName: 'Household',
  Product: 'SEPA',
  ProfileName: 'Tamm OÜ',
  proof: 'cal_pf_5Rm3Yx9Bd7',
  publicKey: base64,
  rate: '1.081200',
  Rate: '1.081200',
  rawId: base64,
  Reason: 'The amount is not the one on the invoice',
  Reference: 'RF18539007547034',
  RegistrationNumber: '12345678',
  requestId: '019b0a4e-7c1d-7a52-8f3e-2d6b9c41e871',
  ReturnHost: 'app.rheinwerk.example',
  ReturnTo: 'https://app.rheinwerk.example/connected',
  Role: 'Administrator',
  SavedBy: 'Clara Lind',
  Secret: 'JBSWY3DPEHPK3PXP',
  sent_to: 'a***@example.com',
  SentTo: 'a***@example.com',
  signature: base64,
  Street: 'Hauptstraße',
  suggested_name: 'Rheinwerk GmbH',
  summary: 'Pay 250.00 EUR to Rheinwerk GmbH',
  System: 'Windows',
  Text: 'Rheinwerk GmbH was paid 250.00 EUR',
  ticket: 'cal_lt_7Qw2Ze4Nf8',
  title: 'Not enough money on the account',
  TimeZone: 'Europe/Tallinn',
  Title: 'Payment executed',
  ToAccount: payeeIban,
  ToName: 'Rheinwerk GmbH',
  token: '_act-sbx-9f1d2c',
  'PayAtDeskBody.Id': 'DESK-2026-12-01-0002',
  'QuietHours.From': '22:00',
  'QuietHours.To': '07:00',
  'SendDeskCreditBody.Id': 'DESK-2026-12-01-0001',
  'SendDeskDepositBody.Id': 'DESK-2026-12-01-0003',
  To: 'Tamm OÜ',
  Token: 'cal_ml_2Vn8Kp5Hs9Wc3R',
  TransactionDescription: 'Invoice 2026-118',
  type: 'about:blank',
  Uetr: '6e0b6d4f-1f0a-4f0b-9d5a-8f2f2f2a9c11',
  Uri: 'otpauth://totp/Calmly:anna%40example.com?secret=JBSWY3DPEHPK3PXP&issuer=Calmly',
  Url: 'https://calmly.example/pay/7Hq2',
  us_routing: '021000021',
  userHandle: base64,
};

/** Optional fields that a call is meaningless without. */
const wanted = new Set([
  'BankDetailInput.iban',
  'CreateBeneficiaryBody.Name',
  'CreatePaymentBody.BeneficiaryId',
  'PreviewPaymentBody.BeneficiaryId',
]);

/** The body of a call with only the required fields. */
export const bodyExample = (schema: Json, components: Components): unknown =>
  sample(schema, { components, requiredOnly: true, owner: '', field: '' });

/** An answer with all of its fields. */
export const answerExample = (schema: Json, components: Components): unknown =>
  sample(schema, { components, requiredOnly: false, owner: '', field: '' });

interface Place {
  readonly components: Components;
  readonly requiredOnly: boolean;
  /** The schema that contains the field. */
  readonly owner: string;
  readonly field: string;
}

function sample(schema: Json, place: Place): unknown {
  const { $ref } = schema as { $ref?: string };
  if ($ref !== undefined) {
    const kind = $ref.split('/').at(-1) ?? '';
    const target = resolve(schema, place.components);
    if (target.type === 'object') return objectOf(target, { ...place, owner: kind });
    const named = target.format === undefined && target.type === 'string' ? nameOf(place) : undefined;
    if (named === undefined && kind in byKind) return byKind[kind];
    return sample(target, place);
  }
  if ('const' in schema) return schema.const;
  const named = schema.format === undefined && schema.type !== 'boolean' ? nameOf(place) : undefined;
  if (Array.isArray(schema.enum))
    return schema.enum.find((value) => named && value === byName[named]) ?? schema.enum[0];
  const choices = (schema.anyOf ?? schema.oneOf) as readonly Json[] | undefined;
  const choice = choices?.find(({ type }) => type !== 'null');
  if (choice) return sample(choice, place);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'object') return objectOf(schema, place);
  if (type === 'array' && Array.isArray(schema.prefixItems))
    return (schema.prefixItems as Json[]).map((item) => sample(item, place));
  if (type === 'array') return [sample(schema.items as Json, place)];
  return named === undefined ? plainValue(type, schema) : byName[named];
}

/** The key of this field in the table. */
const nameOf = ({ owner, field }: Place): string | undefined =>
  [`${owner}.${field}`, field].find((name) => name in byName);

function objectOf(schema: Json, place: Place): Json {
  const properties = (schema.properties ?? {}) as Readonly<Record<string, Json>>;
  const required = (schema.required ?? []) as readonly string[];
  const members = Object.entries(properties).filter(
    ([field]) => !place.requiredOnly || required.includes(field) || wanted.has(`${place.owner}.${field}`),
  );
  return Object.fromEntries(members.map(([field, member]) => [field, sample(member, { ...place, field })]));
}

const byFormat: Readonly<Record<string, unknown>> = {
  uuid: byKind.Id,
  'date-time': byKind.Time,
  date: byKind.Date,
  email: byKind.Email,
  uri: 'https://calmly.example/',
};

function plainValue(type: unknown, { format, minimum, minLength }: Json): unknown {
  if (typeof format === 'string' && format in byFormat) return byFormat[format];
  if (type === 'boolean') return false;
  if (type === 'null') return null;
  if (type === 'integer' || type === 'number') return Math.max(1, Number(minimum ?? 1));
  if (type === 'string') return 'a'.repeat(Math.max(1, Number(minLength ?? 1)));
  return {};
}
