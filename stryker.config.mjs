/** Mutation testing of the rules of money and access. docs/tests.md explains the command, docs/adr/0083-mutants.md the choices. */
import { availableParallelism } from 'node:os';

export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'vitest.mutants.config.ts' },
  coverageAnalysis: 'perTest',
  // All tests run for a mutant of what is computed at loading, which would take most of the time.
  ignoreStatic: true,
  mutate: [
    'packages/domain/src/{money,payments}/*.ts',
    'packages/matching/src/*.ts',
    'products/{approvals,identity,ledger}/server/rules.ts',
    'products/accounts/server/accounts/rules.ts',
    'products/approvals/server/policy/policy-rules.ts',
    'products/cards/server/{controls,disputes,issuing,receipts}/rules.ts',
    'products/cards/server/authorizations/{state,deciding/decide,money/amounts}.ts',
    'products/cards/server/{expiry,secrets/pin-rules}.ts',
    'products/identity/server/{factors/{cooling-off,methods,totp-codes},passwords/password-policy,sessions/secrets}.ts',
    'products/payments/server/requests/rules.ts',
    'products/payments/server/payments/ordering/target-rules.ts',
    'products/payouts/server/check/{account,check-row,day,money,party,payee,remarks,texts}.ts',
    'products/payouts/server/editing/repair-rules.ts',
    'products/payouts/server/files/columns/{mapping,read-amount}.ts',
    '!**/*.test.ts',
  ],
  // What people read is no rule, and the types check codes.
  mutator: { excludedMutations: ['StringLiteral'] },
  // Stryker would rewrite tsconfig.json with the compiler's JavaScript API, which TypeScript 7 does not have. Nothing in a copy needs it.
  disableTypeChecks: false,
  ignorePatterns: [
    '.cache',
    'apps/signer',
    'apps/web',
    'bench',
    'data',
    'docs',
    'e2e',
    '**/dist*',
    'tsconfig.json',
  ],
  tempDirName: '.cache/stryker',
  cleanTempDir: 'always',
  incremental: true,
  incrementalFile: '.cache/mutants.json',
  concurrency: availableParallelism(),
  // Ends what hangs: a loop that never ends counts as noticed, a busy machine must not.
  timeoutMS: 20_000,
  reporters: ['clear-text', 'progress-append-only', 'json', 'html'],
  clearTextReporter: { logTests: false, reportTests: false },
  jsonReporter: { fileName: '.cache/reports/mutants.json' },
  htmlReporter: { fileName: '.cache/reports/mutants.html' },
  thresholds: { high: 95, low: 85, break: 85 },
};
