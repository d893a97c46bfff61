/** Under the head of a payment that failed or came back: what to do about it, and the button that begins it. */
import { createPayment, type PaymentDetails } from '@calmly/contract';
import { IconRefresh } from '@tabler/icons-react';
import { useTranslations } from '../../../i18n/index.tsx';
import { NeedsRight } from '../../../session/needs-right.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/surface.tsx';
import { reasonToAct } from '../model/what-now.ts';
import classes from './drawer.module.css';

export function WhatNow({ payment }: { payment: PaymentDetails }) {
  const t = useTranslations('paymentDrawer');
  const reason = reasonToAct(payment);
  if (!reason || payment.replacedBy) return null;
  return (
    <div className={classes.whatNow}>
      <Notice tone="warning" title={t('whatNow.title')}>
        {t(`whatNow.${reason}`, { name: payment.creditorName })}
        {payment.canSendAgain && (
          <p className={classes.sendAgain}>
            <NeedsRight endpoint={createPayment} label={t('sendAgain')}>
              <ButtonLink
                to="/payments/create/{-$direction}"
                params={{ direction: 'outgoing' }}
                search={{ from: payment.id }}
                size="s"
                icon={<IconRefresh aria-hidden="true" />}
              >
                {t('sendAgain')}
              </ButtonLink>
            </NeedsRight>
          </p>
        )}
      </Notice>
    </div>
  );
}
