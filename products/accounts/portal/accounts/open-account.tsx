/** Opens an account: a button rendered by the caller, and a dialog loaded when it is pressed. */
import { openAccount } from '@calmly/contract';
import { useRight } from '@calmly/portal-kit/session/rights.ts';
import { lazy, type ReactNode, Suspense, useState } from 'react';

const OpenAccountDialog = lazy(async () => ({
  default: (await import('./open-account-dialog.tsx')).OpenAccountDialog,
}));

interface OpenAccountProps {
  /** Renders the button; only clients with the right to open accounts see it. */
  children: (open: () => void) => ReactNode;
}

export function OpenAccount({ children }: OpenAccountProps) {
  const { held } = useRight(openAccount);
  const [open, setOpen] = useState(false);
  if (!held) return null;
  return (
    <>
      {children(() => setOpen(true))}
      <Suspense>{open && <OpenAccountDialog onDone={() => setOpen(false)} />}</Suspense>
    </>
  );
}
