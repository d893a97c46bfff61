/**
 * Language and theme follow the person: the bank stores them and applies them wherever the person signs in. The cookies only bridge the
 * time before the sign-in, on this browser.
 */

import { getSession, subscribe } from '@calmly/portal-kit/session/state.ts';
import { applyLocale, chosenLocale, currentLocale, subscribeToChoices } from '@calmly/texts/catalogue.ts';
import { readCookie } from '@calmly/ui/cookie.ts';
import { isDark, setDark, subscribeToScheme } from '@calmly/ui/theme/colour-scheme.ts';

interface Preferences {
  readonly language: 'en' | 'ru';
  readonly theme: 'light' | 'dark';
}

/** The preferences last exchanged with the bank; undefined without a session. */
let known: Preferences | undefined;
/** Chosen and not sent yet. One call at a time, so that the bank stores what was chosen last. */
let unsent: Partial<Preferences> | undefined;
let isSaving = false;

/** Begins to follow; once per page. */
export function followPreferences(): void {
  subscribe(takeOver);
  subscribeToChoices((language) => keepChoice({ language }));
  subscribeToScheme(() => keepChoice({ theme: shownTheme() }));
}

/** The bank's word counts, unless a newer choice is on its way to the screen or to the bank. */
function takeOver(): void {
  const session = getSession();
  if (session.status !== 'signed-in') {
    known = undefined;
    unsent = undefined;
    return;
  }
  const isLoading = chosenLocale() !== currentLocale();
  if (isSaving || (known && isLoading)) return;
  const { language, theme } = session.client;
  const here = chosenLocale();
  known = { language: language ?? here, theme: theme ?? shownTheme() };
  if (known.theme !== shownTheme()) setDark(known.theme === 'dark');
  // Nothing was chosen here, so a failure is not shown; the next page tries again.
  if (known.language !== here) applyLocale(known.language).catch(() => undefined);
  // Chosen on the sign-in page: letters shall be in that language too.
  if (language === null && readCookie('locale') !== undefined) void save({ language: here });
}

/** What the person chose, and the bank does not have yet. The bank's own choice, applied here, comes back as it is. */
function keepChoice({ language, theme }: Partial<Preferences>): void {
  if (!known) return;
  const choice = {
    ...(language && language !== known.language && { language }),
    ...(theme && theme !== known.theme && { theme }),
  };
  known = { ...known, ...choice };
  if (Object.keys(choice).length > 0) void save(choice);
}

const shownTheme = (): Preferences['theme'] => (isDark() ? 'dark' : 'light');

async function save(choice: Partial<Preferences>): Promise<void> {
  unsent = { ...unsent, ...choice };
  if (isSaving) return;
  isSaving = true;
  while (unsent) {
    const body: Partial<Preferences> = unsent;
    unsent = undefined;
    await send(body);
  }
  isSaving = false;
}

async function send(body: Partial<Preferences>): Promise<void> {
  try {
    const [{ bank, savePreferences }, { rereadClient }] = await Promise.all([
      import('@calmly/portal-kit/session/calls.ts'),
      import('@calmly/portal-kit/session/session.ts'),
    ]);
    await bank.call(savePreferences, { body });
    await rereadClient();
  } catch {
    // It is applied and in this browser's cookie; the next choice is sent to the bank again.
  }
}
