/** The number of missing receipts, a link to their payments, and the rule that requires them. */
import { changeReceiptRule } from '@calmly/contract';
import { NeedsRight } from '@calmly/portal-kit/shared/needs-right.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button, ButtonLink } from '@calmly/ui/button.tsx';
import { Amount } from '@calmly/ui/facts/amount.tsx';
import { Inline, Stack } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { onDemand } from '@calmly/ui/on-demand.tsx';
import { ErrorState } from '@calmly/ui/states.tsx';
import { Card } from '@calmly/ui/surface.tsx';
import { IconReceipt } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import classes from '../bookkeeping.module.css';
import { missingSumsQuery, receiptRuleQuery } from '../queries.ts';
import { RuleText } from './rule-text.tsx';

const RuleDialog = onDemand(async () => (await import('./rule-dialog.tsx')).RuleDialog);

export function ReceiptsCard() {
  const t = useTranslations('bookkeeping.receipts');
  const rule = useQuery(receiptRuleQuery);
  const sums = useQuery(missingSumsQuery);
  const [isOpen, setOpen] = useState(false);
  const error = rule.error ?? sums.error;
  const retry = () => {
    void rule.refetch();
    void sums.refetch();
  };
  const currencies = sums.data?.Currencies ?? [];
  const count = currencies.reduce((sum, each) => sum + each.count, 0);
  return (
    <Card
      flush
      title={t('title')}
      aside={
        <NeedsRight endpoint={changeReceiptRule} label={t('change')} size="s" align="end">
          <Button size="s" disabled={!rule.data} onClick={() => setOpen(true)}>
            {t('change')}
          </Button>
        </NeedsRight>
      }
    >
      {error ? (
        <ErrorState compact error={error} onRetry={retry} />
      ) : (
        <Stack gap={12} align="start" className={classes.missing} aria-busy={!sums.data || !rule.data}>
          <p className={classes.count}>{sums.data && t('count', { count })}</p>
          {currencies.length > 0 && (
            <Inline as="ul" wrap gap={16} rowGap={4}>
              {currencies.map(({ currency, out }) => (
                <li key={currency}>
                  <Amount value={out} currency={currency} />
                </li>
              ))}
            </Inline>
          )}
          <Text size={13} tone="soft">
            {rule.data && <RuleText rule={rule.data} />}
          </Text>
          {count > 0 && (
            <ButtonLink
              to="/payments"
              search={{ receipt: 'MISSING', all: true }}
              icon={<IconReceipt aria-hidden="true" />}
            >
              {t('show')}
            </ButtonLink>
          )}
        </Stack>
      )}
      {isOpen && rule.data && <RuleDialog rule={rule.data} onClose={() => setOpen(false)} />}
    </Card>
  );
}
