/** What the check of a typed address says, while it is typed: only once typing has paused, and only about what is in the field now. */
import type { AddressCheck, Wallet } from '@calmly/contract';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { addressCheckQuery } from '../queries.ts';

const typingPauseMs = 300;

export interface CheckedAddress {
  /** Undefined while it is not known. */
  readonly check: AddressCheck | undefined;
  readonly isChecking: boolean;
}

/** Blanks around the address are ignored. */
export function useAddressCheck(asset: Wallet['asset'], typed: string): CheckedAddress {
  const address = typed.trim();
  const [paused] = useDebouncedValue(address, typingPauseMs);
  const query = useQuery(addressCheckQuery(asset, paused));
  const isCurrent = paused === address;
  return {
    check: isCurrent && address !== '' ? query.data : undefined,
    isChecking: address !== '' && (!isCurrent || query.isFetching),
  };
}
