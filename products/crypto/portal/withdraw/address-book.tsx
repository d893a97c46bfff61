/** The client's saved addresses. For a while a new one may receive only small amounts, as with new payees. */
import { addCryptoPayee, type CryptoPayee, deleteCryptoPayee } from '@calmly/contract';
import { useRight } from '@calmly/portal-kit/session/rights.ts';
import { NeedsRight } from '@calmly/portal-kit/shared/needs-right.tsx';
import { ProblemNotice } from '@calmly/portal-kit/shared/problem-notice.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { ConfirmDialog } from '@calmly/ui/layers/dialog.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { Inline } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { Row, Rows, RowsShape } from '@calmly/ui/lists/rows.tsx';
import { onDemand } from '@calmly/ui/on-demand.tsx';
import { ErrorState } from '@calmly/ui/states.tsx';
import { Card } from '@calmly/ui/surface.tsx';
import { IconClock, IconPlus, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AssetMark } from '../asset-mark.tsx';
import { deletePayeeMutation, payeesQuery } from '../queries.ts';
import { useCoolingOffText } from './use-cooling-off-text.ts';
import classes from './withdraw.module.css';

const AddPayeeDialog = onDemand(async () => (await import('./add-payee-dialog.tsx')).AddPayeeDialog);

export function AddressBook() {
  const t = useTranslations('wallets.book');
  const list = useQuery(payeesQuery);
  const coolingOffText = useCoolingOffText();
  const [isAdding, setIsAdding] = useState(false);
  const [deleted, setDeleted] = useState<CryptoPayee>();
  const { held } = useRight(deleteCryptoPayee);
  const payees = list.data?.Items;
  return (
    <Card
      flush
      title={t('title')}
      aside={
        <NeedsRight endpoint={addCryptoPayee} label={t('add')} size="s">
          <Button size="s" icon={<IconPlus aria-hidden="true" />} onClick={() => setIsAdding(true)}>
            {t('add')}
          </Button>
        </NeedsRight>
      }
    >
      {list.isError && !payees ? (
        <ErrorState compact error={list.error} onRetry={() => void list.refetch()} />
      ) : !payees ? (
        <RowsShape label={t('title')} />
      ) : payees.length === 0 ? (
        <p className={classes.quiet}>{t('empty')}</p>
      ) : (
        <Rows>
          {payees.map((payee) => (
            <Row
              key={payee.id}
              picture={<AssetMark asset={payee.asset} />}
              title={payee.label}
              actions={
                held && (
                  <Button
                    size="s"
                    variant="quiet"
                    icon={<IconTrash aria-hidden="true" />}
                    aria-label={t('delete', { name: payee.label })}
                    onClick={() => setDeleted(payee)}
                  />
                )
              }
            >
              <Text wrap="anywhere" translate="no">
                {payee.address}
              </Text>
              {coolingOffText(payee) && (
                <Inline as="p" gap={4} align="start" className={classes.cooling}>
                  <IconClock aria-hidden="true" />
                  {coolingOffText(payee)}
                </Inline>
              )}
            </Row>
          ))}
        </Rows>
      )}
      {isAdding && <AddPayeeDialog onClose={() => setIsAdding(false)} />}
      {deleted && <DeleteDialog payee={deleted} onDone={() => setDeleted(undefined)} />}
    </Card>
  );
}

function DeleteDialog({ payee, onDone }: { payee: CryptoPayee; onDone: () => void }) {
  const t = useTranslations('wallets.book');
  const ui = useTranslations('ui');
  const deleting = useMutation({
    ...deletePayeeMutation,
    onSuccess: () => {
      showSnackbar(t('deleted', { name: payee.label }));
      onDone();
    },
  });
  return (
    <ConfirmDialog
      icon={<IconTrash aria-hidden="true" />}
      title={t('deleteTitle', { name: payee.label })}
      text={t('deleteText')}
      problem={<ProblemNotice error={deleting.error} />}
      keep={ui('cancel')}
      confirm={t('deleteConfirm')}
      busy={deleting.isPending}
      onConfirm={() => deleting.mutate(payee.id)}
      onCancel={onDone}
    />
  );
}
