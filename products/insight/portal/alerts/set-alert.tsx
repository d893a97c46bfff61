/** The button of an account's page that sets an alert for this account. */
import type { Account } from '@calmly/contract';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { onDemand } from '@calmly/ui/on-demand.tsx';
import { IconBellPlus } from '@tabler/icons-react';
import { useState } from 'react';

const ThresholdDialog = onDemand(async () => (await import('./threshold-dialog.tsx')).ThresholdDialog);

export function SetAlert({ account: { id, name, iban, number, currency } }: { account: Account }) {
  const t = useTranslations('alerts');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={<IconBellPlus aria-hidden="true" />} onClick={() => setOpen(true)}>
        {t('set')}
      </Button>
      {isOpen && (
        <ThresholdDialog
          accounts={[{ id, name, number: iban ?? number, currency }]}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
