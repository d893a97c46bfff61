/**
 * Language and theme follow the person: the bank stores them and applies them wherever the person signs in. The cookies only bridge the
 * time before the sign-in, on this browser.
 */
import { chosenLocale, setLocale, subscribeToTexts } from '../i18n/catalogue.ts';
import { readCookie } from '../i18n/cookie.ts';
import { getSession, subscribe } from '../session/state.ts';
import { isDark, setDark, subscribeToScheme } from '../ui/theme/colour-scheme.ts';

interface Preferences {
  readonly language: 'en' | 'ru';
  readonly theme: 'light' | 'dark';
}

/** The preferences last exchanged with the bank; undefined without a session. */
let known: Preferences | undefined;
/** Chosen and not sent yet. One call at a time, so that the bank stores what was chosen last. */
let unsent: Partial<Preferences> | undefined;
let isSaving = false;
/** The bank's word is being applied, one part after the other: not a choice of the user. */
let isTakingOver = false;

const shown = (): Preferences => ({ language: chosenLocale(), theme: isDark() ? 'dark' : 'light' });

/** Begins to follow; once per page. */
export function followPreferences(): void {
  subscribe(takeOver);
  subscribeToTexts(keepChoice);
  subscribeToScheme(keepChoice);
}

/** The bank's word counts, unless a newer choice is on its way there. */
function takeOver(): void {
  const session = getSession();
  if (session.status !== 'signed-in') {
    known = undefined;
    unsent = undefined;
    return;
  }
  if (isSaving) return;
  const { language, theme } = session.client;
  const here = shown();
  known = { language: language ?? here.language, theme: theme ?? here.theme };
  isTakingOver = true;
  if (known.language !== here.language) void setLocale(known.language);
  if (known.theme !== here.theme) setDark(known.theme === 'dark');
  isTakingOver = false;
  // Chosen on the sign-in page: letters shall be in that language too.
  if (language === null && readCookie('locale') !== undefined) void save({ language: here.language });
}

function keepChoice(): void {
  if (!known || isTakingOver) return;
  const here = shown();
  const choice = {
    ...(here.language !== known.language && { language: here.language }),
    ...(here.theme !== known.theme && { theme: here.theme }),
  };
  known = here;
  if (Object.keys(choice).length > 0) void save(choice);
}

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
      import('../session/calls.ts'),
      import('../session/session.ts'),
    ]);
    await bank.call(savePreferences, { body });
    await rereadClient();
  } catch {
    // It is applied and in this browser's cookie; the next choice is sent to the bank again.
  }
}
