import type { Payment } from '@calmly/contract';
import { shortAddress } from '@calmly/domain';

/** The reference in a list. For a crypto transfer it may be the hash of its transaction, which is shortened. */
export const shownReference = ({ scheme, reference }: Pick<Payment, 'scheme' | 'reference'>): string =>
  scheme === 'CRYPTO' && /^\w{26,}$/.test(reference) ? shortAddress(reference) : reference;
