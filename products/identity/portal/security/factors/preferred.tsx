/** The preferred method; by default the strongest one. */
import { type FactorKind, type Factors, factorKinds } from '@calmly/contract';
import { useProblemText } from '@calmly/portal-kit/session/problem-text.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { SelectField } from '@calmly/ui/fields/field.tsx';
import { useMutation } from '@tanstack/react-query';
import classes from './factors.module.css';
import { preferredMutation } from './queries.ts';

const strongest = 'strongest';

export function Preferred({ factors }: { factors: Factors }) {
  const t = useTranslations('factors');
  const problemText = useProblemText();
  const change = useMutation(preferredMutation);
  const on: Record<FactorKind, boolean> = {
    passkey: factors.factors.some(({ kind }) => kind === 'passkey'),
    totp: factors.factors.some(({ kind }) => kind === 'totp'),
    sms: factors.sms.On,
    email: factors.email.On,
  };
  const kinds = factorKinds.filter((kind) => on[kind]);
  if (kinds.length < 2) return null;
  const shown = change.isPending ? change.variables : factors.preferred;
  return (
    <div className={classes.preferred}>
      <SelectField
        label={t('preferred')}
        help={t('preferredHelp')}
        error={change.isError ? problemText(change.error) : undefined}
        value={shown ?? strongest}
        onChange={({ target }) => change.mutate(kinds.find((kind) => kind === target.value) ?? null)}
      >
        <option value={strongest}>{t('preferredStrongest')}</option>
        {kinds.map((kind) => (
          <option key={kind} value={kind}>
            {t(kind)}
          </option>
        ))}
      </SelectField>
    </div>
  );
}
