/** Opens the rules for receipts of card payments; only for administrators. */
import { changeReceiptRules } from '@calmly/contract';
import { useRight } from '@calmly/portal-kit/session/rights.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { onDemand } from '@calmly/ui/on-demand.tsx';
import { IconReceipt } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { receiptRulesQuery } from '../queries.ts';

const Dialog = onDemand(async () => (await import('./rules-dialog.tsx')).ReceiptRulesDialog);

export function ReceiptRulesButton() {
  const t = useTranslations('cardReceipts');
  const { held } = useRight(changeReceiptRules);
  const { data: rules } = useQuery({ ...receiptRulesQuery, enabled: held });
  const [isOpen, setOpen] = useState(false);
  if (!held) return null;
  return (
    <>
      <Button
        size="s"
        variant="quiet"
        icon={<IconReceipt aria-hidden="true" />}
        disabled={!rules}
        onClick={() => setOpen(true)}
      >
        {t('open')}
      </Button>
      {isOpen && rules && <Dialog rules={rules} onClose={() => setOpen(false)} />}
    </>
  );
}
