import type { Tables } from '@calmly/platform/postgres/tables.ts';

export const tables: Tables = {
  schemas: {
    connections: {
      about: 'connected applications (OAuth)',
      tables: {
        application: 'Registered applications.',
        connection: 'Which client connected which application, with what access.',
        artifact: 'Codes, grants and tokens of the protocol, as hashes.',
        keys: 'The authorization server’s sealed keys.',
      },
    },
  },
  personal: [
    {
      tables: ['connections.connection', 'connections.application'],
      data: 'who let an application in',
      reason: 'proof of consent',
      kept: 'the law',
    },
    {
      tables: ['connections.artifact'],
      data: 'codes and tokens of applications, as hashes',
      reason: 'letting them in',
      kept: 'until they expire',
      deletedBy: 'purge',
    },
  ],
};
