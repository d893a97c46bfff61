/** Step 2, of who registers a company: what the commercial register knows it by. */
import { useTranslations } from '../../i18n/index.tsx';
import { TextField } from '../../ui/field.tsx';
import { CountryPicker } from './country-picker.tsx';
import { companyDraft } from './drafts.ts';
import { FormFoot } from './form-foot.tsx';
import { joiningProgress } from './joining-steps.ts';
import classes from './onboarding.module.css';
import type { StepProps } from './onboarding-page.tsx';
import { companyMutation } from './queries.ts';
import { SavedHint } from './saved-hint.tsx';
import { StepFrame } from './step-frame.tsx';
import { useStepForm } from './use-step-form.ts';

export function CompanyStep({ onboarding, onNext, onBack }: StepProps) {
  const t = useTranslations('onboarding.company');
  const { form, draft, errors, message, busy, change, text } = useStepForm({
    kept: companyDraft,
    entered: onboarding.company ?? {
      name: '',
      registrationNumber: '',
      country: onboarding.person?.residence ?? '',
    },
    mutation: companyMutation,
    onSaved: onNext,
    toBody: (body) => ({ body }),
  });
  return (
    <StepFrame
      progress={joiningProgress(onboarding)}
      current="company"
      title={t('title')}
      text={t('text')}
      aside={<SavedHint />}
    >
      <form {...form} className={classes.form}>
        <TextField label={t('name')} autoComplete="organization" {...text('name')} />
        <CountryPicker
          servedOnly
          label={t('country')}
          name="country"
          value={draft.country}
          error={errors.country}
          onChange={(country) => change({ country })}
        />
        <TextField
          label={t('number')}
          autoComplete="off"
          spellCheck={false}
          {...text('registrationNumber')}
        />
        <FormFoot message={message} busy={busy} {...(onBack && { onBack })} />
      </form>
    </StepFrame>
  );
}
