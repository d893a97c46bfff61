/** What can be done with a payment: its confirmation (once completed), print, pay again, cancel while that is possible. */
import { cancelPayment, createPayment, downloadConfirmation, type PaymentDetails } from '@calmly/contract';
import { IconArrowBackUp, IconDots, IconDownload, IconPrinter, IconRefresh } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocaleControl, useTranslations } from '../../../i18n/index.tsx';
import { NeedsRight } from '../../../session/needs-right.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { breakpoints, useMedia } from '../../../ui/media.ts';
import { Popover } from '../../../ui/popover.tsx';
import { Notice } from '../../../ui/surface.tsx';
import { confirmationMutation } from '../queries.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import classes from './drawer.module.css';
import { usePrintConfirmation } from './use-print-confirmation.ts';

export function DrawerActions({ payment }: { payment: PaymentDetails }) {
  const t = useTranslations('payments.drawer');
  const sendAgain = useTranslations('paymentDrawer');
  const { locale } = useLocaleControl();
  const phone = useMedia(breakpoints.phone);
  const download = useMutation(confirmationMutation(payment.id, locale));
  const print = usePrintConfirmation(payment);
  const [menu, setMenu] = useState(false);
  const [canceling, setCanceling] = useState(false);
  const completed = payment.processingStatus === 'COMPLETED';
  // An exchange has a price of its own each time: it begins on its own screen.
  const repeatable = payment.direction === 'DEBIT' && payment.scheme !== 'EXCHANGE';
  const again = payment.canSendAgain ? sendAgain('sendAgain') : t('payAgain');

  return (
    <>
      {download.isError && (
        <div className={classes.alert}>
          <Notice tone="refusal">{t('downloadFailed')}</Notice>
        </div>
      )}
      {print.failed && (
        <div className={classes.alert}>
          <Notice tone="refusal">{t('printFailed')}</Notice>
        </div>
      )}
      {completed && (
        <NeedsRight endpoint={downloadConfirmation} label={t(phone ? 'downloadShort' : 'download')} above>
          <Button
            className={classes.grow}
            icon={<IconDownload aria-hidden="true" />}
            busy={download.isPending}
            onClick={() => download.mutate()}
          >
            {download.isPending ? t('downloading') : t(phone ? 'downloadShort' : 'download')}
          </Button>
        </NeedsRight>
      )}
      {payment.canCancel && (
        <NeedsRight endpoint={cancelPayment} label={t('cancel')} above>
          <Button
            variant="danger"
            className={classes.grow}
            icon={<IconArrowBackUp aria-hidden="true" />}
            onClick={() => setCanceling(true)}
          >
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
            className={completed || payment.canCancel ? undefined : classes.grow}
            icon={phone ? undefined : <IconRefresh aria-hidden="true" />}
          >
            {again}
          </ButtonLink>
        </NeedsRight>
      )}
      <Popover
        align="end"
        above
        open={menu}
        onClose={() => setMenu(false)}
        opener={
          <Button
            icon={<IconDots aria-hidden="true" />}
            aria-label={t('more')}
            aria-expanded={menu}
            onClick={() => setMenu(!menu)}
          />
        }
      >
        <div className={classes.menu}>
          <button
            type="button"
            onClick={() => {
              setMenu(false);
              void print.start();
            }}
          >
            <IconPrinter aria-hidden="true" />
            {t('print')}
          </button>
        </div>
      </Popover>
      {canceling && <CancelDialog payment={payment} onClose={() => setCanceling(false)} />}
    </>
  );
}
