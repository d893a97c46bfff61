/** The subject of a request, as stated in the message of the code that decides it. Pure. */
import { displayAmount, isCurrency, parseDecimal, shortIban } from '@calmly/domain';
import { formatMessage } from '@calmly/platform/http/calls/messages.ts';
import type { RequestRecord } from './request-store.ts';

type Request = Pick<RequestRecord, 'kind' | 'facts' | 'amountMinor' | 'currency' | 'clientName'>;
type Subject = Readonly<Record<'en' | 'ru', string>>;

const payoutRows = {
  en: '{rows, plural, one {# row} other {# rows}}',
  ru: '{rows, plural, one {# строка} few {# строки} many {# строк} other {# строки}}',
};

/** In a few words. A kind without its own text does not compile: the code must name what it decides. */
export function subjectOf(request: Request): Subject {
  const { kind, facts, clientName } = request;
  switch (kind) {
    case 'payment': {
      const payee = [facts.creditorName, shortAccounts(facts.creditorAccount)].filter(Boolean).join(', ');
      const amount = amountOf(request);
      return { en: `${amount} to ${payee}`, ru: `${amount} получателю ${payee}` };
    }
    case 'payout': {
      const { name = '', rows = '' } = facts;
      const amounts = amountsIn(facts.amounts);
      return {
        en: formatMessage(
          `payout {name}: {amounts}, ${payoutRows.en}`,
          { name, amounts, rows: Number(rows) },
          'en',
        ),
        ru: formatMessage(
          `выплату {name}: {amounts}, ${payoutRows.ru}`,
          { name, amounts, rows: Number(rows) },
          'ru',
        ),
      };
    }
    case 'withdrawal':
      return withdrawalOf(request);
    case 'payee':
      return payeeOf(facts);
    case 'card':
      return cardOf(facts);
    case 'people':
      return { en: `new rights for ${facts.name}`, ru: `изменение прав: ${facts.name}` };
    case 'policy':
      return {
        en: `new approval rules for ${clientName}`,
        ru: `новые правила согласования в компании ${clientName}`,
      };
  }
}

/** With the whole address, because money sent to it cannot be recovered. */
function withdrawalOf(request: Request): Subject {
  const { network = '', address = '', label, fee = '' } = request.facts;
  const amount = amountOf(request);
  const to = [label, address].filter(Boolean).join(', ');
  return {
    en: `a withdrawal of ${amount} on ${network} to ${to}, fee ${fee}`,
    ru: `вывод ${amount}, сеть ${network}, получатель ${to}, комиссия ${fee}`,
  };
}

function payeeOf({ name, account, address, network, currency }: Request['facts']): Subject {
  // For the address book; a payee at a bank has no network.
  if (network !== undefined)
    return {
      en: `the new address ${name}: ${currency} on ${network}, ${address}`,
      ru: `новый адрес ${name}: ${currency}, сеть ${network}, ${address}`,
    };
  const payee = [name, shortAccounts(account)].filter(Boolean).join(', ');
  return { en: `the change of payee ${payee}`, ru: `изменение получателя ${payee}` };
}

function cardOf(facts: Request['facts']): Subject {
  const { name = '', holder = '', lastFour } = facts;
  if (lastFour === undefined)
    return { en: `a new card, ${name}, for ${holder}`, ru: `новую карту ${name}, держатель ${holder}` };
  const { en, ru } = cardChangeOf(facts);
  return { en: `the change of card ${en}`, ru: `изменение карты ${ru}` };
}

const cardLimits = {
  perPayment: ['limit per payment', 'лимит на платёж'],
  perDay: ['daily limit', 'дневной лимит'],
  perWeek: ['weekly limit', 'недельный лимит'],
  perMonth: ['monthly limit', 'месячный лимит'],
  inTotal: ['total limit', 'общий лимит'],
} as const;
const cardWays = {
  online: ['online payments', 'оплата в интернете'],
  contactless: ['contactless payments', 'бесконтактная оплата'],
  cash: ['cash withdrawals', 'снятие наличных'],
  abroad: ['payments outside the EEA', 'оплата за пределами ЕЭЗ'],
} as const;
const cardLists = {
  categories: ['other kinds of merchants', 'другие категории магазинов'],
  countries: ['other countries', 'другие страны'],
} as const;

/** The card and each changed control: `Office •••• 4471: daily limit 500.00 €, payments outside the EEA on`. Takes the facts of such a request. */
export function cardChangeOf({
  name = '',
  lastFour = '',
  currency = '',
  ...facts
}: Request['facts']): Subject {
  const limits = Object.entries(cardLimits).flatMap(([key, [en, ru]]): Subject[] => {
    const limit = facts[key];
    if (limit === undefined) return [];
    if (limit === '') return [{ en: `no ${en}`, ru: `${ru} снят` }];
    const amount = amountsIn(`${limit} ${currency}`);
    return [{ en: `${en} ${amount}`, ru: `${ru} ${amount}` }];
  });
  const ways = Object.entries(cardWays).flatMap(([key, [en, ru]]): Subject[] => {
    if (facts[key] === undefined) return [];
    return [
      facts[key] === 'on' ? { en: `${en} on`, ru: `${ru}: вкл.` } : { en: `${en} off`, ru: `${ru}: выкл.` },
    ];
  });
  const lists = Object.entries(cardLists).flatMap(([key, [en, ru]]): Subject[] =>
    facts[key] === undefined ? [] : [{ en, ru }],
  );
  const changes = [...limits, ...ways, ...lists];
  const inWords = (locale: 'en' | 'ru') =>
    `${name} •••• ${lastFour}: ${changes.map((change) => change[locale]).join(', ')}`;
  return { en: inWords('en'), ru: inWords('ru') };
}

function amountOf({ amountMinor, currency }: Request): string {
  if (amountMinor === null || currency === null || !isCurrency(currency))
    throw new Error('a request that moves money has no amount');
  return displayAmount(amountMinor, currency).text;
}

/** Amounts as people read them: `380.00 EUR` is `380.00 €`. */
const amountsIn = (listed = ''): string =>
  listed
    .split(', ')
    .map((each) => {
      const [amount = '', currency = ''] = each.split(' ');
      const minor = isCurrency(currency) ? parseDecimal(amount, currency) : undefined;
      return minor !== undefined && isCurrency(currency) ? displayAmount(minor, currency).text : each;
    })
    .join(', ');

/** Accounts shortened to their ends, for a message that leaves the bank. */
const shortAccounts = (accounts = ''): string => accounts.split(', ').map(shortIban).join(', ');
