/** A new card while its form is being filled in, kept in the tab until it is issued. */
import {
  type CardOffer,
  type Client,
  cardDesigns,
  cardKinds,
  cardNameLength,
  nameOnCardLength,
} from '@calmly/contract';
import { tabStorage } from '@calmly/portal-kit/session/tab-storage.ts';
import { z } from 'zod';
import { noLimits } from '../limits/limit-fields.tsx';

const zCardDraft = z.object({
  kind: z.enum(cardKinds),
  name: z.string().max(cardNameLength),
  nameOnCard: z.string().max(nameOnCardLength),
  design: z.enum(cardDesigns),
  /** A company's member; empty: the person who orders. */
  holderId: z.string(),
  line: z.string(),
  postCode: z.string(),
  city: z.string(),
  country: z.string(),
  limits: z.object({
    perPayment: z.string(),
    perDay: z.string(),
    perWeek: z.string(),
    perMonth: z.string(),
    inTotal: z.string(),
  }),
  isSingleUse: z.boolean(),
  /** `YYYY-MM-DD` or empty. */
  validUntil: z.string(),
  /** The account that pays the fee; empty: the first one. */
  accountId: z.string(),
});
export type CardDraft = Readonly<z.output<typeof zCardDraft>>;

export const keptCard = tabStorage('calmly.card-draft', zCardDraft);

/** With the client's own address. The name on the card is truncated to fit. */
export const emptyDraft = (offer: CardOffer, client: Client): CardDraft => ({
  kind: 'VIRTUAL',
  name: '',
  nameOnCard: offer.nameOnCard.slice(0, nameOnCardLength),
  design: 'ink',
  holderId: '',
  line: client.addressLine1 ?? '',
  postCode: client.addressPostCode ?? '',
  city: client.addressTown ?? '',
  country: client.addressCountry ?? '',
  limits: noLimits,
  isSingleUse: false,
  validUntil: '',
  accountId: '',
});
