/** The pages that open for a visitor without a session, and the modules that their routes load (`app/routes/entry.ts`). */
interface EntryPage {
  readonly path: string;
  readonly modules: readonly string[];
  /** Its part of the catalogues. */
  readonly texts?: string;
}

export const entryPages: readonly EntryPage[] = [
  { path: '/login', modules: ['features/auth/index.ts'] },
  { path: '/register', modules: ['features/onboarding/registration/register.ts'], texts: 'joining' },
  { path: '/forgot-password', modules: ['features/auth/returning.ts'], texts: 'returning' },
];
