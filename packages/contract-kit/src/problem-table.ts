/** The shape of an area's problems. Messages are ICU syntax, in both languages. */

/** Problems of a whole request, by code. */
export type Problems = Readonly<
  Record<string, { readonly status: number; readonly en: string; readonly ru: string }>
>;

/** Why a single field was refused, by code. */
export type FieldProblems = Readonly<Record<string, { readonly en: string; readonly ru: string }>>;
