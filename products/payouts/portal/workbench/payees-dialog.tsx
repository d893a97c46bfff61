/** The accounts that are not saved payees yet, with the kind of each, and a button to save them all with one code. */
import {
  isSentForApproval,
  type NewPayoutPayee,
  type PayoutDetails,
  payoutPayeesAtOnce,
} from '@calmly/contract';
import { formatIban } from '@calmly/domain';
import { useForm } from '@calmly/portal-kit/shared/form/use-form.ts';
import { ProblemNotice } from '@calmly/portal-kit/shared/problem-notice.tsx';
import { useTellSent } from '@calmly/portal-kit/shared/sent-for-approval.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { SelectField } from '@calmly/ui/fields/field.tsx';
import { FormDialog } from '@calmly/ui/layers/form-dialog.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { Grid, Inline } from '@calmly/ui/layout/boxes.tsx';
import { useInfiniteQuery } from '@tanstack/react-query';
import classes from '../payout/dialogs.module.css';
import { newPayeesQuery, savePayeesMutation } from '../repairs.ts';
import { useCount } from '../words.tsx';

type Kind = NewPayoutPayee['kind'];

interface Choice {
  /** The kind of all payees; empty: as in the file. */
  readonly all: Kind | '';
  readonly kinds: { position: number; kind: Kind }[];
}
const noChoice: Choice = { all: '', kinds: [] };

interface PayeesDialogProps {
  payout: PayoutDetails;
  onClose: () => void;
}

export function PayeesDialog({ payout, onClose }: PayeesDialogProps) {
  const t = useTranslations('payoutEditing.payees');
  const count = useCount();
  const tellSent = useTellSent();
  const { id, version, remarksVersion } = payout;
  const found = useInfiniteQuery(newPayeesQuery(id, `${version} ${remarksVersion}`));
  const payees = found.data?.pages.flatMap((page) => page.payees) ?? [];
  const total = found.data?.pages[0]?.total ?? 0;
  const form = useForm({
    start: noChoice,
    read: ({ all, kinds }) => ({ body: { version, kind: all || null, kinds } }),
    mutation: savePayeesMutation(id),
    onSent: (answer) => {
      onClose();
      if (isSentForApproval(answer)) tellSent(answer);
      else if (answer.refused > 0) showSnackbar(t('refused', { count: answer.refused }));
      else showSnackbar(t(answer.left > 0 ? 'left' : 'saved', { count: answer.saved }));
    },
  });
  const { all, kinds } = form.values;
  const kindOf = ({ position, kind, canBePerson }: NewPayoutPayee): Kind => {
    const chosen = kinds.find((each) => each.position === position);
    return canBePerson ? (chosen?.kind ?? (all || kind)) : 'company';
  };
  const choose = ({ position }: NewPayoutPayee, kind: Kind) =>
    form.change(({ kinds: before }) => ({
      kinds: [...before.filter((each) => each.position !== position), { position, kind }],
    }));
  return (
    <FormDialog
      title={t('title')}
      text={t('text')}
      confirm={t('save', { count: Math.min(total, payoutPayeesAtOnce) })}
      busy={form.busy || found.isPending}
      onSubmit={() => total > 0 && form.submit()}
      onCancel={onClose}
    >
      <SelectField
        data-autofocus
        label={t('all')}
        value={all}
        onChange={({ currentTarget: { value } }) => form.change({ all: value as Kind | '', kinds: [] })}
      >
        <option value="">{t('asWritten')}</option>
        <option value="person">{t('persons')}</option>
        <option value="company">{t('companies')}</option>
      </SelectField>
      {total === 0 && found.isSuccess && <p className={classes.note}>{t('none')}</p>}
      <ul className={classes.list}>
        {payees.map((payee) => (
          <Payee
            key={payee.position}
            payee={payee}
            kind={kindOf(payee)}
            onChange={(kind) => choose(payee, kind)}
          />
        ))}
      </ul>
      {payees.length < total && (
        <Inline gap={16} align="center" justify="between" className={classes.item}>
          <span className={classes.note}>
            {t('showing', { shown: count(payees.length), total: count(total) })}
          </span>
          <Button size="s" busy={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
            {t('more')}
          </Button>
        </Inline>
      )}
      {total > 0 && <p className={classes.note}>{t('code')}</p>}
      <ProblemNotice error={form.error ?? found.error} />
    </FormDialog>
  );
}

interface PayeeProps {
  payee: NewPayoutPayee;
  kind: Kind;
  onChange: (kind: Kind) => void;
}

function Payee({ payee, kind, onChange }: PayeeProps) {
  const t = useTranslations('payoutEditing.payees');
  const { name, account, country, currency, rows, canBePerson } = payee;
  return (
    <Inline as="li" gap={16} align="center" justify="between" className={classes.item}>
      <Grid shrink className={classes.itemText}>
        <strong translate="no">{name}</strong>
        <span className={classes.note} translate="no">
          {formatIban(account)}
        </span>
        <span className={classes.note}>
          {[country, currency, t('rows', { count: rows })].filter(Boolean).join(', ')}
        </span>
        {!canBePerson && <span className={classes.note}>{t('oneName')}</span>}
      </Grid>
      {canBePerson && (
        <SelectField
          label={t('kindOf', { name })}
          labelHidden
          className={classes.kind}
          value={kind}
          onChange={({ currentTarget: { value } }) => onChange(value as Kind)}
        >
          <option value="person">{t('person')}</option>
          <option value="company">{t('company')}</option>
        </SelectField>
      )}
    </Inline>
  );
}
