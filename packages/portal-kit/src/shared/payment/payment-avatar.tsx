/** The avatar of a payment's other side; the line of a confidential payout has a lock, crypto its signs. */
import type { Payment } from '@calmly/contract';
import { Avatar } from '@calmly/ui/facts/avatar.tsx';
import { IconArrowsExchange, IconCurrencyBitcoin, IconLock, IconWallet } from '@tabler/icons-react';

interface PaymentAvatarProps {
  payment: Payment;
  /** From `useCounterpartyName`. */
  name: string;
}

/** For payments without another person on the other side. */
const icons: Readonly<Record<string, typeof IconLock>> = {
  CRYPTO: IconCurrencyBitcoin,
  CRYPTO_MOVE: IconWallet,
  TRADE: IconArrowsExchange,
};

export function PaymentAvatar({
  payment: { counterpartyCountry, maskOf, scheme },
  name,
}: PaymentAvatarProps) {
  const Icon = maskOf === null ? icons[scheme] : IconLock;
  return <Avatar name={name} country={counterpartyCountry} icon={Icon && <Icon size={20} />} />;
}
