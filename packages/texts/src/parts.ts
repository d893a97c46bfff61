/** The parts of the texts, each loaded with the first route that needs it; `portal` is the shell's. Written by `npm run products` from the manifests of the products. */
export const parts = {
  documents: {
    en: () => import('@calmly/products/accounts/texts/en/documents.ts'),
    ru: () => import('@calmly/products/accounts/texts/ru/documents.ts'),
  },
  statements: {
    en: () => import('@calmly/products/accounts/texts/en/statements.ts'),
    ru: () => import('@calmly/products/accounts/texts/ru/statements.ts'),
  },
  verifying: {
    en: () => import('@calmly/products/accounts/texts/en/verifying.ts'),
    ru: () => import('@calmly/products/accounts/texts/ru/verifying.ts'),
  },
  cards: {
    en: () => import('@calmly/products/cards/texts/en/card-words.ts'),
    ru: () => import('@calmly/products/cards/texts/ru/card-words.ts'),
  },
  joining: {
    en: () => import('@calmly/products/clients/texts/en/joining.ts'),
    ru: () => import('@calmly/products/clients/texts/ru/joining.ts'),
  },
  crypto: {
    en: () => import('@calmly/products/crypto/texts/en/crypto-words.ts'),
    ru: () => import('@calmly/products/crypto/texts/ru/crypto-words.ts'),
  },
  returning: {
    en: () => import('@calmly/products/identity/texts/en/returning.ts'),
    ru: () => import('@calmly/products/identity/texts/ru/returning.ts'),
  },
  insight: {
    en: () => import('@calmly/products/insight/texts/en/insight.ts'),
    ru: () => import('@calmly/products/insight/texts/ru/insight.ts'),
  },
  office: {
    en: () => import('@calmly/products/office/texts/en/office.ts'),
    ru: () => import('@calmly/products/office/texts/ru/office.ts'),
  },
  fees: {
    en: () => import('@calmly/products/payments/texts/en/fees.ts'),
    ru: () => import('@calmly/products/payments/texts/ru/fees.ts'),
  },
  paying: {
    en: () => import('@calmly/products/payments/texts/en/paying.ts'),
    ru: () => import('@calmly/products/payments/texts/ru/paying.ts'),
  },
  payouts: {
    en: () => import('@calmly/products/payouts/texts/en/paying-out.ts'),
    ru: () => import('@calmly/products/payouts/texts/ru/paying-out.ts'),
  },
  connecting: {
    en: () => import('@calmly/products/programs/texts/en/connecting.ts'),
    ru: () => import('@calmly/products/programs/texts/ru/connecting.ts'),
  },
  desk: {
    en: () => import('@calmly/products/sandbox/texts/en/desk.ts'),
    ru: () => import('@calmly/products/sandbox/texts/ru/desk.ts'),
  },
  search: {
    en: () => import('@calmly/products/search/texts/en/search.ts'),
    ru: () => import('@calmly/products/search/texts/ru/search.ts'),
  },
  help: {
    en: () => import('@calmly/products/support/texts/en/help.ts'),
    ru: () => import('@calmly/products/support/texts/ru/help.ts'),
  },
  support: {
    en: () => import('@calmly/products/support/texts/en/support.ts'),
    ru: () => import('@calmly/products/support/texts/ru/support.ts'),
  },
  portal: { en: () => import('./en/index.ts'), ru: () => import('./ru/index.ts') },
} as const;
