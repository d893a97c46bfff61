/**
 * A company being entered: the values as typed, kept in the tab with their idempotency key, so that a reload loses nothing and the same content is
 * added only once.
 */
import { type Client, type Company, newIdempotencyKey } from '@calmly/contract';
import { tabStorage } from '@calmly/portal-kit/session/tab-storage.ts';
import { birthDraft } from '@calmly/portal-kit/shared/days/birth-date.ts';
import { z } from 'zod';
import { percentOf } from './steps/shares.ts';

const zAddress = z.object({
  line1: z.string(),
  line2: z.string(),
  postCode: z.string(),
  town: z.string(),
  country: z.string(),
});
export type AddressDraft = Readonly<z.output<typeof zAddress>>;

const zPerson = z.object({
  firstName: z.string(),
  lastName: z.string(),
  day: z.string(),
  month: z.string(),
  year: z.string(),
  citizenship: z.string(),
  address: zAddress,
  isDirector: z.boolean(),
  isOwner: z.boolean(),
  share: z.string(),
});
export type PersonDraft = Readonly<z.output<typeof zPerson>>;

const zOwner = z.object({
  name: z.string(),
  registrationNumber: z.string(),
  country: z.string(),
  share: z.string(),
});
export type OwnerDraft = Readonly<z.output<typeof zOwner>>;

const zDraft = z.object({
  name: z.string(),
  registrationNumber: z.string(),
  country: z.string(),
  legalForm: z.string(),
  founded: z.object({ day: z.string(), month: z.string(), year: z.string() }),
  activity: z.string(),
  address: zAddress,
  people: z.array(zPerson),
  owners: z.array(zOwner),
  othersBelowQuarter: z.boolean(),
  /** The reason for the change. */
  reason: z.string().default(''),
  documents: z.array(z.object({ id: z.string(), fileName: z.string(), sizeBytes: z.number() })).readonly(),
  key: z.string(),
});
export type CompanyDraft = Readonly<z.output<typeof zDraft>>;

/** The draft of an existing company, or of a new one. */
export const companyDraft = (companyId: string | undefined) =>
  tabStorage(`calmly.company.${companyId ?? 'new'}`, zDraft);

/** The draft of a change of a registered company, based on this version of its facts; another version starts another draft. */
export const changeDraft = ({ id, version }: Pick<Company, 'id' | 'version'>) =>
  tabStorage(`calmly.company.change.${id}.${version}`, zDraft);

const emptyAddress = (country: string): AddressDraft => ({
  line1: '',
  line2: '',
  postCode: '',
  town: '',
  country,
});

/** A director without a share, living in `country`. */
export const emptyPerson = (country: string): PersonDraft => ({
  firstName: '',
  lastName: '',
  day: '',
  month: '',
  year: '',
  citizenship: country,
  address: emptyAddress(country),
  isDirector: true,
  isOwner: false,
  share: '',
});

/** A company that owns a share; the share is text as typed, in percent. */
export const emptyOwner = (country: string): OwnerDraft => ({
  name: '',
  registrationNumber: '',
  country,
  share: '',
});

/** A form's initial values: the company's stored facts, and its creator as the first director. */
export function beginDraft(client: Client, company: Company | undefined): CompanyDraft {
  const home = client.addressCountry ?? client.residence ?? '';
  const founded = company?.foundedOn?.split('-').map(Number) ?? [];
  const [year, month, day] = founded.map(String);
  return {
    name: company?.name ?? '',
    registrationNumber: company?.registrationNumber ?? '',
    country: company?.country ?? home,
    legalForm: company?.legalForm ?? '',
    founded: { day: day ?? '', month: month ?? '', year: year ?? '' },
    activity: company?.activity ?? '',
    address: addressDraft(company?.address ?? null, company?.country ?? home),
    people: company?.people.length
      ? company.people.map((person) => personDraft(person, home))
      : [self(client, home)],
    owners:
      company?.corporateOwners.map(({ shareBasisPoints, ...owner }) => ({
        ...owner,
        share: percentOf(shareBasisPoints),
      })) ?? [],
    othersBelowQuarter: company?.othersBelowQuarter ?? false,
    reason: '',
    documents: company?.documents.map(({ id, fileName, sizeBytes }) => ({ id, fileName, sizeBytes })) ?? [],
    key: newIdempotencyKey(),
  };
}

/** The initial values of a change: the current facts, without documents. */
export const beginChange = (client: Client, company: Company): CompanyDraft => ({
  ...beginDraft(client, company),
  documents: [],
});

/** The bank knows the person who adds a company, so their details are not typed again. */
function self(client: Client, home: string): PersonDraft {
  return {
    ...emptyPerson(home),
    firstName: client.firstName ?? '',
    lastName: client.lastName ?? '',
    ...(client.dateOfBirth !== null && birthDraft(client.dateOfBirth)),
    citizenship: client.citizenship ?? home,
    address: {
      line1: client.addressLine1 ?? '',
      line2: client.addressLine2 ?? '',
      postCode: client.addressPostCode ?? '',
      town: client.addressTown ?? '',
      country: home,
    },
  };
}

function personDraft(
  { shareBasisPoints, dateOfBirth, ...person }: Company['people'][number],
  home: string,
): PersonDraft {
  return {
    ...emptyPerson(home),
    ...person,
    ...(dateOfBirth !== null && birthDraft(dateOfBirth)),
    address: addressDraft(person.address, home),
    isOwner: shareBasisPoints !== null,
    share: shareBasisPoints === null ? '' : percentOf(shareBasisPoints),
  };
}

const addressDraft = (address: Company['address'], country: string): AddressDraft =>
  address ? { ...address, line2: address.line2 ?? '' } : emptyAddress(country);
