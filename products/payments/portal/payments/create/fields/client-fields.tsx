/**
 * Another client of the bank: account number or IBAN, and the holder's name. The bank compares the name and shows the result; it reveals
 * the name only if the given one is a close match.
 */
import type { NameCheck } from '@calmly/contract';
import type { Faults } from '@calmly/portal-kit/shared/form/faults.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { TextField } from '@calmly/ui/fields/field.tsx';
import { CheckLine } from '../../../../../payees/portal/index.ts';
import type { DraftField } from '../../model/check-draft.ts';
import type { PaymentDraft } from '../../model/draft.ts';
import classes from '../create.module.css';

interface ClientFieldsProps {
  values: PaymentDraft;
  nameCheck: NameCheck | null | undefined;
  errors: Faults;
  onChange: (patch: Partial<PaymentDraft>) => void;
  onLeave: (field: DraftField) => void;
}

/** As long as an ISO 20022 name may be. */
const nameLimit = 140;

export function ClientFields({ values, nameCheck, errors, onChange, onLeave }: ClientFieldsProps) {
  const t = useTranslations('payments.create');
  const beneficiaries = useTranslations('beneficiaries');
  const take = (clientName: string) => onChange({ clientName });
  const suggested = nameCheck?.suggestedName ?? null;
  return (
    <>
      <TextField
        label={t('clientAccount')}
        name="creditorAccount"
        autoComplete="off"
        spellCheck={false}
        value={values.clientAccount}
        help={t('clientHelp')}
        error={errors.creditorAccount}
        aside={
          <button type="button" className="link" onClick={() => onChange({ payeeKind: 'beneficiary' })}>
            {t('toBeneficiary')}
          </button>
        }
        onChange={(event) => onChange({ clientAccount: event.target.value })}
        onBlur={() => onLeave('creditorAccount')}
      />
      <div>
        <TextField
          label={t('clientName')}
          name="creditorName"
          autoComplete="off"
          spellCheck={false}
          maxLength={nameLimit}
          value={values.clientName}
          help={nameCheck ? undefined : t('clientNameHelp')}
          error={errors.creditorName}
          onChange={(event) => take(event.target.value)}
          onBlur={() => onLeave('creditorName')}
        />
        <div className={classes.said} role="status">
          {nameCheck && (
            <CheckLine check={nameCheck}>
              {suggested !== null && (
                <Button size="s" onClick={() => take(suggested)}>
                  {beneficiaries('check.take')}
                </Button>
              )}
            </CheckLine>
          )}
        </div>
      </div>
    </>
  );
}
