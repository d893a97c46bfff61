/** `/create-account`: a person's own way in, or the check of the company that one acts for. */
import { CompanyCheckPage } from '../../features/companies/index.ts';
import { CreateAccountPage } from '../../features/onboarding/index.ts';
import { useClient } from '../../session/state.ts';

export function CreateAccountScreen() {
  return useClient().role === 'LEGAL' ? <CompanyCheckPage /> : <CreateAccountPage />;
}
