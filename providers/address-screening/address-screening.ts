/** Screening of addresses outside the bank: may money be sent there? A provider may be asked over the network, so it is never asked in a transaction. */
import type { Network } from '@calmly/domain';

export type AddressResult =
  | { readonly outcome: 'clear' }
  /** `found`: why, for staff. */
  | { readonly outcome: 'hold'; readonly found: string };

export interface AddressScreening {
  /** Throws when there is no answer; the caller tries again later. */
  screen(subject: { readonly network: Network; readonly address: string }): Promise<AddressResult>;
}
