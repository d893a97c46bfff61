/** Every module of the house, connected with the others and with the outside world that the configuration names. */
import { networks } from '@calmly/domain';
import type { Config } from '@calmly/platform/config/config.ts';
import type { Database } from '@calmly/platform/database.ts';
import { earlierKeysPurge, idempotencyPurge } from '@calmly/platform/http/calls/idempotency.ts';
import type { Log } from '@calmly/platform/log.ts';
import type { Module } from '@calmly/platform/module.ts';
import { type Bank, bankOf, createAccountsModule } from '@calmly/products/accounts/server/accounts/index.ts';
import {
  createDocumentsModule,
  type Documents,
  sealedDocuments,
  sealedFiles,
} from '@calmly/products/accounts/server/documents/index.ts';
import {
  createStatementsModule,
  type StatementsModule,
} from '@calmly/products/accounts/server/statements/index.ts';
import { createTransactionsModule } from '@calmly/products/accounts/server/transactions/index.ts';
import { createApprovalsModule } from '@calmly/products/approvals/server/index.ts';
import {
  type CardsModule,
  cardHoldsTask,
  cardReceipts,
  cardsTask,
  createCardsModule,
  sealedCards,
  sealedPins,
} from '@calmly/products/cards/server/index.ts';
import { createCompaniesModule, peopleApprovals } from '@calmly/products/clients/server/companies/index.ts';
import { createOnboarding } from '@calmly/products/clients/server/onboarding/index.ts';
import { createProfileModule } from '@calmly/products/clients/server/profile/index.ts';
import { createVerificationModule } from '@calmly/products/clients/server/verification/index.ts';
import {
  createTradingModule,
  endOrdersOf,
  partsOfTrades,
  priceOfAsset,
} from '@calmly/products/crypto/server/trading/index.ts';
import {
  createWalletsModule,
  type WalletsModule,
  withCryptoPayees,
  withdrawalApprovals,
} from '@calmly/products/crypto/server/wallets/index.ts';
import { createIdentity, type Identity, sealedApps } from '@calmly/products/identity/server/index.ts';
import {
  createAlertsModule,
  digestsTask,
  thresholdsTask,
} from '@calmly/products/insight/server/alerts/index.ts';
import {
  createBookkeeping,
  createBookkeepingModule,
  exportMailsTask,
  receiptNeeds,
} from '@calmly/products/insight/server/bookkeeping/index.ts';
import { createInsightModule } from '@calmly/products/insight/server/insight/index.ts';
import { createActivityModule } from '@calmly/products/notifications/server/activity/index.ts';
import {
  createNotificationsModule,
  createWebPush,
  lostReader,
  sealedPushKey,
} from '@calmly/products/notifications/server/notifications/index.ts';
import {
  createStaffModule,
  type StaffModule,
  sealedInvitations,
  sealedStaffApps,
} from '@calmly/products/office/server/index.ts';
import { createBeneficiariesModule, payeeApprovals } from '@calmly/products/payees/server/index.ts';
import {
  type ClearingModule,
  createClearingModule,
  createFileRail,
} from '@calmly/products/payments/server/clearing/index.ts';
import {
  createConversions,
  createExchangeModule,
  findConversion,
} from '@calmly/products/payments/server/exchange/index.ts';
import {
  createOrdersModule,
  dependingOrders,
  standingOrdersTask,
} from '@calmly/products/payments/server/orders/index.ts';
import {
  createPaymentsModule,
  findOrderFacts,
  heldIds,
  paymentApprovals,
} from '@calmly/products/payments/server/payments/index.ts';
import {
  createRequestsModule,
  overdueTask,
  sealedLinks,
} from '@calmly/products/payments/server/requests/index.ts';
import { createPayoutsModule, payeesAdded, payoutApprovals } from '@calmly/products/payouts/server/index.ts';
import {
  type ConnectionsModule,
  createConnectionsModule,
  sealedConnectionKeys,
} from '@calmly/products/programs/server/index.ts';
import { createMarketModule, createSandboxModule } from '@calmly/products/sandbox/server/index.ts';
import { createSearchModule } from '@calmly/products/search/server/index.ts';
import { createSupportModule } from '@calmly/products/support/server/index.ts';
import { createSmtp } from '@calmly/providers/email/smtp.ts';
import { sandboxDisputes } from '@calmly/providers/issuer/sandbox.ts';
import { createStripeIssuer } from '@calmly/providers/issuer/stripe/stripe.ts';
import type { Kyc, WebhookSink } from '@calmly/providers/kyc/kyc.ts';
import { createSandboxKyc } from '@calmly/providers/kyc/sandbox.ts';
import { createSumsub } from '@calmly/providers/kyc/sumsub.ts';
import { noNameChecks } from '@calmly/providers/name-check/name-check.ts';
import { sandboxNameChecks } from '@calmly/providers/name-check/sandbox.ts';
import { createOutbox } from '@calmly/providers/outbox/index.ts';
import type { RailAdapter } from '@calmly/providers/rail/rail.ts';
import { createSandboxRail } from '@calmly/providers/rail/sandbox.ts';
import { sandboxPlanTask } from '@calmly/providers/rail/sandbox-plan.ts';
import { createSandboxScreening } from '@calmly/providers/screening/sandbox.ts';
import { createWatchList } from '@calmly/providers/screening/watch-list.ts';
import { createTwilio } from '@calmly/providers/sms/twilio.ts';
import { articleSearch } from './article-search.ts';
import { type Chains, createChains } from './chains.ts';
import { plainModules } from './plain-modules.ts';
import { createPrices } from './prices.ts';
import { staffActivity } from './staff-activity.ts';
import { accountIdsOf, statementAccounts } from './statement-accounts.ts';

