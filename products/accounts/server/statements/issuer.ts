/** The bank as named on statements. */
export interface Issuer {
  readonly name: string;
  readonly address: string;
  /** Eleven characters. */
  readonly bic: string;
}
