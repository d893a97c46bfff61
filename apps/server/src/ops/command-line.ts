/** Parses the parameters of `npm run ops`: one complete command, or `Misunderstood`. */
import { Misunderstood, parseCommandLine } from '../command-line.ts';
import { commandNames, helpFor } from './help.ts';
import type { LostKeyCommand } from './sealed.ts';
import type { StaffAddition } from './staff.ts';

/** An item at the desk. The queue is needed if the id is in several queues. */
export interface Which {
  readonly id: string;
  readonly queueKind: string | undefined;
}

interface ByStaff {
  readonly staff: string;
}

export type OpsCommand =
  | { readonly verb: 'list' | 'applications' | 'jobs' | 'backfills' | 'schema' }
  | ({ readonly verb: 'retry'; readonly jobId: string } & ByStaff)
  | ({ readonly verb: 'show' } & Which)
  | ({ readonly verb: 'documents'; readonly directory: string } & Which)
  | ({
      readonly verb: 'approve-payout' | 'reject-payout';
      readonly payoutId: string;
      readonly options: { readonly reason?: string };
    } & ByStaff)
  | ({
      readonly verb: 'approve' | 'reject' | 'hold';
      readonly options: { readonly reason?: string; readonly account?: string };
    } & Which &
      ByStaff)
  | ({ readonly verb: 'register'; readonly application: NewApplication } & ByStaff)
  | ({ readonly verb: 'close' | 'unlist'; readonly id: string } & ByStaff)
  | ({ readonly verb: 'block' | 'unblock'; readonly id: string; readonly reason: string } & ByStaff)
  | { readonly verb: 'watchlist'; readonly addition: ({ readonly file: string } & ByStaff) | undefined }
  | ({ readonly verb: 'restate-statement'; readonly id: string; readonly reason: string } & ByStaff)
  | { readonly verb: 'staff'; readonly addition: StaffAddition | undefined }
  | { readonly verb: 'conversations' }
  | ({
      readonly verb: 'answer';
      readonly id: string;
      readonly text: string;
      readonly file: string | undefined;
    } & ByStaff)
  | ({ readonly verb: 'assign'; readonly id: string; readonly to: string } & ByStaff)
  | ({ readonly verb: 'close-conversation'; readonly id: string } & ByStaff)
  | ({ readonly verb: 'reseal' } & ByStaff)
  | ({ readonly verb: 'forget-sealed' } & LostKeyCommand);

interface NewApplication {
  readonly name: string;
  readonly operator: string;
  readonly redirectUris: string[];
  readonly isPublic: boolean;
}

/** The command, or the text of the requested help. */
export function readCommandLine(parameters: string[]): OpsCommand | string {
  const { positionals, values } = parse(parameters);
  const [verb = 'list', ...args] = positionals;
  if (verb === 'help') return requireHelp(args[0]);
  if (values.help) return requireHelp(positionals[0]);
  if (!commandNames.includes(verb)) throw noCommand(verb);
  return commandOf(verb, args, values);
}

function commandOf(verb: string, args: readonly string[], values: Values): OpsCommand {
  const { file, out: directory } = values;
  if (values.payout !== undefined) return ofPayout(verb, args, values, values.payout);
  if (verb === 'staff') return { verb, addition: staffAddition(args, values) };
  if (verb === 'retry') return { verb, jobId: jobIdOf(args), staff: staffOf(values) };
  const id = idOf(verb, args);
  const which = { id, queueKind: values.queue };
  switch (verb) {
    case 'list':
    case 'applications':
    case 'jobs':
    case 'backfills':
    case 'schema':
    case 'conversations':
      return { verb };
    case 'answer':
      return { verb, id, staff: staffOf(values), text: textOf(values), file };
    case 'assign':
      return { verb, id, staff: staffOf(values), to: values.to?.trim() || staffOf(values) };
    case 'show':
      return { verb, ...which };
    case 'documents':
      if (!directory) throw new Misunderstood('The directory is missing: --out <directory>.');
      return { verb, ...which, directory };
    case 'register':
      return { verb, staff: staffOf(values), application: applicationOf(values) };
    case 'watchlist':
      return { verb, addition: file === undefined ? undefined : { file, staff: staffOf(values) } };
    case 'reseal':
      return { verb, staff: staffOf(values) };
    case 'forget-sealed':
      return { verb, staff: staffOf(values), keyIds: keyIdsOf(values), count: countOf(values) };
    case 'block':
    case 'unblock':
    case 'restate-statement':
      return { verb, id, staff: staffOf(values), reason: reasonOf(values) };
    case 'close':
    case 'close-conversation':
    case 'unlist':
      return { verb, id, staff: staffOf(values) };
    case 'approve':
    case 'reject':
    case 'hold': {
      const staff = staffOf(values);
      if (verb === 'reject') reasonOf(values);
      return { verb, ...which, staff, options: optionsOf(values) };
    }
    default:
      throw noCommand(verb);
  }
}

/** All held payments of a payout, instead of one. */
function ofPayout(verb: string, args: readonly string[], values: Values, payoutId: string): OpsCommand {
  if (verb !== 'approve' && verb !== 'reject')
    throw new Misunderstood('Only approve and reject take --payout.');
  if (args.length > 0) throw new Misunderstood('Give one id: that of an item, or --payout <id>.');
  if (!isId(payoutId)) throw new Misunderstood(`${payoutId} is not an id.`);
  if (verb === 'reject') reasonOf(values);
  const { reason } = optionsOf(values);
  return {
    verb: `${verb}-payout`,
    payoutId,
    staff: staffOf(values),
    options: reason === undefined ? {} : { reason },
  };
}

