/** In a payment's drawer: the scheduled payment or series that created it. */

import { useTranslations } from '@calmly/texts/index.tsx';
import { SheetSection } from '@calmly/ui/facts/sheet.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import classes from './orders.module.css';
import { orderOfPaymentQuery } from './queries.ts';

export function SeriesOfPayment({ paymentId }: { paymentId: string }) {
  const t = useTranslations('orders');
  const order = useQuery(orderOfPaymentQuery(paymentId)).data;
  if (!order) return null;
  return (
    <SheetSection title={t('madeBy')}>
      <Link to="/payments" search={{ tab: 'scheduled', order: order.id }} className={classes.series}>
        <span>
          {t(`frequencies.${order.frequency}`)}
          <Text as="span" size={13} tone="soft" block>
            {t(`states.${order.state}`)}
          </Text>
        </span>
        <IconChevronRight aria-hidden="true" />
      </Link>
    </SheetSection>
  );
}
