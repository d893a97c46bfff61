/** The output of `npm run ops help`: each command with its purpose, its options and an example. */

interface Command {
  /** Arguments and options as typed. */
  readonly takes?: string;
  /** One line. */
  readonly does: string;
  /** More details. */
  readonly more?: string;
  readonly example: string;
}

const id = '01932f6e-8a1c-7d40-9b52-3f0e6c1a7d21';

const groups: ReadonlyArray<{
  readonly title: string;
  readonly commands: Readonly<Record<string, Command>>;
}> = [
  {
    title: 'Decisions of the bank',
    commands: {
      list: {
        does: 'List open items, oldest first. This is also the default of `npm run ops`',
        more: 'Each line shows the id, the queue, the time and the subject.',
        example: 'npm run ops list',
      },
      show: {
        takes: '<id> [--queue <queue>]',
        does: 'Show one item with its facts and documents',
        more: 'Add --queue if the same id is in two queues.',
        example: `npm run ops show ${id}`,
      },
      documents: {
        takes: '<id> --out <directory>',
        does: 'Save the documents of an item to files',
        example: `npm run ops documents ${id} -- --out ./papers`,
      },
      approve: {
        takes: '<id> --as <your name> [--reason <why>] [--account <number or IBAN>] [--payout <payout id>]',
        does: 'Approve an item',
        more: 'With --payout instead of <id>, all held payments of a payout are decided together. In the suspense queue, --account names the account that gets the money; "bank" keeps a return of what the bank itself lost.',
        example: `npm run ops approve ${id} -- --as "Maija Berg"`,
      },
      reject: {
        takes: '<id> --as <your name> --reason <why> [--payout <payout id>]',
        does: 'Reject an item; the client sees the reason',
        more: 'For a held payment, the client only sees that it cannot be carried out. In the suspense queue, the money goes back to its sender.',
        example: `npm run ops reject ${id} -- --as "Maija Berg" --reason "The document is not readable."`,
      },
      hold: {
        takes: '<id> --as <your name> [--reason <why>]',
        does: 'Ask the client for a document about a held payment',
        example: `npm run ops hold ${id} -- --as "Maija Berg"`,
      },
    },
  },
  {
    title: 'Clients',
    commands: {
      block: {
        takes: '<client id> --as <your name> --reason <why>',
        does: 'Block an active client; only the profile stays open',
        more: 'Cards decline, orders end, nothing that waits leaves; what another bank or a network has already still goes through. The client does not see the reason.',
        example: `npm run ops block ${id} -- --as "Maija Berg" --reason "Order 17/2026 of the court."`,
      },
      unblock: {
        takes: '<client id> --as <your name> --reason <why>',
        does: 'Make a blocked client active again',
        example: `npm run ops unblock ${id} -- --as "Maija Berg" --reason "The order was lifted."`,
      },
    },
  },
  {
    title: 'The bank’s people',
    commands: {
      staff: {
        takes: '[add|renew --as <your name> --email <address> [--name <name>]]',
        does: 'List the people of the office, or invite one of the first two with the role SUPER',
        more: 'Once there are two, they invite the others in the office, where one proposes and the other approves. "renew" invites one of the last two again who lost the app or the password.',
        example: 'npm run ops staff add -- --as "Maija Berg" --name "Ilse Tamm" --email ilse@bank.example',
      },
    },
  },
  {
    title: 'Official statements',
    commands: {
      'restate-statement': {
        takes: '<id> --as <your name> --reason <why>',
        does: 'Make a corrected version of an official statement; the client reads the reason',
        more: 'The id is that of the newest version. It stays available, and its code says that a later version replaced it.',
        example: `npm run ops restate-statement ${id} -- --as "Maija Berg" --reason "The address of the holder was wrong."`,
      },
    },
  },
  {
    title: 'Conversations with clients',
    commands: {
      conversations: {
        does: 'List the conversations that wait for an answer, longest first',
        more: '"npm run ops show <id>" prints one with its messages, "documents" saves its files.',
        example: 'npm run ops conversations',
      },
      answer: {
        takes: '<id> --as <your name> --text <text> [--file <PDF, PNG or JPEG>]',
        does: 'Answer a conversation; the client sees it immediately and gets an email without the text',
        more: 'Your name stays inside the bank. A closed conversation opens again.',
        example: `npm run ops answer ${id} -- --as "Maija Berg" --text "The payment has arrived at the payee’s bank."`,
      },
      assign: {
        takes: '<id> --as <your name> [--to <name>]',
        does: 'Say who answers a conversation; without --to it is you',
        example: `npm run ops assign ${id} -- --as "Maija Berg" --to "Jaan Kuusk"`,
      },
      'close-conversation': {
        takes: '<id> --as <your name>',
        does: 'Close a conversation; the client can open it again by writing',
        example: `npm run ops close-conversation ${id} -- --as "Maija Berg"`,
      },
    },
  },
  {
    title: 'Connected applications',
    commands: {
      applications: {
        does: 'List the registered applications with their redirect addresses',
        example: 'npm run ops applications',
      },
      register: {
        takes:
          '--as <your name> --name <name> --operator <company> --redirect <address> [--redirect …] [--public]',
        does: 'Register an application and print its id and secret; the secret is shown only once',
        more: 'Use --public for an application that cannot keep a secret, for example in a browser or on a phone.',
        example:
          'npm run ops register -- --as "Maija Berg" --name Ledgerly --operator "Ledgerly OÜ" --redirect https://ledgerly.example/back',
      },
      close: {
        takes: '<id> --as <your name>',
        does: 'Close an application; its connections end immediately',
        example: `npm run ops close ${id} -- --as "Maija Berg"`,
      },
    },
  },
  {
    title: 'Watch list',
    commands: {
      watchlist: {
        takes: '[--as <your name> --file <names.csv>]',
        does: 'List the names, or add names from a file',
        more: 'Each line of the file has a name and its source: Ivan Ivanov;EU 2026/118',
        example: 'npm run ops watchlist -- --as "Maija Berg" --file names.csv',
      },
      unlist: {
        takes: '<id> --as <your name>',
        does: 'Remove a name from the list',
        example: `npm run ops unlist ${id} -- --as "Maija Berg"`,
      },
    },
  },
  {
    title: 'Jobs and upgrades',
    commands: {
      jobs: {
        does: 'List the jobs that were given up after their last attempt, with the reason',
        example: 'npm run ops jobs',
      },
      schema: {
        does: 'Say which migrations this version would run, and which servers may run meanwhile',
        more: 'Run it from the folder of the new version, before its first start. It changes nothing.',
        example: 'npm run ops schema',
      },
      backfills: {
        does: 'List the backfills of migrations, and how many rows they have filled',
        example: 'npm run ops backfills',
      },
      retry: {
        takes: '<number> --as <your name>',
        does: 'Have a job that was given up tried again, with all its attempts',
        example: 'npm run ops retry 4711 -- --as "Maija Berg"',
      },
    },
  },
  {
    title: 'Emergencies',
    commands: {
      reseal: {
        takes: '--as <your name>',
        does: 'Seal with the newest secret key what older keys sealed, so that they can be removed; servers may run',
        more: 'Put the new key first in SECRET_KEY and restart every server before. A run that is stopped goes on where it ended.',
        example: 'npm run ops reseal -- --as "Maija Berg"',
      },
      'forget-sealed': {
        takes: '--as <your name> --key <id> [--key …] [--count <number>]',
        does: 'Delete the secrets that were sealed with a lost key, while no server runs',
        more: 'Without --count it only says what would be deleted and how many; with that number it deletes, which cannot be undone. Clients with an authenticator app then sign in with a code by message or a recovery code.',
        example: 'npm run ops forget-sealed -- --as "Maija Berg" --key 4f0c91d2',
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

export const commandNames: readonly string[] = [...commands.keys()];

/** All commands, or one; undefined if the command does not exist. */
export function helpFor(name: string | undefined): string | undefined {
  if (name === undefined)
    return [
      'npm run ops: commands for the staff of the bank.',
      ...groups.map(({ title, commands: listed }) =>
        [`${title}\n`, ...Object.entries(listed).map(explain)].join('\n'),
      ),
      'Put two dashes before options, or npm takes them for itself: npm run ops <command> -- --option',
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
