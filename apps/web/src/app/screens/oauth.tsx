/** `/oauth/consent/{uid}` and `/oauth/error?error=…`. */

import { ConsentPage, OauthErrorPage } from '@calmly/products/programs/portal/index.ts';
import { useParams, useSearch } from '@tanstack/react-router';

export function ConsentScreen() {
  const { uid } = useParams({ from: '/oauth/consent/$uid' });
  return <ConsentPage key={uid} uid={uid} />;
}

export function OauthErrorScreen() {
  const { error } = useSearch({ from: '/oauth/error' });
  return <OauthErrorPage error={error} />;
}
