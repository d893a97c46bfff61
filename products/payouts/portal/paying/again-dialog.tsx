/** Chooses which unpaid rows become a new payout. Rows already repeated by another payout are only counted. */
import { type UnpaidKind, unpaidKinds } from '@calmly/contract';
import { MoneyDialog } from '@calmly/portal-kit/shared/form/money-fields.tsx';
import { useMoneyForm } from '@calmly/portal-kit/shared/form/use-money-form.ts';
import { ProblemNotice } from '@calmly/portal-kit/shared/problem-notice.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { CheckboxField } from '@calmly/ui/fields/field.tsx';
import { Grid } from '@calmly/ui/layout/boxes.tsx';
import { Shapes } from '@calmly/ui/pictures/shapes.tsx';
import { IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import classes from './paying.module.css';
import { repeatMutation, unpaidQuery } from './queries.ts';

export function AgainDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTranslations('payouts.again');
  const navigate = useNavigate();
  const unpaid = useQuery(unpaidQuery(id));
  const counts = unpaid.data;
  const countOf = (kind: UnpaidKind) => counts?.[kind === 'left_out' ? 'leftOut' : kind] ?? 0;
  const kinds = unpaidKinds.filter((kind) => countOf(kind) > 0);
  // If there is only one kind, it is always included.
  const includeOf = (left: readonly UnpaidKind[]) =>
    kinds.filter((kind) => !left.includes(kind) || kinds.length === 1);
  const form = useMoneyForm({
    intent: `payouts.again.${id}`,
    start: { left: ['left_out'] as readonly UnpaidKind[] },
    read: ({ left }) => ({ body: { include: includeOf(left) } }),
    mutation: repeatMutation(id),
    onSent: (payout) => void navigate({ to: '/payments/payouts/$id', params: { id: payout.id }, search: {} }),
  });
  const { left } = form.values;
  const include = includeOf(left);
  const rows = include.reduce((sum, kind) => sum + countOf(kind), 0);
  const toggle = (kind: UnpaidKind) =>
    form.change({ left: left.includes(kind) ? left.filter((each) => each !== kind) : [...left, kind] });
  return (
    <MoneyDialog
      icon={<IconRefresh aria-hidden="true" />}
      title={t('title')}
      text={t('text')}
      confirm={t('create', { count: rows })}
      form={form}
      disabled={rows === 0}
      onCancel={onClose}
    >
      {counts ? (
        <Grid as="fieldset" gap={8} items="start">
          <legend className="visually-hidden">{t('which')}</legend>
          {kinds.map((kind) => (
            <CheckboxField
              key={kind}
              label={t(kind, { count: countOf(kind) })}
              checked={include.includes(kind)}
              disabled={kinds.length === 1}
              onChange={() => toggle(kind)}
            />
          ))}
          {counts.repeated > 0 && <p className={classes.note}>{t('repeated', { count: counts.repeated })}</p>}
        </Grid>
      ) : (
        <Shapes>
          <div className={classes.kindsShape} />
        </Shapes>
      )}
      <ProblemNotice error={unpaid.error} />
    </MoneyDialog>
  );
}