/** The part of the configuration that an app needs; the rest says how a process runs it. */
export type AppConfig = Pick<
  Config,
  | 'publicUrl'
  | 'portalUrl'
  | 'allowBearer'
  | 'trustedProxies'
  | 'metricsToken'
  | 'rateLimits'
  | 'sandbox'
  | 'payouts'
  | 'cards'
  | 'crypto'
> &
  Partial<
    Pick<
      Config,
      | 'dataDirectory'
      | 'databaseUrl'
      | 'host'
      | 'connectionsPerAddress'
      | 'drainSeconds'
      | 'adminUrl'
      | 'bank'
      | 'smtp'
      | 'twilio'
      | 'sumsub'
      | 'stripe'
      | 'railFiles'
      | 'chains'
      | 'webPush'
      | 'prices'
      | 'preparedFiles'
      | 'tracedStatements'
    >
  > & {
    /** The office of the bank's own people; none unless given. */
    readonly officeAt?:
      | {
          /** Its address in links, without a trailing slash. */
          readonly url: string;
          /** As browsers see it, if there is a proxy. */
          readonly publicUrl: string | undefined;
          readonly networks: readonly string[];
        }
      | undefined;
    /** Seals secrets that must be readable again (`platform/secrets/secret-key.ts`). */
    readonly secretKeys: readonly Buffer[];
    /** Milliseconds for which a carrier of messages that could not be reached is left alone; ten seconds unless given. */
    readonly carrierRestMs?: number;
  };

/** What every module is made of. */
export interface Parts {
  readonly config: AppConfig;
  readonly database: Database;
  readonly log: Log;
}

/** Everything that is sealed with the server's keys, in the order in which it is sealed anew: a card's PIN soon after its number. */
export const sealedSecrets = [
  sealedApps,
  sealedCards,
  sealedPins,
  sealedConnectionKeys,
  sealedDocuments,
  sealedFiles,
  sealedLinks,
  sealedPushKey,
  sealedStaffApps,
  sealedInvitations,
];

/** By one person; unlimited where all calls of a client are. */
const searchesPerMinute = 120;

