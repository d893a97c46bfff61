/** `/create-account`: a person's own registration, or the check of the company that they act for. */
import { CompanyCheckPage } from '../../features/companies/index.ts';
import { CreateAccountPage } from '../../features/onboarding/index.ts';
import { useClient } from '../../session/state.ts';

export function CreateAccountScreen() {
  return useClient().role === 'LEGAL' ? <CompanyCheckPage /> : <CreateAccountPage />;
}
