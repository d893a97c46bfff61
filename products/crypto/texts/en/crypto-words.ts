/** Texts of the crypto area, loaded with it. */
import { crypto } from './crypto.ts';
import { market } from './market.ts';
import { wallets } from './wallets.ts';

export const messages = { crypto, market, wallets } as const;
