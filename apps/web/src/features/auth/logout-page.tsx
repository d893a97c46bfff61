/** `/logout`: ends the session, whatever its state, and goes to sign-in, with the reason if there is one. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { signOut } from '../../session/session.ts';
import { LoadingDialog } from '../../ui/layers/loading-dialog.tsx';

export function LogoutPage() {
  const navigate = useNavigate();
  const search = useSearch({ from: '/logout' });
  useEffect(() => {
    void signOut().then(() => navigate({ to: '/login', search, replace: true }));
  }, [navigate, search]);
  return <LoadingDialog />;
}
