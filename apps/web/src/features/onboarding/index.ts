/** From stranger to active client: the parts that other screens use; the screens themselves are in `pages.ts`. */

export { CountryPicker } from './country-picker.tsx';
export { DayFields } from './day-fields.tsx';
export { likelyCountry } from './dial-codes.ts';
export { FormFoot } from './form-foot.tsx';
export { checkStepOf, companySteps, joiningProgress } from './joining-steps.ts';
export { PasswordChecks } from './password-checks.tsx';
export { judgePassword } from './password-rules.ts';
export { PhoneField } from './phone-field.tsx';
export { type PhoneDraft, readPhone } from './phone-number.ts';
export { JoiningPlacesContext } from './places.ts';
export { StepFrame } from './step-frame.tsx';
export { usePhoneText } from './use-phone-text.ts';
