/** The calls and resources of this product. Its problems stand apart, because no browser needs their sentences. */
export * from './search.ts';
