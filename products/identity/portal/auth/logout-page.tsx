/** `/logout`: ends the session, whatever its state, and goes to sign-in, with the reason if there is one. */

import { signOut } from '@calmly/portal-kit/session/session.ts';
import { LoadingDialog } from '@calmly/ui/layers/loading-dialog.tsx';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';

export function LogoutPage() {
  const navigate = useNavigate();
  const search = useSearch({ from: '/logout' });
  useEffect(() => {
    void signOut().then(() => navigate({ to: '/login', search, replace: true }));
  }, [navigate, search]);
  return <LoadingDialog />;
}
