/** The documents attached to the order, for download. */
import { getDocument, type PaymentDetails } from '@calmly/contract';
import { saveDocumentMutation } from '@calmly/portal-kit/shared/files/save-document.ts';
import { NeedsRight } from '@calmly/portal-kit/shared/needs-right.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { SheetSection } from '@calmly/ui/facts/sheet.tsx';
import { Notice } from '@calmly/ui/surface.tsx';
import { IconPaperclip } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import classes from './drawer.module.css';

export function PaymentPapers({ payment }: { payment: PaymentDetails }) {
  const t = useTranslations('paymentDrawer.papers');
  const save = useMutation(saveDocumentMutation);
  if (payment.attachments.length === 0) return null;
  return (
    <SheetSection title={t('title')}>
      <ul className={classes.papers}>
        {payment.attachments.map(({ id, fileName }) => (
          <li key={id}>
            <NeedsRight endpoint={getDocument} label={fileName}>
              <Button
                variant="quiet"
                icon={<IconPaperclip aria-hidden="true" />}
                busy={save.isPending && save.variables === id}
                onClick={() => save.mutate(id)}
              >
                {fileName}
              </Button>
            </NeedsRight>
          </li>
        ))}
      </ul>
      {save.isError && <Notice tone="refusal">{t('failed')}</Notice>}
    </SheetSection>
  );
}