/** Every module of the house. */
export function createModules({ config, database, log }: Parts): {
  readonly identity: Identity;
  readonly connections: ConnectionsModule;
  readonly documents: Documents;
  readonly statements: StatementsModule;
  readonly staff: StaffModule;
  readonly modules: readonly Module[];
} {
  const identity = createIdentity(database, {
    publicUrl: config.publicUrl,
    portalUrl: config.portalUrl,
    secretKeys: config.secretKeys,
    allowBearer: config.allowBearer,
    adminUrl: config.adminUrl,
    cards: config.cards,
  });
  const platform: Module = {
    name: 'platform',
    activity: staffActivity,
    purges: [idempotencyPurge, earlierKeysPurge],
  };
  const bank = bankOf(config.bank);
  const onboarding = createOnboarding({
    database,
    identity,
    bank,
    portalUrl: config.portalUrl,
    signUpMessages: config.rateLimits.signUpMessages,
  });
  const connections = createConnectionsModule({
    database,
    log,
    bank,
    portalUrl: config.portalUrl,
    secretKeys: config.secretKeys,
    sandbox: config.sandbox.enabled,
  });
  const documents = createDocumentsModule(config);
  const screening = createSandboxScreening({
    paymentsPerHour: config.sandbox.paymentsPerHour,
    watched: createWatchList(),
  });
  const { prices, priceService, modules: pricesModules } = createPrices({ config, database, log });
  const nameChecks = config.sandbox.enabled ? sandboxNameChecks : noNameChecks;
  const conversions = createConversions(prices);
  const rail = railOf(config, database, bank);
  const bookkeeping = createBookkeeping(prices);
  const transactions = createTransactionsModule(
    {
      orderFacts: findOrderFacts,
      conversion: findConversion,
      heldIds,
      partsOfTrades,
      receipts: receiptNeeds(cardReceipts, prices),
      bookkeeping,
    },
    { database, documents },
  );
  const payments = createPaymentsModule({
    nameChecks,
    database,
    bank,
    documents,
    transactions,
    screening,
    conversions,
    rail,
  });
  const clearing = createClearingModule({ database, rail, screening, conversions });
  const chains = createChains(config, database);
  const wallets = createWalletsModule({ ...chains.wallets, priceOf: priceOfAsset });
  const issuer = config.stripe && createStripeIssuer(config.stripe);
  const cards = createCardsModule({
    bank,
    database,
    offer: config.cards,
    secretKeys: config.secretKeys,
    processor: issuer,
    prices,
    disputes: issuer?.disputes ?? sandboxDisputes,
  });
  const statements = createStatementsModule({
    database,
    bank,
    documents,
    sources: statementAccounts,
    limits: config.preparedFiles,
  });
  const webPush = createWebPush({ ...config, sql: database.sql });
  const modules: readonly Module[] = [
    platform,
    createOutbox({
      carriers: {
        email: config.smtp && createSmtp(config.smtp),
        sms: config.twilio && createTwilio(config.twilio),
        push: webPush.carrier,
      },
      database,
      lostReader,
      sandbox: config.sandbox.enabled,
      restMs: config.carrierRestMs,
    }),
    identity,
    createAccountsModule({ bank, prices, orders: dependingOrders, documents }),
    statements,
    createApprovalsModule([
      paymentApprovals({ screening, conversions }),
      withCryptoPayees(payeeApprovals(bank, payeesAdded)),
      payoutApprovals,
      cards.approvals,
      withdrawalApprovals,
      peopleApprovals({ portalUrl: config.portalUrl }),
    ]),
    createBeneficiariesModule({
      database,
      bank,
      documents,
      orders: dependingOrders,
      nameChecks,
    }),
    documents,
    transactions,
    createBookkeepingModule({ bookkeeping, transactions, accountIdsOf, portalUrl: config.portalUrl }),
    payments,
    clearing,
    cards,
    wallets,
    ...pricesModules,
    ...outsideWorld(config, clearing, cards, chains),
    ...marketOf({ config, database, log }, chains, wallets),
    createRequestsModule({ bank, documents, portalUrl: config.portalUrl, secretKeys: config.secretKeys }),
    createExchangeModule({ prices }),
    createInsightModule({ prices }),
    createTradingModule({ database, log, priceService }),
    createOrdersModule({ bank, submit: payments.submit }),
    createPayoutsModule({ database, bank, nameChecks, submit: payments.submit, isOn: config.payouts }),
    createCompaniesModule({
      documents,
      database,
      openInvited: identity.openInvited,
      screening,
      portalUrl: config.portalUrl,
    }),
    onboarding,
    connections,
    createNotificationsModule({ portalUrl: config.portalUrl, webPush }),
    createAlertsModule({ sources: statementAccounts, portalUrl: config.portalUrl }),
    createSupportModule({ documents }),
    ...plainModules,
    createProfileModule({ database, portalUrl: config.portalUrl, readClient: identity.readClient }),
    createVerificationModule({
      database,
      kyc: kycOf(config, database),
      screening,
      endOrders: endOrdersOf,
      identityCheck: onboarding.identityCheck,
    }),
  ];
  const search = createSearchModule({
    database,
    sources: [...modules.flatMap((module) => module.search ?? []), articleSearch],
    perMinute: config.rateLimits.clientPerMinute === 0 ? 0 : searchesPerMinute,
  });
  const staff = createStaffModule({
    database,
    documents,
    secretKeys: config.secretKeys,
    officeUrl: config.officeAt?.url ?? '',
    queues: modules.flatMap(({ desk = [] }) => desk),
    texts: textsOf(modules),
  });
  const activity = createActivityModule(textsOf([...modules, staff]));
  return {
    identity,
    connections,
    documents,
    statements,
    staff,
    modules: [...modules, staff, search, activity],
  };
}

