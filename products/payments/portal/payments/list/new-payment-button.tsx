import { createPayment } from '@calmly/contract';
import { NeedsRight } from '@calmly/portal-kit/shared/needs-right.tsx';
import { ButtonLink } from '@calmly/ui/button.tsx';
import { IconPlus } from '@tabler/icons-react';

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
