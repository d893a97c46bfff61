/** Schemas are interpreted, never compiled with `new Function`: the content security policy has no eval. Imported before any schema. */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
