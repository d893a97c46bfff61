/** The avatar of a payment's other side; the line of a confidential payout has a lock. */
import type { Payment } from '@calmly/contract';
import { IconLock } from '@tabler/icons-react';
import { Avatar } from '../ui/facts/avatar.tsx';

interface PaymentAvatarProps {
  payment: Payment;
  /** As `useCounterpartyName` gives it. */
  name: string;
}

export function PaymentAvatar({ payment: { counterpartyCountry, maskOf }, name }: PaymentAvatarProps) {
  return (
    <Avatar
      name={name}
      country={counterpartyCountry}
      icon={maskOf === null ? undefined : <IconLock size={20} />}
    />
  );
}
