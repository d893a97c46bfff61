/** Step 1: the purpose of the account, and an optional card with its price. */
import { type AccountChoice, accountTypes, type Onboarding } from '@calmly/contract';
import { useForm } from '@calmly/portal-kit/shared/form/use-form.ts';
import { FormFoot } from '@calmly/portal-kit/shared/joining/form-foot.tsx';
import { joiningProgress } from '@calmly/portal-kit/shared/joining/joining-steps.ts';
import { StepFrame } from '@calmly/portal-kit/shared/joining/step-frame.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { RadioRow } from '@calmly/ui/fields/field.tsx';
import { accountDraft } from '../drafts.ts';
import classes from '../onboarding.module.css';
import { accountMutation } from '../queries.ts';
import { SavedHint } from '../saved-hint.tsx';
import type { StepProps } from '../with-onboarding.tsx';
import { CardTabs } from './card-tabs.tsx';

export function AccountStep({ onboarding, onNext }: StepProps) {
  const t = useTranslations('onboarding.account');
  const form = useForm({
    start: () => chosenBefore(onboarding),
    kept: accountDraft,
    read: (choice) => ({ body: choice }),
    mutation: accountMutation,
    onSent: onNext,
  });
  const { values, change } = form;
  return (
    <StepFrame
      progress={joiningProgress(onboarding)}
      current="account"
      title={t('title')}
      text={t('text')}
      aside={<SavedHint />}
    >
      <form {...form.props} className={classes.form}>
        <fieldset className={classes.choices}>
          <legend className={classes.legend}>{t('type')}</legend>
          {accountTypes.map((type) => (
            <RadioRow
              key={type}
              name="accountType"
              value={type}
              checked={values.accountType === type}
              title={t(type)}
              text={t(`${type}Text`)}
              onChange={() => change({ accountType: type })}
            />
          ))}
        </fieldset>
        <CardTabs
          value={values.cardType}
          ofCompany={values.accountType === 'business'}
          onChange={(cardType) => change({ cardType })}
        />
        <FormFoot message={form.message} busy={form.busy} />
      </form>
    </StepFrame>
  );
}

const chosenBefore = ({ account, kind }: Onboarding): AccountChoice =>
  account ?? { accountType: kind === 'company' ? 'business' : 'personal', cardType: 'none' };
