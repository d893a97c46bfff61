/** The bank as statements name it. */
export interface Issuer {
  readonly name: string;
  readonly address: string;
  /** Eleven characters. */
  readonly bic: string;
}
