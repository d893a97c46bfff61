/** The tests that judge mutants (stryker.config.mjs): those of the rules of money and access that need no database. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

process.env.SEED ??= new Date().toISOString().slice(0, 10).replaceAll('-', '');

/** Tables first: one row kills most mutants, and properties are left to those that survive the tables. */
class TablesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const hasProperties = new Map(
      files.map(({ moduleId }) => [moduleId, readFileSync(moduleId, 'utf8').includes("'fast-check'")]),
    );
    const rank = ({ moduleId }: TestSpecification) => Number(hasProperties.get(moduleId));
    return files.toSorted((one, other) => rank(one) - rank(other));
  }
}

export default defineConfig({
  resolve: {
    alias: {
      'fast-check': fileURLToPath(new URL('apps/server/test/support/short-properties.ts', import.meta.url)),
    },
  },
  test: {
    // As in vitest.config.ts.
    isolate: false,
    // Stryker ends what hangs.
    testTimeout: 600_000,
    sequence: { sequencer: TablesFirst },
    // The flows of `packages/matching/src/testing` are left out: among a million steps an endless loop is not noticed for minutes.
    include: [
      'packages/domain/**/*.test.ts',
      'packages/matching/src/*.test.ts',
      'products/{approvals,identity,ledger}/server/rules.test.ts',
      'products/accounts/server/accounts/rules.test.ts',
      'products/approvals/server/policy/policy-rules.test.ts',
      'products/cards/server/{controls,disputes,issuing,receipts}/rules.test.ts',
      'products/cards/server/authorizations/{state,deciding/decide,money/amounts}.test.ts',
      'products/cards/server/{expiry,secrets/pin-rules}.test.ts',
      'products/identity/server/{factors/{cooling-off,methods,totp-codes},passwords/password-policy,sessions/secrets}.test.ts',
      'products/payments/server/requests/rules.test.ts',
      'products/payments/server/payments/ordering/tables/target.test.ts',
      'products/payouts/server/check/tables/*.test.ts',
      'products/payouts/server/editing/repair-rules.test.ts',
      'products/payouts/server/files/columns/{mapping,read-amount}.test.ts',
    ],
  },
});
