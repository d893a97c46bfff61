/** At most three unusual changes, each a sentence that links to its payments and can be dismissed. Renders nothing if there are none. */
import { categoryNames, type UnusualChange } from '@calmly/contract';
import type { CurrencyCode } from '@calmly/domain';
import { localDay } from '@calmly/portal-kit/shared/days/days.ts';
import { useFormatter, useLocaleControl, useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { amountText } from '@calmly/ui/facts/amount.tsx';
import { Row, Rows } from '@calmly/ui/lists/rows.tsx';
import { Card } from '@calmly/ui/surface.tsx';
import { IconCalendarOff, IconRepeat, IconTrendingUp, IconX } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { changesQuery, dismissChangeMutation } from '../queries.ts';

const icons = { ABOVE: IconTrendingUp, NEW_REGULAR: IconRepeat, MISSED: IconCalendarOff } as const;

export function Changes({ currency }: { currency: CurrencyCode }) {
  const t = useTranslations('insight.changes');
  const changes = useQuery(changesQuery(currency));
  const dismiss = useMutation(dismissChangeMutation(currency));
  if (!changes.data || changes.data.length === 0) return null;
  return (
    <Card flush title={t('title')}>
      <Rows>
        {changes.data.map((change) => (
          <ChangeRow
            key={change.id}
            change={change}
            busy={dismiss.isPending && dismiss.variables === change.id}
            onDismiss={() => dismiss.mutate(change.id)}
          />
        ))}
      </Rows>
    </Card>
  );
}

interface ChangeRowProps {
  change: UnusualChange;
  busy: boolean;
  onDismiss: () => void;
}

function ChangeRow({ change, busy, onDismiss }: ChangeRowProps) {
  const t = useTranslations('insight.changes');
  const { title, text } = useSentence(change);
  const Icon = icons[change.kind];
  return (
    <Row
      icon={<Icon aria-hidden="true" size={20} stroke={1.6} />}
      title={
        <Link to="/payments" search={searchOf(change)} className="link">
          {title}
        </Link>
      }
      actions={
        <Button
          size="s"
          variant="quiet"
          icon={<IconX aria-hidden="true" size={16} />}
          busy={busy}
          aria-label={`${t('dismiss')}: ${title}`}
          onClick={onDismiss}
        />
      }
    >
      <p>{text}</p>
    </Row>
  );
}

function useSentence({ kind, direction, frequency, ...change }: UnusualChange): {
  title: string;
  text: string;
} {
  const t = useTranslations('insight.changes');
  const words = useTranslations('insight.forecast.frequencies');
  const format = useFormatter();
  const { locale } = useLocaleControl();
  const name = change.category ? categoryNames[change.category][locale] : change.name;
  const amount = amountText(change.amount, change.currency);
  const date = new Date(change.on);
  const day = format.dateTime(date, { day: 'numeric', month: 'long', timeZone: 'UTC' });
  if (kind === 'ABOVE')
    return {
      title: t('above', {
        name,
        percent: String(change.percent ?? 0),
        usual: amountText(change.usual ?? '0', change.currency),
      }),
      text: t('aboveText', { amount, month: format.dateTime(date, { month: 'long', timeZone: 'UTC' }) }),
    };
  if (kind === 'NEW_REGULAR')
    return {
      title: t('newRegular', { name }),
      text: t('newRegularText', { amount, frequency: words(frequency ?? 'MONTHLY'), date: day }),
    };
  return {
    title: t(direction === 'DEBIT' ? 'missedOut' : 'missedIn', { name }),
    text: t('missedText', { amount, date: day }),
  };
}

/** The search for the payments concerned. */
function searchOf({ kind, beneficiaryId, name, category, on, direction }: UnusualChange) {
  const whose = beneficiaryId ? { payee: beneficiaryId } : category ? {} : { search: name };
  return { ...whose, direction, ...(kind === 'ABOVE' && { from: on, to: localDay(new Date()) }) };
}
