/** What `npm run ops help` says: each command with what it does, what it takes and one example. */

interface Command {
  /** Positionals and options, as they are typed. */
  readonly takes?: string;
  /** One line. */
  readonly does: string;
  /** What else there is to know. */
  readonly more?: string;
  readonly example: string;
}

const id = '01932f6e-8a1c-7d40-9b52-3f0e6c1a7d21';

const groups: ReadonlyArray<{
  readonly title: string;
  readonly commands: Readonly<Record<string, Command>>;
}> = [
  {
    title: 'Decisions that wait for the bank',
    commands: {
      list: {
        does: 'List what waits, oldest first; also what plain `npm run ops` does',
        more: 'Each line is the id, the queue, since when, and what it is about.',
        example: 'npm run ops list',
      },
      show: {
        takes: '<id> [--queue <queue>]',
        does: 'Show one of them with its facts and documents',
        more: 'Add --queue where one id waits in two queues.',
        example: `npm run ops show ${id}`,
      },
      documents: {
        takes: '<id> --out <directory>',
        does: 'Write its documents to files',
        example: `npm run ops documents ${id} -- --out ./papers`,
      },
      approve: {
        takes: '<id> --as <your name> [--reason <why>] [--account <number or IBAN>]',
        does: 'Approve it',
        more: 'Money in the queue suspense goes to the account that --account names.',
        example: `npm run ops approve ${id} -- --as "Maija Berg"`,
      },
      reject: {
        takes: '<id> --as <your name> --reason <why>',
        does: 'Reject it; the client is told the reason',
        more: 'Of a held payment the client only learns that it is not possible. Money in the queue suspense goes back to its sender.',
        example: `npm run ops reject ${id} -- --as "Maija Berg" --reason "The document is not readable."`,
      },
      hold: {
        takes: '<id> --as <your name> [--reason <why>]',
        does: 'Have a held payment wait for a document of the client',
        example: `npm run ops hold ${id} -- --as "Maija Berg"`,
      },
    },
  },
  {
    title: 'Applications that clients may connect',
    commands: {
      applications: {
        does: 'List the registered applications with their addresses',
        example: 'npm run ops applications',
      },
      register: {
        takes:
          '--as <your name> --name <name> --operator <company> --redirect <address> [--redirect …] [--public]',
        does: 'Register an application and print its id and secret, once',
        more: '--public is for one that cannot keep a secret: it runs in a page or on a phone.',
        example:
          'npm run ops register -- --as "Maija Berg" --name Ledgerly --operator "Ledgerly OÜ" --redirect https://ledgerly.example/back',
      },
      close: {
        takes: '<id> --as <your name>',
        does: 'Close an application; its connections end at once',
        example: `npm run ops close ${id} -- --as "Maija Berg"`,
      },
    },
  },
  {
    title: 'Watch list',
    commands: {
      watchlist: {
        takes: '[--as <your name> --file <names.csv>]',
        does: 'List the names, or add those of a file',
        more: 'A line of the file is a name and the list it is from: Ivan Ivanov;EU 2026/118',
        example: 'npm run ops watchlist -- --as "Maija Berg" --file names.csv',
      },
      unlist: {
        takes: '<id> --as <your name>',
        does: 'Take a name off the list',
        example: `npm run ops unlist ${id} -- --as "Maija Berg"`,
      },
    },
  },
  {
    title: 'Emergencies',
    commands: {
      'forget-sealed': {
        takes: '--as <your name>',
        does: 'Delete what only a lost secret key could open',
        more: 'There is no way back. Owners of authenticator apps then sign in with a message or a recovery code.',
        example: 'npm run ops forget-sealed -- --as "Maija Berg"',
      },
    },
  },
  {
    title: 'Help',
    commands: {
      help: {
        takes: '[<command>]',
        does: 'Explain all commands, or one',
        example: 'npm run ops help approve',
      },
    },
  },
];

const commands = new Map(groups.flatMap((group) => Object.entries(group.commands)));

/** All commands, or one; undefined when there is none of that name. */
export function helpFor(name: string | undefined): string | undefined {
  if (name === undefined)
    return [
      'npm run ops: what the staff of the bank decide.',
      ...groups.map(({ title, commands: listed }) =>
        [`${title}\n`, ...Object.entries(listed).map(explain)].join('\n'),
      ),
      'npm takes options for itself unless two dashes come first: npm run ops <command> -- --option',
    ].join('\n\n');
  const command = commands.get(name);
  return command && explain([name, command]);
}

const explain = ([name, { takes, does, more, example }]: readonly [string, Command]) =>
  [
    `  ${[name, takes].filter(Boolean).join(' ')}`,
    `      ${does}.${more === undefined ? '' : ` ${more}`}`,
    `      Example: ${example}`,
  ].join('\n');