const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

const takingId = [
  'show',
  'documents',
  'approve',
  'reject',
  'hold',
  'close',
  'unlist',
  'answer',
  'assign',
  'close-conversation',
  'restate-statement',
  'block',
  'unblock',
];
/** Without them npm keeps an option and passes on its value alone. */
const dashes = ' Put two dashes before options: npm run ops <command> -- --option';

/** The id of a command that takes one. */
function idOf(verb: string, args: readonly string[]): string {
  const [id, ...unexpected] = takingId.includes(verb) ? args : ['', ...args];
  if (unexpected.length > 0)
    throw new Misunderstood(`Unexpected argument: ${unexpected.join(' ')}.${dashes}`);
  if (id === undefined) throw new Misunderstood('The id is missing: <id>.');
  if (takingId.includes(verb) && !isId(id)) throw new Misunderstood(`${id} is not an id.`);
  return id;
}

/** `staff` lists the bank's people, `staff add` invites one of the first two, `staff renew` one of them again. */
function staffAddition(args: readonly string[], values: Values): StaffAddition | undefined {
  const [act, ...unexpected] = args;
  if (act === undefined) return undefined;
  if ((act !== 'add' && act !== 'renew') || unexpected.length > 0)
    throw new Misunderstood(`Unexpected argument: ${[act, ...unexpected].join(' ')}.${dashes}`);
  const { name, email } = values;
  const isAddress = email !== undefined && /^[^\s@]+@[^\s@]+$/.test(email);
  if (!isAddress || (act === 'add' && !name?.trim()))
    throw new Misunderstood(act === 'add' ? 'Give --name and --email.' : 'Give --email.');
  return { staff: staffOf(values), name: act === 'add' ? name?.trim() : undefined, email };
}

/** Jobs have numbers. */
function jobIdOf([id, ...unexpected]: readonly string[]): string {
  if (id === undefined) throw new Misunderstood('The number of the job is missing: <number>.');
  if (!/^\d{1,18}$/.test(id)) throw new Misunderstood(`${id} is not the number of a job.`);
  if (unexpected.length > 0)
    throw new Misunderstood(`Unexpected argument: ${unexpected.join(' ')}.${dashes}`);
  return id;
}

type Values = ReturnType<typeof parse>['values'];

function staffOf({ as: staff }: Values): string {
  if (!staff?.trim()) throw new Misunderstood('Your name is missing: --as <your name>.');
  return staff.trim();
}

function keyIdsOf({ key: keyIds = [] }: Values): readonly string[] {
  if (keyIds.length === 0) throw new Misunderstood('The id of the lost key is missing: --key <id>.');
  for (const id of keyIds)
    if (!/^[0-9a-f]{8}$/i.test(id)) throw new Misunderstood(`${id} is not the id of a key.`);
  return [...new Set(keyIds.map((id) => id.toLowerCase()))];
}

function countOf({ count }: Values): number | undefined {
  if (count !== undefined && !/^\d{1,9}$/.test(count)) throw new Misunderstood(`${count} is not a number.`);
  return count === undefined ? undefined : Number(count);
}

function textOf({ text }: Values): string {
  if (!text?.trim()) throw new Misunderstood('The answer is missing: --text <text>.');
  return text.trim();
}

function reasonOf({ reason }: Values): string {
  if (!reason?.trim()) throw new Misunderstood('The reason is missing: --reason <why>.');
  return reason.trim();
}

function applicationOf({ name, operator, redirect, public: isPublic = false }: Values): NewApplication {
  if (!name || !operator || !redirect)
    throw new Misunderstood('Give --name, --operator and at least one --redirect.');
  return { name, operator, redirectUris: redirect, isPublic };
}

const optionsOf = ({ reason, account }: Values) => ({
  ...(reason === undefined ? {} : { reason: reason.trim() }),
  ...(account === undefined ? {} : { account }),
});

function parse(parameters: string[]) {
  return parseCommandLine(parameters, {
    as: { type: 'string' },
    reason: { type: 'string' },
    account: { type: 'string' },
    payout: { type: 'string' },
    queue: { type: 'string' },
    out: { type: 'string' },
    file: { type: 'string' },
    text: { type: 'string' },
    to: { type: 'string' },
    key: { type: 'string', multiple: true },
    count: { type: 'string' },
    name: { type: 'string' },
    email: { type: 'string' },
    operator: { type: 'string' },
    redirect: { type: 'string', multiple: true },
    public: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  });
}

function requireHelp(command: string | undefined): string {
  const help = helpFor(command);
  if (help === undefined) throw noCommand(command);
  return help;
}

const noCommand = (verb: string | undefined) => new Misunderstood(`There is no command ${verb}.`);

/** Advice in place of these parameters: the help of their command, or the names of all. */
export function usageFor(parameters: readonly string[]): string {
  const name = parameters.find((parameter) => commandNames.includes(parameter));
  if (name !== undefined && name !== 'help') return helpFor(name) ?? '';
  return `Commands: ${commandNames.join(', ')}.\n"npm run ops help" explains each.`;
}
