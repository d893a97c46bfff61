/** An account in a picker, with its available balance. */
import type { Account } from '@calmly/contract';
import { shortIban } from '@calmly/domain';
import { Amount } from '@calmly/ui/facts/amount.tsx';
import { Flag } from '@calmly/ui/facts/flag.tsx';
import { PickerRow } from '@calmly/ui/fields/picker-row.tsx';

export function AccountRow({ account }: { account: Account }) {
  return (
    <PickerRow
      mark={<Flag currency={account.currency} size={32} />}
      first={account.name}
      second={shortIban(account.iban ?? account.number)}
      end={<Amount value={account.available} currency={account.currency} />}
    />
  );
}
