/** The pages for visitors without a session, and the modules that their routes load (`app/routes/entry.ts`), by path from the repository's root. */
interface EntryPage {
  readonly path: string;
  readonly modules: readonly string[];
  /** Its part of the catalogues; `*` is the language. */
  readonly texts?: string;
}

export const entryPages: readonly EntryPage[] = [
  { path: '/login', modules: ['products/identity/portal/auth/index.ts'] },
  {
    path: '/register',
    modules: ['products/clients/portal/onboarding/registration/register.ts'],
    texts: 'products/clients/texts/*/joining.ts',
  },
  {
    path: '/forgot-password',
    modules: ['products/identity/portal/auth/returning.ts'],
    texts: 'products/identity/texts/*/returning.ts',
  },
];
