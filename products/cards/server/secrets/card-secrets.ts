/**
 * Numbers, security codes and PINs of cards, sealed with the server's keys and bound to their card. A card is found by its number through a keyed
 * digest, so that nothing in the database reveals a number. Unsealed only to be shown to the holder, or compared with what a shop sent.
 */
import { randomInt } from 'node:crypto';
import { createSecretBox, createSecretDigest } from '@calmly/platform/secrets/secret-box.ts';
import { newCardNumber } from '@calmly/providers/issuer/sandbox-numbers.ts';

/** The form stored in `cards.secret`. */
export interface SealedCard {
  readonly number: Buffer;
  readonly securityCode: Buffer;
  readonly numberDigest: Buffer;
}

export interface CardDetails {
  readonly number: string;
  readonly securityCode: string;
}

export interface CardSecrets {
  /** A new number and code, sealed for this card, with the digits that may be shown. */
  issue(cardId: string): SealedCard & { readonly lastFour: string };
  open(cardId: string, sealed: Pick<SealedCard, 'number' | 'securityCode'>): CardDetails;
  sealPin(cardId: string, pin: string): Buffer;
  openPin(cardId: string, sealed: Buffer): string;
  /** Digests with every key of the server, the newest first: a number digested with an older key is still found. */
  digestsOf(number: string): Buffer[];
}

/** The first key seals, every key opens. Opening throws if the bytes were sealed for another card. */
export function createCardSecrets(secretKeys: readonly Buffer[]): CardSecrets {
  const box = createSecretBox(secretKeys);
  const digests = secretKeys.map((key) => createSecretDigest([key]));
  const digestsOf = (number: string) =>
    digests.map((digest) => Buffer.from(digest(`card number ${number}`), 'hex'));
  const seal = (text: string, place: string) => box.seal(Buffer.from(text), place);
  const open = (sealed: Buffer, place: string) => box.open(sealed, place).toString();
  return {
    issue(cardId) {
      const { number, securityCode } = newCardNumber((below) => randomInt(below));
      const [numberDigest] = digestsOf(number);
      if (!numberDigest) throw new Error('a card needs a secret key');
      return {
        number: seal(number, numberPlace(cardId)),
        securityCode: seal(securityCode, codePlace(cardId)),
        numberDigest,
        lastFour: number.slice(-4),
      };
    },
    open: (cardId, sealed) => ({
      number: open(sealed.number, numberPlace(cardId)),
      securityCode: open(sealed.securityCode, codePlace(cardId)),
    }),
    sealPin: (cardId, pin) => seal(pin, pinPlace(cardId)),
    openPin: (cardId, sealed) => open(sealed, pinPlace(cardId)),
    digestsOf,
  };
}

/** The place that a card's number is sealed for. */
export const numberPlace = (cardId: string): string => `card number ${cardId}`;
const codePlace = (cardId: string) => `card security code ${cardId}`;
/** The place that a card's PIN is sealed for. */
export const pinPlace = (cardId: string): string => `card pin ${cardId}`;

/** The columns that are resealed together with a card's number: the code, and the digest that finds the number. */
export function resealCode(
  row: ReadonlyMap<string, Buffer>,
  number: Buffer,
  keys: readonly Buffer[],
  [cardId = '']: readonly string[],
): ReadonlyMap<string, Buffer> {
  const box = createSecretBox(keys);
  const place = codePlace(cardId);
  const code = box.open(row.get('security_code') ?? Buffer.of(), place);
  const [digest = Buffer.of()] = createCardSecrets(keys).digestsOf(number.toString());
  return new Map([
    ['security_code', box.seal(code, place)],
    ['number_digest', digest],
  ]);
}
