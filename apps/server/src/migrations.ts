import { fileURLToPath } from 'node:url';

/** The schema of all modules; the platform applies it (`postgres/migrate.ts`). */
export const migrationsDirectory = fileURLToPath(new URL('../migrations', import.meta.url));
