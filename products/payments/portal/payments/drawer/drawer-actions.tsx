/**
 * The actions on a payment: its confirmation (once completed), repeat, cancel while that is possible; print, template and a question to
 * support in the menu. They stay where they are while the sections of the drawer load.
 */
import {
  cancelPayment,
  createPayment,
  downloadConfirmation,
  keepForm,
  type PaymentDetails,
} from '@calmly/contract';
import { isOrder, staysInside } from '@calmly/domain';
import { useRight } from '@calmly/portal-kit/session/rights.ts';
import { useAskAbout } from '@calmly/portal-kit/shared/ask-about.tsx';
import { NeedsRight } from '@calmly/portal-kit/shared/needs-right.tsx';
import { accountsQuery } from '@calmly/portal-kit/shared/resources.ts';
import { useLocaleControl, useTranslations } from '@calmly/texts/index.tsx';
import { Button, ButtonLink } from '@calmly/ui/button.tsx';
import { Menu } from '@calmly/ui/layers/popovers/menu.tsx';
import { breakpoints, useMedia } from '@calmly/ui/media.ts';
import { Notice } from '@calmly/ui/surface.tsx';
import {
  IconArrowBackUp,
  IconBookmark,
  IconDots,
  IconDownload,
  IconPrinter,
  IconRefresh,
} from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { TemplateDialog } from '../../orders/index.ts';
import { toTemplate } from '../model/kept.ts';
import { repeatPayment } from '../model/repeat-payment.ts';
import { confirmationMutation } from '../queries.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { usePrintConfirmation } from './use-print-confirmation.ts';

export function DrawerActions({ payment }: { payment: PaymentDetails }) {
  const t = useTranslations('payments.drawer');
  const sendAgain = useTranslations('paymentDrawer');
  const { locale } = useLocaleControl();
  const phone = useMedia(breakpoints.phone);
  const download = useMutation(confirmationMutation(payment.id, locale));
  const print = usePrintConfirmation(payment);
  const [canceling, setCanceling] = useState(false);
  const [naming, setNaming] = useState(false);
  const kept = useTranslations('orders.kept');
  const { held: mayKeep } = useRight(keepForm);
  const accounts = useQuery(accountsQuery).data;
  const completed = payment.processingStatus === 'COMPLETED';
  // An exchange has a price of its own each time: it begins on its own screen. An account that an application gave has to become a payee first.
  const hasPayee = payment.beneficiaryId !== null || staysInside(payment.scheme);
  // What is paid again is an ordinary payment, which everyone sees.
  const repeatable =
    !payment.isConfidential && payment.direction === 'DEBIT' && isOrder(payment.scheme) && hasPayee;
  const ask = useAskAbout({ kind: 'payment', id: payment.id });
  const confirmation = t(phone || repeatable ? 'downloadShort' : 'download');
  const again = payment.canSendAgain ? sendAgain('sendAgain') : t('payAgain');

  return (
    <>
      {download.isError && <Notice tone="refusal">{t('downloadFailed')}</Notice>}
      {print.failed && <Notice tone="refusal">{t('printFailed')}</Notice>}
      {completed && (
        <NeedsRight endpoint={downloadConfirmation} label={confirmation} above>
          <Button
            icon={<IconDownload aria-hidden="true" />}
            busy={download.isPending}
            onClick={() => download.mutate()}
          >
            {download.isPending ? t('downloading') : confirmation}
          </Button>
        </NeedsRight>
      )}
      {payment.canCancel && (
        <NeedsRight endpoint={cancelPayment} label={t('cancel')} above>
          <Button icon={<IconArrowBackUp aria-hidden="true" />} onClick={() => setCanceling(true)}>
            {t('cancel')}
          </Button>
        </NeedsRight>
      )}
      {repeatable && (
        <NeedsRight endpoint={createPayment} label={again} align="end" above>
          <ButtonLink
            to="/payments/create/{-$direction}"
            params={{ direction: 'outgoing' }}
            search={{ from: payment.id }}
            icon={phone ? undefined : <IconRefresh aria-hidden="true" />}
          >
            {again}
          </ButtonLink>
        </NeedsRight>
      )}
      <Menu
        icon={<IconDots aria-hidden="true" />}
        label={t('more')}
        labelShown={!completed && !payment.canCancel && !repeatable}
        above
        actions={[
          {
            text: t('print'),
            icon: <IconPrinter aria-hidden="true" />,
            onChoose: () => void print.start(),
          },
          ...(repeatable && mayKeep && accounts
            ? [
                {
                  text: kept('saveTemplate'),
                  icon: <IconBookmark aria-hidden="true" />,
                  onChoose: () => setNaming(true),
                },
              ]
            : []),
          ask,
        ]}
      />
      {naming && accounts && (
        <TemplateDialog
          name={payment.counterpartyName}
          form={toTemplate(repeatPayment(payment, accounts), payment.accountId)}
          onClose={() => setNaming(false)}
        />
      )}
      {canceling && <CancelDialog payment={payment} onClose={() => setCanceling(false)} />}
    </>
  );
}
