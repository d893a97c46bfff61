/** `/oauth/consent/{uid}` and `/oauth/error?error=…`. */
import { useParams, useSearch } from '@tanstack/react-router';
import { ConsentPage, OauthErrorPage } from '../../features/connections/index.ts';

export function ConsentScreen() {
  const { uid } = useParams({ from: '/oauth/consent/$uid' });
  return <ConsentPage key={uid} uid={uid} />;
}

export function OauthErrorScreen() {
  const { error } = useSearch({ from: '/oauth/error' });
  return <OauthErrorPage error={error} />;
}
