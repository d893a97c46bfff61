/** Step 1: what the account is for, and which card goes with it, with what it costs. */
import { type AccountChoice, accountTypes, type Onboarding } from '@calmly/contract';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslations } from '../../i18n/index.tsx';
import { useRefusal } from '../../shared/form/faults.ts';
import { FormFoot } from '../../shared/joining/form-foot.tsx';
import { joiningProgress } from '../../shared/joining/joining-steps.ts';
import { StepFrame } from '../../shared/joining/step-frame.tsx';
import { RadioRow } from '../../ui/field.tsx';
import { CardTabs } from './card-tabs.tsx';
import { accountDraft } from './drafts.ts';
import classes from './onboarding.module.css';
import { accountMutation } from './queries.ts';
import { SavedHint } from './saved-hint.tsx';
import type { StepProps } from './with-onboarding.tsx';

export function AccountStep({ onboarding, onNext }: StepProps) {
  const t = useTranslations('onboarding.account');
  const [choice, setChoice] = useState(() => accountDraft.read() ?? chosenBefore(onboarding));
  const saving = useMutation(accountMutation);
  const { message } = useRefusal(saving.error);
  const change = (part: Partial<typeof choice>) => {
    const next = { ...choice, ...part };
    setChoice(next);
    accountDraft.keep(next);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (saving.isPending) return;
    saving.mutate(choice, {
      onSuccess: () => {
        accountDraft.forget();
        onNext();
      },
    });
  };
  return (
    <StepFrame
      progress={joiningProgress(onboarding)}
      current="account"
      title={t('title')}
      text={t('text')}
      aside={<SavedHint />}
    >
      <form className={classes.form} onSubmit={submit} noValidate>
        <fieldset className={classes.choices}>
          <legend className={classes.legend}>{t('type')}</legend>
          {accountTypes.map((type) => (
            <RadioRow
              key={type}
              name="accountType"
              value={type}
              checked={choice.accountType === type}
              title={t(type)}
              text={t(`${type}Text`)}
              onChange={() => change({ accountType: type })}
            />
          ))}
        </fieldset>
        <CardTabs
          value={choice.cardType}
          ofCompany={choice.accountType === 'business'}
          onChange={(cardType) => change({ cardType })}
        />
        <FormFoot message={message} busy={saving.isPending} />
      </form>
    </StepFrame>
  );
}

const chosenBefore = ({ account, kind }: Onboarding): AccountChoice =>
  account ?? { accountType: kind === 'company' ? 'business' : 'personal', cardType: 'none' };
