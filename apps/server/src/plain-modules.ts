/** The server modules that need no other part. Written by `npm run products` from the manifests of the products. */
import type { Module } from '@calmly/platform/module.ts';

export const plainModules: readonly Module[] = [];
