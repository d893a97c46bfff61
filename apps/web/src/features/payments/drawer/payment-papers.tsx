/** The documents attached to the order, for download. */
import { getDocument, type PaymentDetails } from '@calmly/contract';
import { IconPaperclip } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from '../../../i18n/index.tsx';
import { saveDocumentMutation } from '../../../shared/files/save-document.ts';
import { NeedsRight } from '../../../shared/needs-right.tsx';
import { Button } from '../../../ui/button.tsx';
import { SheetSection } from '../../../ui/facts/sheet.tsx';
import { Notice } from '../../../ui/surface.tsx';
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
