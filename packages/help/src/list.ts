/** The topics and articles in the order in which the help centre lists them. */
import type { HelpLocale } from './article.ts';

export const topicTitles = {
  accounts: { en: 'Accounts and statements', ru: 'Счета и выписки' },
  payments: { en: 'Paying and getting paid', ru: 'Платежи и поступления' },
  outcomes: { en: 'When something doesn’t go through', ru: 'Если что-то не прошло' },
  cards: { en: 'Cards', ru: 'Карты' },
  crypto: { en: 'Crypto', ru: 'Криптовалюты' },
  security: { en: 'Security and access', ru: 'Безопасность и доступ' },
} as const satisfies Record<string, Record<HelpLocale, string>>;
export type HelpTopic = keyof typeof topicTitles;
export const helpTopics = Object.keys(topicTitles) as HelpTopic[];

export const articleList = {
  'open-account': { topic: 'accounts', en: 'Open an account', ru: 'Как открыть счёт' },
  'iban-pending': { topic: 'accounts', en: 'Your IBAN and when it’s ready', ru: 'Когда будет готов IBAN' },
  fees: { topic: 'accounts', en: 'What it costs', ru: 'Сколько это стоит' },
  statements: { topic: 'accounts', en: 'Statements and confirmations', ru: 'Выписки и подтверждения' },
  exchange: { topic: 'accounts', en: 'Exchange currencies', ru: 'Обмен валют' },
  'send-payment': { topic: 'payments', en: 'Send a payment', ru: 'Как отправить платёж' },
  'cancel-payment': { topic: 'payments', en: 'Cancel a payment', ru: 'Как отменить платёж' },
  'standing-orders': {
    topic: 'payments',
    en: 'Scheduled and standing orders',
    ru: 'Запланированные и регулярные платежи',
  },
  'request-money': { topic: 'payments', en: 'Request money', ru: 'Как запросить деньги' },
  'payout-files': { topic: 'payments', en: 'Pay many people from a file', ru: 'Выплата из файла' },
  'payment-rejected': { topic: 'outcomes', en: 'A payment was rejected', ru: 'Платёж отклонён' },
  'payment-returned': { topic: 'outcomes', en: 'A payment was returned', ru: 'Платёж вернулся' },
  'payment-under-review': { topic: 'outcomes', en: 'A payment is under review', ru: 'Платёж на проверке' },
  'name-check': { topic: 'outcomes', en: 'The name doesn’t match', ru: 'Имя получателя не совпадает' },
  'payment-limits': { topic: 'outcomes', en: 'Limits', ru: 'Лимиты' },
  'incoming-payment': {
    topic: 'outcomes',
    en: 'Money you expect hasn’t arrived',
    ru: 'Ожидаемые деньги не пришли',
  },
  'payout-file-errors': { topic: 'outcomes', en: 'Errors in a payout file', ru: 'Ошибки в файле выплаты' },
  'card-declined': { topic: 'cards', en: 'A card payment was declined', ru: 'Оплата картой отклонена' },
  'card-lost': { topic: 'cards', en: 'Lost or stolen card', ru: 'Карта потеряна или украдена' },
  'card-dispute': { topic: 'cards', en: 'Dispute a card payment', ru: 'Как оспорить оплату картой' },
  'crypto-deposit': { topic: 'crypto', en: 'A deposit isn’t credited yet', ru: 'Поступление не зачислено' },
  'crypto-withdrawal': { topic: 'crypto', en: 'A withdrawal is stuck', ru: 'Вывод задерживается' },
  'two-factor-lost': {
    topic: 'security',
    en: 'Lost phone or missing codes',
    ru: 'Потерян телефон или не приходят коды',
  },
  'cooling-off': {
    topic: 'security',
    en: 'Cooling-off: the 24-hour pause',
    ru: 'Период охлаждения: пауза на 24 часа',
  },
  'freeze-access': { topic: 'security', en: 'Freeze your access', ru: 'Как заморозить доступ' },
  'rights-and-approvals': {
    topic: 'security',
    en: 'Rights and approvals in a company',
    ru: 'Права и согласования в компании',
  },
} as const satisfies Record<string, { readonly topic: HelpTopic } & Record<HelpLocale, string>>;
export type ArticleSlug = keyof typeof articleList;

const slugs = Object.keys(articleList) as ArticleSlug[];

/** For text from a URL: true exactly for the slugs of the list. */
export const isArticle = (slug: string): slug is ArticleSlug => Object.hasOwn(articleList, slug);

/** The articles of a topic, in order. */
export const articlesOf = (topic: HelpTopic): ArticleSlug[] =>
  slugs.filter((slug) => articleList[slug].topic === topic);

export const titleOf = (slug: ArticleSlug, locale: HelpLocale): string => articleList[slug][locale];
