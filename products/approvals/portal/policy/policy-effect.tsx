/** The effect of the new rules, range by range, shown and confirmed before they are saved. */
import type { PolicyPerson, PolicyRules } from '@calmly/contract';
import { useNames } from '@calmly/portal-kit/shared/person/names.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Amount } from '@calmly/ui/facts/amount.tsx';
import { FormDialog } from '@calmly/ui/layers/form-dialog.tsx';
import { Grid } from '@calmly/ui/layout/boxes.tsx';
import { type Clause, type EffectRange, effectOf, withoutRule } from '../model/effect-ranges.ts';
import classes from './policy.module.css';
import { usePolicySentences } from './policy-words.tsx';

interface ConfirmEffectProps {
  rules: PolicyRules;
  people: readonly PolicyPerson[];
  onConfirm: () => void;
  onClose: () => void;
}

export function ConfirmEffect({ rules, people, onConfirm, onClose }: ConfirmEffectProps) {
  const t = useTranslations('approvals.policy');
  const changes = usePolicySentences(people)(rules).filter(({ section }) => section === 'changes');
  return (
    <FormDialog
      title={t('effect.title')}
      confirm={t('effect.confirm')}
      busy={false}
      onSubmit={onConfirm}
      onCancel={onClose}
    >
      <h3 className={classes.effectHeading} tabIndex={-1} data-autofocus>
        {t('payments')}
      </h3>
      <Grid as="ul" gap={12} className={classes.effect}>
        {effectOf(rules, people).map((range) => (
          <Range key={JSON.stringify(range)} range={range} people={people} />
        ))}
        {withoutRule(rules.paymentRules, []) !== 'none' && <li>{t('otherCurrencies')}</li>}
      </Grid>
      <h3 className={classes.effectHeading}>{t('changes')}</h3>
      <Grid as="ul" gap={12} className={classes.effect}>
        {changes.map(({ key, words }) => (
          <li key={key}>{words}</li>
        ))}
      </Grid>
    </FormDialog>
  );
}

function Range({ range, people }: { range: EffectRange; people: readonly PolicyPerson[] }) {
  const t = useTranslations('approvals.policy.effect');
  const clauseOf = useClauses(people);
  const { over, upTo, currency, anyCurrency, measure, clauses } = range;
  const exceptions = clauses.filter(({ payers }) => typeof payers !== 'string');
  const rest = clauses.filter((clause) => !exceptions.includes(clause));
  const kind = measure === 'DAY' ? 'day' : over === null ? 'upTo' : upTo === null ? 'over' : 'between';
  return (
    <li>
      <strong>
        {over === null && upTo === null
          ? t('any')
          : t.rich(`ranges.${kind}`, {
              over: () => <Amount value={over ?? '0'} currency={currency} />,
              upto: () => <Amount value={upTo ?? '0'} currency={currency} />,
            })}
        {anyCurrency && t('inAnyCurrency')}
      </strong>
      {[...exceptions, ...rest].map((clause) => (
        <p key={JSON.stringify(clause)}>{clauseOf(clause, exceptions.length > 0)}</p>
      ))}
    </li>
  );
}

/** `A payment by a member who isn't an administrator needs approval from one administrator.` */
function useClauses(people: readonly PolicyPerson[]) {
  const t = useTranslations('approvals.policy.effect');
  const namesOf = useNames();
  const named = (ids: readonly string[]) => namesOf(people.filter(({ id }) => ids.includes(id)));
  /** Exceptions are listed first, so that "every payment" does not contradict them. */
  return ({ payers, steps }: Clause, hasExceptions: boolean): string => {
    const kind = payers === 'everyone' && hasExceptions ? 'others' : payers;
    const who = typeof kind === 'string' ? t(`payers.${kind}`) : t('payers.named', { names: named(kind) });
    const [first, second] = steps.map(({ personIds }) => {
      const names = named(personIds);
      return names === '' ? t(payers === 'bosses' ? 'anotherAdministrator' : 'anyAdministrator') : names;
    });
    if (first === undefined) return t('needs.nobody', { who });
    return second === undefined ? t('needs.one', { who, first }) : t('needs.two', { who, first, second });
  };
}
