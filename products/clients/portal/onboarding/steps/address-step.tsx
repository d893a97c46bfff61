/** Step 2: the person's address. */
import { checkPostCode } from '@calmly/domain';
import { FormFoot } from '@calmly/portal-kit/shared/joining/form-foot.tsx';
import { joiningProgress } from '@calmly/portal-kit/shared/joining/joining-steps.ts';
import { StepFrame } from '@calmly/portal-kit/shared/joining/step-frame.tsx';
import { CountryPicker } from '@calmly/portal-kit/shared/person/country-picker.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { TextField } from '@calmly/ui/fields/field.tsx';
import { addressDraft } from '../drafts.ts';
import classes from '../onboarding.module.css';
import { addressMutation } from '../queries.ts';
import { SavedHint } from '../saved-hint.tsx';
import type { StepProps } from '../with-onboarding.tsx';
import { useStepForm } from './use-step-form.ts';

export function AddressStep({ onboarding, onNext }: StepProps) {
  const t = useTranslations('onboarding.address');
  const ui = useTranslations('ui');
  const { address, person } = onboarding;
  const form = useStepForm({
    kept: addressDraft,
    entered: address
      ? { ...address, line2: address.line2 ?? '' }
      : { line1: '', line2: '', postCode: '', town: '', country: person?.residence ?? '' },
    optional: ['line2'],
    mutation: addressMutation,
    onSaved: onNext,
    read: (entered) => {
      const postCode = checkPostCode(entered.country, entered.postCode);
      return postCode.ok
        ? { body: { ...entered, line2: entered.line2.trim() || null } }
        : { faults: { postCode: ui('postCode', { example: postCode.example }) } };
    },
  });
  return (
    <StepFrame
      progress={joiningProgress(onboarding)}
      current="address"
      title={t('title')}
      text={t('text')}
      aside={<SavedHint />}
    >
      <form {...form.props} className={classes.form}>
        <CountryPicker
          servedOnly
          label={t('country')}
          name="country"
          value={form.values.country}
          error={form.faults.country}
          onChange={(country) => form.change({ country })}
        />
        <TextField label={t('line1')} autoComplete="address-line1" {...form.text('line1')} />
        <TextField label={t('line2')} optional autoComplete="address-line2" {...form.text('line2')} />
        <div className={classes.narrowWide}>
          <TextField label={t('postCode')} autoComplete="postal-code" {...form.text('postCode')} />
          <TextField label={t('town')} autoComplete="address-level2" {...form.text('town')} />
        </div>
        <FormFoot message={form.message} busy={form.busy} />
      </form>
    </StepFrame>
  );
}
