/** `/create-account`: a person's own registration, or the check of the company that they act for. */

import { useClient } from '@calmly/portal-kit/session/state.ts';
import { CompanyCheckPage } from '@calmly/products/clients/portal/companies/index.ts';
import { CreateAccountPage } from '@calmly/products/clients/portal/onboarding/index.ts';

export function CreateAccountScreen() {
  return useClient().role === 'LEGAL' ? <CompanyCheckPage /> : <CreateAccountPage />;
}
