/** The result of checking an address while the person types: only after a pause in typing, and only for the field's current value. */
import type { AddressCheck, Wallet } from '@calmly/contract';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { addressCheckQuery } from '../queries.ts';

const typingPauseMs = 300;

export interface CheckedAddress {
  /** Undefined while it is unknown. */
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
