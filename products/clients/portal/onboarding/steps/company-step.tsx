/** Step 2 when registering a company: its register entry. */

import { FormFoot } from '@calmly/portal-kit/shared/joining/form-foot.tsx';
import { joiningProgress } from '@calmly/portal-kit/shared/joining/joining-steps.ts';
import { StepFrame } from '@calmly/portal-kit/shared/joining/step-frame.tsx';
import { CountryPicker } from '@calmly/portal-kit/shared/person/country-picker.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { TextField } from '@calmly/ui/fields/field.tsx';
import { companyDraft } from '../drafts.ts';
import classes from '../onboarding.module.css';
import { companyMutation } from '../queries.ts';
import { SavedHint } from '../saved-hint.tsx';
import type { StepProps } from '../with-onboarding.tsx';
import { useStepForm } from './use-step-form.ts';

export function CompanyStep({ onboarding, onNext, onBack }: StepProps) {
  const t = useTranslations('onboarding.company');
  const form = useStepForm({
    kept: companyDraft,
    entered: onboarding.company ?? {
      name: '',
      registrationNumber: '',
      country: onboarding.person?.residence ?? '',
    },
    mutation: companyMutation,
    onSaved: onNext,
    read: (body) => ({ body }),
  });
  return (
    <StepFrame
      progress={joiningProgress(onboarding)}
      current="company"
      title={t('title')}
      text={t('text')}
      aside={<SavedHint />}
    >
      <form {...form.props} className={classes.form}>
        <TextField label={t('name')} autoComplete="organization" {...form.text('name')} />
        <CountryPicker
          servedOnly
          label={t('country')}
          name="country"
          value={form.values.country}
          error={form.faults.country}
          onChange={(country) => form.change({ country })}
        />
        <TextField
          label={t('number')}
          autoComplete="off"
          spellCheck={false}
          {...form.text('registrationNumber')}
        />
        <FormFoot message={form.message} busy={form.busy} {...(onBack && { onBack })} />
      </form>
    </StepFrame>
  );
}
