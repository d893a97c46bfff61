/**
 * The shape of a translation: the same keys as the English source, any text. English catalogues are `as const` (so
 * that use-intl can check ICU arguments); a Russian one is `Translated<typeof source>`: a missing key is a type error.
 */
export type Translated<T> = { readonly [K in keyof T]: T[K] extends string ? string : Translated<T[K]> };
