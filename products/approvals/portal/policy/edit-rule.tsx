/** Edits one payment rule within its sentence. */
import type { PolicyPerson } from '@calmly/contract';
import { anyCurrency, currencyOfRule, fiatCurrencies } from '@calmly/domain';
import { tidied } from '@calmly/portal-kit/shared/amount/amount-input.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import type { RuleDraft } from '../model/policy-draft.ts';
import { EditPeople, EditSteps } from './edit-steps.tsx';
import { EditRow, InlineInput, InlineSelect } from './inline-controls.tsx';

const offered = fiatCurrencies.map(({ code }) => ({ value: code as string, text: code as string }));

interface EditRuleProps {
  rule: RuleDraft;
  people: readonly PolicyPerson[];
  fault: string | undefined;
  onChange: (patch: Partial<RuleDraft>) => void;
  onRemove: () => void;
}

export function EditRule({ rule, people, fault, onChange, onRemove }: EditRuleProps) {
  const t = useTranslations('approvals.policy');
  const { currency, above, measure } = rule;
  // Tidying is not a change by the person, so it must not clear the bank's error about the rule.
  const tidy = () => {
    const meant = currencyOfRule(currency);
    const next = meant && tidied(above, meant);
    if (next !== undefined && !fault) onChange({ above: next });
  };
  return (
    <EditRow fault={fault} remove={{ label: t('removeRule'), onRemove }}>
      {t.rich('sentences.paymentRules', {
        who: () => (
          <EditPeople
            label={t('fields.who')}
            nobody={t('anyone')}
            ids={rule.requesterIds}
            people={people.filter(({ canRequest }) => canRequest)}
            onChange={(requesterIds) => onChange({ requesterIds })}
          />
        ),
        amount: () => (
          <>
            <InlineInput
              label={t('fields.amount')}
              inputMode="decimal"
              autoComplete="off"
              maxLength={20}
              value={above}
              invalid={fault !== undefined}
              onChange={(event) => onChange({ above: event.target.value })}
              onBlur={tidy}
            />{' '}
            <InlineSelect
              label={t('fields.currency')}
              value={currency}
              options={[{ value: anyCurrency, text: t('anyCurrency') }, ...offered]}
              onChange={(next) => onChange({ currency: next })}
            />
          </>
        ),
        measure: () => (
          <InlineSelect
            label={t('fields.measure')}
            value={measure}
            options={(['PAYMENT', 'DAY'] as const).map((value) => ({ value, text: t(`measures.${value}`) }))}
            onChange={(next) => onChange({ measure: next })}
          />
        ),
        steps: () => (
          <EditSteps
            steps={rule.steps}
            people={people}
            any="anyApprover"
            onChange={(steps) => onChange({ steps })}
          />
        ),
      })}
    </EditRow>
  );
}
