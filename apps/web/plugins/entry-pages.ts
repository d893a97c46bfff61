/** The pages that open for a visitor without a session, and the modules that their routes load (`app/routes/entry.ts`), by their paths from the root of the repository. */
interface EntryPage {
  readonly path: string;
  readonly modules: readonly string[];
  /** Its part of the catalogues; `*` stands for the language. */
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
