/** Uploads the document that a payment is waiting for. The bank then reviews the payment again. */
import { addAttachment, documentTypes, type PaymentDetails } from '@calmly/contract';
import { bank } from '@calmly/portal-kit/session/bank.ts';
import { useUploads } from '@calmly/portal-kit/shared/files/use-uploads.ts';
import { NeedsRight } from '@calmly/portal-kit/shared/needs-right.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { UploadArea } from '@calmly/ui/fields/upload-area.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { paymentQuery } from '../queries.ts';
import classes from './drawer.module.css';

export function HandIn({ payment }: { payment: PaymentDetails }) {
  const t = useTranslations('paymentDrawer.papers');
  const client = useQueryClient();
  const { id } = payment;
  const uploads = useUploads(
    [],
    () => void client.invalidateQueries({ queryKey: paymentQuery(id).queryKey }),
    (file) => bank.call(addAttachment, { params: { id }, body: file }),
  );
  return (
    <NeedsRight endpoint={addAttachment} label={t('handIn')}>
      <div className={classes.handIn}>
        <UploadArea
          label={t('handIn')}
          hint={t('handInHint')}
          accept={documentTypes}
          files={uploads.shown}
          onFiles={uploads.add}
          onRemove={uploads.remove}
          removeLabel={(name) => t('drop', { name })}
        />
      </div>
    </NeedsRight>
  );
}
