/** The parts of the library that tests use; it has no types. */
declare module 'mt940js' {
  interface Statement {
    readonly openingBalance: number;
    readonly closingBalance: number;
    readonly transactions: ReadonlyArray<{ readonly amount: number }>;
  }
  const mt940js: { readonly Parser: new () => { parse(text: string): Statement[] } };
  export default mt940js;
}
