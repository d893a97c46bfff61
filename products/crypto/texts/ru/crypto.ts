import type { Translated } from '@calmly/texts/translated.ts';
import type { crypto as english } from '../en/crypto.ts';

export const crypto: Translated<typeof english> = {
  title: 'Криптовалюты',
  screens: { label: 'Разделы криптовалют', MARKET: 'Рынок', WALLETS: 'Кошельки', HISTORY: 'История' },
  checkFailed: 'Не удалось загрузить кошельки',
  start: {
    question: 'Начать пользоваться криптовалютами?',
    text: 'Вы сможете открыть кошельки для Bitcoin, Ether, Toncoin и EPI, нашего евротокена, и торговать ими здесь. Это бесплатно и ни к чему не обязывает.',
    yes: 'Подключить',
    no: 'Не сейчас',
    back: 'Назад',
    done: 'Криптовалюты подключены',
  },
  assets: { BTC: 'Bitcoin', ETH: 'Ether', TON: 'Toncoin', EPI: 'EPI, евротокен', PFE: 'Токен PFE' },
  statuses: {
    DETECTED: 'Подтверждается',
    CREDITED: 'Зачислено',
    REJECTED: 'Не зачислено',
    APPROVAL: 'Ждёт согласования',
    QUEUED: 'Готовится',
    REVIEW: 'На проверке',
    SIGNING: 'Подписывается',
    BROADCAST: 'Отправлено в сеть',
    CONFIRMED: 'Подтверждено',
    CANCELED: 'Отменено',
    FAILED: 'Не выполнено',
    EXECUTED: 'Выполнено',
  },
};
