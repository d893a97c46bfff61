/**
 * The token of an emailed link. It leaves the address bar at once, so that neither the history nor a person looking on can see it; a
 * reload then needs the email again.
 */
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/** Empty for a link without a token. */
export function useLinkToken(
  path: '/confirm' | '/invitation' | '/resetpassword' | '/undo-contact-change' | '/unfreeze',
  given: string | undefined,
): string {
  const navigate = useNavigate();
  const [token] = useState(given ?? '');
  useEffect(() => {
    if (given) void navigate({ to: path, search: {}, replace: true });
  }, [given, navigate, path]);
  return token;
}
