/** The calls and resources of this product. Its problems are exported separately, because no browser needs their sentences. */
export * from './activity.ts';
export * from './notifications.ts';
export * from './quiet-hours.ts';
export * from './web-push.ts';
