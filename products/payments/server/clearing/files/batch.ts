/**
 * A batch as a pain.001: one scheme, one currency, a PmtInf for each debtor. Pure: the same batch is the same bytes, however
 * often it is written. Names and addresses are written in Latin letters. They fit, because what is longer is refused where it is entered; only those
 * from before that rule are cut. What was checked when the payment was ordered is not checked again.
 */
import { frankfurtDay, structuredReferenceOf, transliterate } from '@calmly/domain';
import { ibanOf } from '@calmly/platform/iso20022/fields.ts';
import type { ExternalScheme, PostalAddress, RailInstruction } from '@calmly/providers/rail/rail.ts';
import { uetrOf } from '@calmly/providers/rail/uetr.ts';
import { type CreditTransfer, type PaymentInformation, writePain001 } from '../iso20022/pain001.ts';
import type { Batch, StoredInstruction } from './store.ts';

/** The bank that instructs. */
export interface InstructingBank {
  readonly name: string;
  readonly bic: string;
}

/** ISO 20022 Max35Text holds an id without its dashes. */
export const wireIdOf = (id: string): string => id.replaceAll('-', '').toUpperCase();

/** The id behind 32 hexadecimal digits; undefined for anything else. */
export function idOfWire(text: string | null): string | undefined {
  if (text === null || !/^[0-9A-F]{32}$/i.test(text)) return undefined;
  return text.toLowerCase().replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

const longestName: Readonly<Record<ExternalScheme, number>> = { SEPA: 70, SEPA_INSTANT: 70, SWIFT: 140 };

const wireBearers: Readonly<Record<RailInstruction['chargeBearer'], PaymentInformation['chargeBearer']>> = {
  SHA: 'SHAR',
  OUR: 'DEBT',
  BEN: 'CRED',
};

/** Instructions of one debtor with one bearer of charges, with or without the debtor's address: a PmtInf, named after its first. */
export function groupsOf(instructions: readonly StoredInstruction[]): StoredInstruction[][] {
  const keyOf = ({ instruction }: StoredInstruction) => {
    const { debtorAccount, debtorName, chargeBearer, debtorAddress = null } = instruction;
    return JSON.stringify([debtorAccount, debtorName, chargeBearer, debtorAddress]);
  };
  return [...Map.groupBy(instructions, keyOf).values()];
}

/**
 * PmtInfId: the wire id of the group's first instruction. A pain.002 that quotes it finds the group again.
 */
export const groupIdOf = ([first]: readonly StoredInstruction[]): string => wireIdOf(first?.id ?? '');

/** The file's bytes. */
export function batchFile(
  bank: InstructingBank,
  batch: Batch,
  instructions: readonly StoredInstruction[],
): string {
  return writePain001({
    messageId: wireIdOf(batch.id),
    createdAt: batch.createdAt,
    initiatingParty: bank.name,
    payments: groupsOf(instructions).map((group) => paymentInformation(bank, batch, group)),
  });
}

function paymentInformation(
  bank: InstructingBank,
  { scheme, createdAt }: Batch,
  group: readonly StoredInstruction[],
): PaymentInformation {
  const [first] = group;
  if (!first) throw new Error('a group has a first');
  const { debtorName, debtorAccount, debtorAddress, chargeBearer } = first.instruction;
  const isSepa = scheme !== 'SWIFT';
  return {
    id: groupIdOf(group),
    serviceLevel: isSepa ? 'SEPA' : null,
    localInstrument: scheme === 'SEPA_INSTANT' ? 'INST' : null,
    // After midnight in Frankfurt the day of UTC is over. By the clock, because the other bank does not follow a sandbox's calendar.
    executionDate: frankfurtDay(createdAt),
    debtorName: nameIn(scheme, debtorName),
    // Instructions that were kept before addresses travelled have none.
    debtorAddress: debtorAddress ? latinAddress(debtorAddress) : null,
    debtorAccount,
    debtorAgentBic: bank.bic,
    chargeBearer: isSepa ? 'SLEV' : wireBearers[chargeBearer],
    transfers: group.map((each) => creditTransfer(scheme, each)),
  };
}

function creditTransfer(scheme: ExternalScheme, { id, instruction }: StoredInstruction): CreditTransfer {
  return {
    instructionId: wireIdOf(id),
    endToEndId: instruction.endToEndId,
    uetr: scheme === 'SWIFT' ? uetrOf(instruction.paymentId) : null,
    currency: instruction.currency,
    amountMinor: BigInt(instruction.instructedAmountMinor),
    intermediaryAgentBic: instruction.intermediaryAgentBic,
    creditorAgentBic: instruction.creditorAgentBic,
    creditorName: nameIn(scheme, instruction.creditorName),
    creditorAddress: instruction.creditorAddress && latinAddress(instruction.creditorAddress),
    creditorAccount: instruction.creditorAccount,
    purpose: instruction.purpose,
    ...remittanceOf(instruction),
  };
}

/** The text without the reference that leaves in an element of its own. A text that is nothing but a reference by ISO 11649 is one. */
function remittanceOf({
  remittanceInformation: text,
  creditorReference,
  creditorAccount,
}: RailInstruction): Pick<CreditTransfer, 'remittanceInformation' | 'creditorReference'> {
  // Instructions that were kept before references were have none.
  const reference = creditorReference ?? structuredReferenceOf(text, undefined) ?? null;
  if (reference === null) return { remittanceInformation: text || null, creditorReference: null };
  const country = ibanOf(creditorAccount)?.slice(0, 2);
  const isQr = /^\d{27}$/.test(reference) && (country === 'CH' || country === 'LI');
  return {
    remittanceInformation: withoutReference(text, reference) || null,
    creditorReference: {
      type: isQr ? 'QRR' : 'SCOR',
      issuer: country === 'BE' && /^\d/.test(reference) ? 'BBA' : null,
      reference,
    },
  };
}

const latin = (text: string, longest: number): string =>
  [...transliterate(text)].slice(0, longest).join('').trim();

const nameIn = (scheme: ExternalScheme, name: string): string => latin(name, longestName[scheme]);

/** PostalAddress24: each field as long as it may be. */
const latinAddress = ({
  streetName,
  buildingNumber,
  postCode,
  townName,
  country,
}: PostalAddress): PostalAddress => ({
  streetName: streetName && latin(streetName, 70),
  buildingNumber: buildingNumber && latin(buildingNumber, 16),
  postCode: postCode && latin(postCode, 16),
  townName: latin(townName, 35),
  country,
});

/** The text before a reference at its end, which may be written in groups and framed: `Invoice 9 +++090/9337/55493+++`. */
function withoutReference(text: string, reference: string): string {
  const isAt = (place: number, characters: string) => place > 0 && characters.includes(text[place - 1] ?? '');
  let end = text.length;
  while (isAt(end, '+*')) end -= 1;
  let at = end;
  for (const character of [...reference].toReversed()) {
    while (at < end && isAt(at, ' \t\n/.')) at -= 1;
    if (text[at - 1]?.toUpperCase() !== character.toUpperCase()) return text.trim();
    at -= 1;
  }
  while (isAt(at, '+*')) at -= 1;
  return text.slice(0, at).trim();
}
