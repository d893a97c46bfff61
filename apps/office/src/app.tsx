/** Everything around the screens: language, server state, the dialogs that any screen may need. */
import { queryClient } from '@calmly/portal-kit/session/query-client.ts';
import { FailureDialog } from '@calmly/portal-kit/shared/failure.tsx';
import { LostLanguage } from '@calmly/portal-kit/shared/preferences/language-select.tsx';
import { FactorHost } from '@calmly/products/office/office/session/factor-host.tsx';
import { subscribeToChoices } from '@calmly/texts/catalogue.ts';
import { LocaleProvider } from '@calmly/texts/index.tsx';
import { Snackbar } from '@calmly/ui/layers/snackbar.tsx';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { createOfficeRouter } from './router.tsx';

const router = createOfficeRouter();

// The server's own words, such as the subjects of items, are in the language of the call.
subscribeToChoices(() => void queryClient.invalidateQueries());

export function App() {
  return (
    <LocaleProvider>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <LostLanguage />
        <FactorHost />
        <FailureDialog />
      </QueryClientProvider>
      <Snackbar />
    </LocaleProvider>
  );
}
