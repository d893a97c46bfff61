/** The calls of the office itself. */
export * from './audit.ts';
export * from './inbox.ts';
export * from './people.ts';
export * from './proposals.ts';
export * from './session.ts';
