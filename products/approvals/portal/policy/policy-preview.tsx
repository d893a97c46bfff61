/** "Try it": who would have to approve a person's payment under the edited rules. */
import type { PolicyPerson, PolicyPreview, PolicyRules } from '@calmly/contract';
import { fiatCurrencies } from '@calmly/domain';
import { useProblemText } from '@calmly/portal-kit/session/problem-text.ts';
import { groupDigits } from '@calmly/portal-kit/shared/amount/amount-input.ts';
import { useNames } from '@calmly/portal-kit/shared/person/names.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { SelectField, TextField } from '@calmly/ui/fields/field.tsx';
import { Grid, Stack } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { readThreshold } from '../model/policy-draft.ts';
import { previewQuery } from '../queries.ts';
import classes from './policy.module.css';

interface PolicyTrialProps {
  people: readonly PolicyPerson[];
  /** Undefined: the current rules. */
  rules: PolicyRules | undefined;
}

export function PolicyTrial({ people, rules }: PolicyTrialProps) {
  const t = useTranslations('approvals.policy.preview');
  const problemText = useProblemText();
  const payers = people.filter(({ canRequest }) => canRequest);
  const [requesterId, setRequesterId] = useState(
    payers.find(({ isBoss }) => !isBoss)?.id ?? payers[0]?.id ?? '',
  );
  const [typed, setTyped] = useState('5\u00A0000');
  const [currency, setCurrency] = useState('EUR');
  const amount = useDeferredValue(readThreshold(typed, currency) ?? '');
  const preview = useQuery(previewQuery({ rules, requesterId, amount, currency }));
  return (
    <Stack as="section" gap={16} className={classes.trial} aria-label={t('title')}>
      <h2>{t('title')}</h2>
      <SelectField
        size="m"
        label={t('person')}
        value={requesterId}
        onChange={(event) => setRequesterId(event.target.value)}
      >
        {payers.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <Grid gap={8} className={classes.trialRow}>
        <TextField
          size="m"
          label={t('amount')}
          inputMode="decimal"
          autoComplete="off"
          maxLength={20}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={() => setTyped(groupDigits(typed))}
        />
        <SelectField
          size="m"
          label={t('currency')}
          value={currency}
          onChange={(event) => setCurrency(event.target.value)}
        >
          {fiatCurrencies.map(({ code }) => (
            <option key={code}>{code}</option>
          ))}
        </SelectField>
      </Grid>
      <div className={classes.answer} aria-live="polite">
        {preview.isError ? problemText(preview.error) : preview.data && <Answer preview={preview.data} />}
      </div>
    </Stack>
  );
}

function Answer({ preview: { steps, rule, blocked } }: { preview: PolicyPreview }) {
  const t = useTranslations('approvals.policy.preview');
  const namesOf = useNames();
  const [first, second] = steps.map(({ people }) => namesOf(people));
  return (
    <>
      <p>
        {blocked
          ? t('blocked')
          : first === undefined
            ? t('nobody')
            : second === undefined
              ? t('one', { names: first })
              : t('two', { first, second })}
      </p>
      <Text size={13} tone="soft">
        {rule === null ? t('byDefault') : t('byRule', { number: String(rule + 1) })}
      </Text>
    </>
  );
}
