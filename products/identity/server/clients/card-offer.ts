/** Who is offered cards, by configuration. Source: specification section 4 (menu), server page section 10. */

export interface CardOfferRules {
  /** ISO codes of countries of residence; `*` is every country. */
  readonly countries: readonly string[];
  /** Addresses, or `*` followed by an ending; `*` alone is every address. */
  readonly emails: readonly string[];
  /** Addresses of people who are always offered cards. */
  readonly always: readonly string[];
}

/** Whether cards are offered to a person by their email and the client's country of residence. */
export function offersCards(
  { countries, emails, always }: CardOfferRules,
  client: {
    readonly email: string;
    readonly residence: string | null;
    readonly addressCountry: string | null;
  },
): boolean {
  const email = client.email.toLowerCase();
  if (always.includes(email)) return true;
  const country = client.residence ?? client.addressCountry ?? '';
  return (
    (countries.includes('*') || countries.includes(country)) &&
    emails.some((pattern) => (pattern.startsWith('*') ? email.endsWith(pattern.slice(1)) : email === pattern))
  );
}
