/** Corrections of many rows at once, with a preview of the changes. */
import { type PayoutDetails, type PayoutField, payoutFields } from '@calmly/contract';
import { useForm } from '@calmly/portal-kit/shared/form/use-form.ts';
import { ProblemNotice } from '@calmly/portal-kit/shared/problem-notice.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { CheckboxField, SelectField, TextField } from '@calmly/ui/fields/field.tsx';
import { FormDialog } from '@calmly/ui/layers/form-dialog.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import classes from '../payout/dialogs.module.css';
import { type Repair, repairMutation, repairPreviewQuery } from '../repairs.ts';
import { useCount } from '../words.tsx';

export type RepairKind = Repair['repair'];

interface RepairDialogProps {
  payout: PayoutDetails;
  kind: RepairKind;
  onClose: () => void;
}

const titles = {
  suggestions: 'suggestionsTitle',
  characters: 'charactersTitle',
  replace: 'replaceTitle',
  fill: 'fillTitle',
  remove_faulty: 'removeTitle',
} as const;
const texts = {
  suggestions: 'suggestionsText',
  characters: 'charactersText',
  remove_faulty: 'removeText',
} as const;

/** Waits before a preview, instead of requesting one with every key. */
const pauseMs = 250;

export function RepairDialog({ payout, kind, onClose }: RepairDialogProps) {
  const t = useTranslations('payouts.repair');
  const ui = useTranslations('ui');
  const count = useCount();
  const columns = payoutFields.filter((field) => payout.columns.includes(field));
  const form = useForm({
    start: (): Choice => ({
      field: kind === 'fill' ? (columns[0] ?? 'reference') : '',
      find: '',
      replacement: '',
      overwrite: false,
    }),
    read: () => {
      if (preview.isError) return { next: () => void preview.refetch() };
      return repair ? { body: repair } : { faults: {} };
    },
    mutation: repairMutation(payout.id, payout.version),
    onSent: ({ rows: changed, payout: { status } }) => {
      if (status === 'DRAFT')
        showSnackbar(isRemoval ? t('removed', { count: changed }) : t('done', { count: changed }));
      onClose();
    },
  });
  const { field, find, replacement, overwrite } = form.values;
  const [typed] = useDebouncedValue(`${find}\n${replacement}`, pauseMs);
  const [settledFind = '', settledReplacement = ''] = typed.split('\n');
  const isSettled = settledFind === find && settledReplacement === replacement;
  const repair = repairOf(kind, {
    field,
    find: settledFind,
    replacement: settledReplacement,
    overwrite,
  });
  const preview = useQuery(repairPreviewQuery(payout.id, payout.version, repair));
  const found = repair ? preview.data : undefined;
  // Changes are only possible once the preview matches the current fields.
  const isCurrent = isSettled && !preview.isPlaceholderData;
  const rows = isCurrent ? (found?.rows ?? 0) : 0;
  const isRemoval = kind === 'remove_faulty';
  const words = isRemoval
    ? { apply: t('remove'), applyCount: t('applyRemove', { count: rows }) }
    : { apply: t('change'), applyCount: t('apply', { count: rows }) };
  const names = useTranslations('payoutEditing.names');
  const text =
    kind === 'names' ? names('text') : kind in texts ? t(texts[kind as keyof typeof texts]) : undefined;
  return (
    <FormDialog
      title={kind === 'names' ? names('title') : t(titles[kind])}
      {...(text !== undefined && { text })}
      confirm={preview.isError ? ui('tryAgain') : rows > 0 ? words.applyCount : words.apply}
      variant={isRemoval ? 'danger' : 'accent'}
      busy={form.busy || (preview.isError && preview.isFetching)}
      disabled={rows === 0 && !preview.isError}
      onSubmit={form.submit}
      onCancel={onClose}
    >
      {kind === 'replace' && (
        <>
          <TextField data-autofocus label={t('find')} maxLength={200} {...form.text('find')} />
          <TextField label={t('replacement')} maxLength={200} {...form.text('replacement')} />
        </>
      )}
      {(kind === 'replace' || kind === 'fill') && (
        <FieldChoice
          columns={columns}
          field={field}
          isRequired={kind === 'fill'}
          onChange={(next) => form.change({ field: next })}
        />
      )}
      {kind === 'fill' && (
        <>
          <TextField label={t('value')} help={t('valueHelp')} maxLength={200} {...form.text('replacement')} />
          <CheckboxField
            label={t('overwrite')}
            checked={overwrite}
            onChange={({ currentTarget: { checked } }) => form.change({ overwrite: checked })}
          />
        </>
      )}
      <p className={classes.count} aria-live="polite">
        {repair &&
          (preview.isPending || (!isCurrent && !preview.isError)
            ? t('looking')
            : preview.isError
              ? ''
              : rows === 0
                ? t('nothing')
                : isRemoval
                  ? ''
                  : t('rows', { count: rows }))}
      </p>
      {found && <Examples examples={found.examples} count={count} />}
      <ProblemNotice error={form.error ?? preview.error} />
    </FormDialog>
  );
}

interface FieldChoiceProps {
  columns: readonly PayoutField[];
  field: PayoutField | '';
  isRequired: boolean;
  onChange: (field: PayoutField | '') => void;
}

function FieldChoice({ columns, field, isRequired, onChange }: FieldChoiceProps) {
  const t = useTranslations('payouts.repair');
  const words = useTranslations('payoutWords.field');
  return (
    <SelectField
      label={t('field')}
      value={field}
      onChange={({ currentTarget: { value } }) => onChange(value as PayoutField | '')}
    >
      {!isRequired && <option value="">{t('anyField')}</option>}
      {(isRequired ? payoutFields : columns).map((one) => (
        <option key={one} value={one}>
          {words(one)}
        </option>
      ))}
    </SelectField>
  );
}

interface Example {
  readonly position: number;
  readonly field: PayoutField;
  readonly before: string;
  readonly after: string;
}

function Examples({ examples, count }: { examples: readonly Example[]; count: (n: number) => string }) {
  const t = useTranslations('payouts.repair');
  const words = useTranslations('payoutWords.field');
  if (examples.length === 0) return null;
  return (
    <table className={classes.examples}>
      <caption>{t('examples')}</caption>
      <tbody>
        {examples.slice(0, 5).map(({ position, field, before, after }) => (
          <tr key={`${position} ${field}`}>
            <th scope="row">
              {t('position', { row: count(position) })}, {words(field)}
            </th>
            <td translate="no">
              <del>{before}</del>
            </td>
            <td translate="no">
              <ins>{after}</ins>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface Choice {
  readonly field: PayoutField | '';
  readonly find: string;
  readonly replacement: string;
  readonly overwrite: boolean;
}

/** Undefined while the input is incomplete. */
function repairOf(kind: RepairKind, { field, find, replacement, overwrite }: Choice): Repair | undefined {
  if (kind === 'replace')
    return find ? { repair: kind, find, replacement, overwrite: false, ...(field && { field }) } : undefined;
  if (kind === 'fill')
    return field ? { repair: kind, field, overwrite, ...(replacement && { replacement }) } : undefined;
  return { repair: kind, overwrite: false };
}