const textsOf = (modules: readonly Module[]) =>
  modules.flatMap(({ activity }) => (activity ? [activity] : []));

/** What carries payments to other banks: files for the bank's bank, or the sandbox's rail. */
function railOf({ railFiles, sandbox }: AppConfig, database: Database, bank: Bank): RailAdapter {
  return railFiles
    ? createFileRail({ ...railFiles, database, bank })
    : createSandboxRail({ settlementDelayMs: sandbox.railDelayMs });
}

/** In a sandbox a tester plays the other banks, unless there are real ones, and the merchants, unless a real processor makes the cards. */
function outsideWorld(
  { sandbox, railFiles, stripe }: AppConfig,
  { sinks }: ClearingModule,
  { sink }: CardsModule,
  { world }: Chains,
): Module[] {
  if (!sandbox.enabled || railFiles) return [];
  const { purchasesPerHour: perHour = 0, seed } = sandbox;
  return [
    createSandboxModule({
      sinks,
      calendarTasks: [
        sandboxPlanTask,
        overdueTask,
        standingOrdersTask,
        cardsTask,
        cardHoldsTask,
        exportMailsTask,
        thresholdsTask,
        digestsTask,
      ],
      cards: stripe ? undefined : sink,
      purchases: perHour > 0 ? { perHour, seed } : undefined,
      chains: world,
    }),
  ];
}

/** In a sandbox the exchange has a market of its own, unless it is switched off or a chain is real. */
function marketOf(
  { config: { sandbox }, database, log }: Parts,
  { world }: Chains,
  wallets: WalletsModule,
): Module[] {
  if (!sandbox.market || !world || world.networks.length < networks.length) return [];
  return [
    createMarketModule({
      database,
      log,
      wallets,
      world,
      seed: sandbox.seed,
      follows: sandbox.followsPrices === true,
      stepMs: sandbox.marketStepMs,
    }),
  ];
}

/** Checks people's identity: the configured provider, else the sandbox's own, else none. */
function kycOf(
  { sumsub, sandbox }: AppConfig,
  database: Database,
): ((receive: WebhookSink) => Kyc) | undefined {
  if (sumsub) return () => createSumsub(sumsub);
  return sandbox.enabled ? (receive) => createSandboxKyc({ database, receive }) : undefined;
}
