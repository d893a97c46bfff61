import { createPayment } from '@calmly/contract';
import { IconPlus } from '@tabler/icons-react';
import { NeedsRight } from '../../../shared/needs-right.tsx';
import { ButtonLink } from '../../../ui/button.tsx';

export function NewPaymentButton({ label }: { label: string }) {
  return (
    <NeedsRight endpoint={createPayment} label={label} align="end">
      <ButtonLink
        to="/payments/create/{-$direction}"
        params={{ direction: 'outgoing' }}
        variant="accent"
        icon={<IconPlus aria-hidden="true" />}
      >
        {label}
      </ButtonLink>
    </NeedsRight>
  );
}
