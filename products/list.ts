/** The products of the bank, each a folder of its own. */
import { accounts } from './accounts/product.ts';
import { approvals } from './approvals/product.ts';
import { cards } from './cards/product.ts';
import { clients } from './clients/product.ts';
import { crypto } from './crypto/product.ts';
import { identity } from './identity/product.ts';
import { insight } from './insight/product.ts';
import { ledger } from './ledger/product.ts';
import { notifications } from './notifications/product.ts';
import { office } from './office/product.ts';
import { payees } from './payees/product.ts';
import { payments } from './payments/product.ts';
import { payouts } from './payouts/product.ts';
import type { Product } from './product.ts';
import { programs } from './programs/product.ts';
import { sandbox } from './sandbox/product.ts';
import { search } from './search/product.ts';
import { support } from './support/product.ts';

export const products: readonly Product[] = [
  identity,
  ledger,
  approvals,
  accounts,
  payees,
  clients,
  payments,
  payouts,
  cards,
  crypto,
  insight,
  notifications,
  programs,
  search,
  support,
  office,
  sandbox,
];
