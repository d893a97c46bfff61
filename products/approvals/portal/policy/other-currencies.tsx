/** The rule for currencies without one, with a warning if the company has accounts in them. */
import type { PaymentRule } from '@calmly/contract';
import { accountsQuery } from '@calmly/portal-kit/shared/resources.ts';
import { useFormatter, useTranslations } from '@calmly/texts/index.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { Notice } from '@calmly/ui/surface.tsx';
import { useQuery } from '@tanstack/react-query';
import { withoutRule } from '../model/effect-ranges.ts';
import classes from './policy.module.css';

export function OtherCurrencies({
  rules,
}: {
  rules: readonly Pick<PaymentRule, 'currency' | 'requesterIds'>[];
}) {
  const t = useTranslations('approvals.policy');
  const format = useFormatter();
  const accounts = useQuery(accountsQuery);
  const uncovered = withoutRule(rules, accounts.data?.map(({ currency }) => currency) ?? []);
  if (uncovered === 'none') return null;
  if (rules.length === 0 || uncovered.length === 0)
    return (
      <Text size={13} tone="soft">
        {t('otherCurrencies')}
      </Text>
    );
  const currencies = format.list(uncovered);
  return (
    <div className={classes.notice}>
      <Notice tone="warning" title={t('withoutRule', { currencies })}>
        {t('withoutRuleText', { currencies })}
      </Notice>
    </div>
  );
}
