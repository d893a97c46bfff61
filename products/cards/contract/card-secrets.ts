/**
 * The number, security code and PIN of a card: returned only by `revealCard` and `showPin`, to the holder, after a two-factor code, and never stored
 * in plain text. Source: specification section 7; server page section 10.
 */

import { zIdParam } from '@calmly/contract-kit/common.ts';
import { endpoint } from '@calmly/contract-kit/endpoint.ts';
import { wire } from '@calmly/contract-kit/wire.ts';
import { z } from 'zod';
import { seeingCards } from './cards.ts';

/** How long revealed details may be shown, in seconds. */
export const revealSeconds = 60;

export const revealCard = endpoint({
  ...seeingCards,
  presence: 'own',
  id: 'revealCard',
  method: 'POST',
  path: '/cards/reveal/{id}',
  summary: 'Reveal the number, expiry and security code to the holder, to be shown for 60 seconds',
  twoFactor: 'always',
  params: zIdParam,
  response: wire({
    number: ['Number', z.string()],
    expiry: ['Expiry', z.string()],
    securityCode: ['SecurityCode', z.string()],
    nameOnCard: ['NameOnCard', z.string()],
    seconds: ['Seconds', z.number().int()],
  }),
});
export type RevealedCard = z.output<(typeof revealCard)['response']>;

export const showPin = endpoint({
  ...seeingCards,
  presence: 'own',
  id: 'showPin',
  method: 'POST',
  path: '/cards/pin/{id}',
  summary: 'Show the PIN to the holder, for 60 seconds',
  twoFactor: 'always',
  params: zIdParam,
  response: wire({ pin: ['Pin', z.string()], seconds: ['Seconds', z.number().int()] }),
});

export const setPin = endpoint({
  ...seeingCards,
  presence: 'own',
  id: 'setPin',
  method: 'PUT',
  path: '/cards/pin/{id}',
  summary: 'Set the PIN; its holder only',
  twoFactor: 'always',
  secretBody: true,
  params: zIdParam,
  body: wire({ pin: ['Pin', z.string().regex(/^\d{4}$/)] }),
});
