/** The way to the form of a new request, for whoever may ask for money. */
import { createMoneyRequest } from '@calmly/contract';
import { IconPlus } from '@tabler/icons-react';
import { NeedsRight } from '../../shared/needs-right.tsx';
import { ButtonLink } from '../../ui/button.tsx';

export function NewRequestLink({ label, size = 'm' }: { label: string; size?: 'm' | 'l' }) {
  return (
    <NeedsRight endpoint={createMoneyRequest} label={label} size={size} align="end">
      <ButtonLink
        to="/payments/create/{-$direction}"
        params={{ direction: 'incoming' }}
        variant="accent"
        size={size}
        icon={<IconPlus aria-hidden="true" />}
      >
        {label}
      </ButtonLink>
    </NeedsRight>
  );
}
