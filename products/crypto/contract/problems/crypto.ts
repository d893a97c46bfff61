/** Crypto wallets: addresses, withdrawals, transfers. */
import type { FieldProblems, Problems } from '@calmly/contract-kit/problem-table.ts';

export const cryptoProblems = {
  crypto_not_offered: {
    status: 403,
    en: 'Crypto isn’t available to you yet.',
    ru: 'Криптовалюта вам пока недоступна.',
  },
  crypto_user_missing: {
    status: 404,
    en: 'You don’t use crypto yet. Start it to create wallets.',
    ru: 'Вы ещё не пользуетесь криптовалютой. Подключите её, чтобы создать кошельки.',
  },
  crypto_terms_needed: {
    status: 409,
    en: 'Accept the crypto terms first.',
    ru: 'Сначала примите условия по криптовалюте.',
  },
  crypto_address_limit: {
    status: 409,
    en: 'You already have {most, plural, one {# address} other {# addresses}}, which is the maximum.',
    ru: '{most, plural, one {У вас уже # адрес} few {У вас уже # адреса} many {У вас уже # адресов} other {У вас уже # адреса}}, больше создать нельзя.',
  },
  crypto_wallet_locked: {
    status: 409,
    en: 'The network undid a deposit to this wallet after we credited it. Nothing can leave the wallet until we have settled this. Contact support.',
    ru: 'Сеть отменила поступление на этот кошелёк после зачисления. Пока вопрос не решён, списать средства с кошелька нельзя. Обратитесь в поддержку.',
  },
  crypto_network_down: {
    status: 503,
    en: 'The network can’t be reached right now. Try again later.',
    ru: 'Сеть сейчас недоступна. Попробуйте позже.',
  },
  crypto_quote_expired: {
    status: 409,
    en: 'The network fee has expired. Check the new one and confirm again.',
    ru: 'Срок действия комиссии сети истёк. Проверьте новую и подтвердите ещё раз.',
  },
  withdrawal_state: {
    status: 409,
    en: 'This withdrawal can’t be cancelled any more.',
    ru: 'Отменить этот вывод уже нельзя.',
  },
  crypto_payee_exists: {
    status: 409,
    en: 'This address is already in your address book.',
    ru: 'Этот адрес уже есть в вашей адресной книге.',
  },
} as const satisfies Problems;

export const cryptoFieldProblems = {
  address_invalid: {
    en: 'This isn’t an address of this network. Copy the whole address again.',
    ru: 'Это не адрес этой сети. Скопируйте адрес целиком ещё раз.',
  },
  address_checksum: {
    en: 'This address has a typing error. Copy it again.',
    ru: 'В адресе опечатка. Скопируйте его ещё раз.',
  },
  address_other_network: {
    en: 'This address belongs to another network. What you send there would be lost.',
    ru: 'Это адрес другой сети. Отправленное туда будет потеряно.',
  },
  address_testnet: {
    en: 'This is an address of a test network. Enter one of the main network.',
    ru: 'Это адрес тестовой сети. Укажите адрес основной сети.',
  },
  address_own: {
    en: 'This is your own address. The money is already in your wallet.',
    ru: 'Это ваш собственный адрес. Средства уже в вашем кошельке.',
  },
  amount_below_minimum: {
    en: 'Withdraw at least {minimum}.',
    ru: 'Минимальная сумма вывода: {minimum}.',
  },
  crypto_payee_unknown: {
    en: 'This address isn’t in your address book any more. Choose another one.',
    ru: 'Этого адреса больше нет в вашей адресной книге. Выберите другой.',
  },
  payee_other_asset: {
    en: 'This address is saved for {currency}.',
    ru: 'Этот адрес сохранён для {currency}.',
  },
} as const satisfies FieldProblems;
