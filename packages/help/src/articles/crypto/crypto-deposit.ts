import type { Article } from '../../article.ts';

export const article: Article = {
  en: {
    keywords: 'bitcoin ethereum ton epi wallet not credited pending confirmations network address',
    text: `
A deposit is credited once the network has confirmed it. Open [History](/crypto?screen=HISTORY): a deposit that the network knows shows there as Confirming.

## How many confirmations

- Bitcoin: 2 blocks. A block takes about ten minutes, sometimes an hour.
- Ethereum and its tokens (ETH, EPI, PFE): 12 blocks, a few minutes.
- TON: 1 block, seconds.

You get a notification when the money is in your wallet. You don’t need to do anything.

## It isn’t listed

- Ask the sender for the transaction, and look it up in a block explorer. If it isn’t in the network, the sender has not sent it yet; exchanges often collect withdrawals first.
- Compare the address with the one in [Wallets](/crypto?screen=WALLETS), beginning and end. An address belongs to one network. Money sent over another network doesn’t reach us.
- Was another coin sent? An address takes every asset that we offer on its network, whichever wallet you created it for. Other tokens are not recognised.

## It was rejected

- The amount is below the minimum for a deposit. The wallet shows the minimum.
- The network dropped the transaction before it was confirmed. If it comes back, it is a new deposit.

If the transaction has enough confirmations and still isn’t listed, write to us and add the transaction’s id and the address.
`,
  },
  ru: {
    keywords: 'биткоин эфир тон кошелёк не пришло не зачислено подтверждения сеть адрес пополнение',
    text: `
Поступление зачисляется, когда его подтвердит сеть. Откройте [«Историю»](/crypto?screen=HISTORY): поступление, которое сеть уже знает, показано там со статусом «Подтверждается».

## Сколько нужно подтверждений

- Bitcoin: 2 блока. Один блок — около десяти минут, иногда до часа.
- Ethereum и его токены (ETH, EPI, PFE): 12 блоков, несколько минут.
- TON: 1 блок, секунды.

Когда деньги появятся в кошельке, придёт уведомление. Делать ничего не нужно.

## В списке его нет

- Попросите у отправителя номер транзакции и найдите его в обозревателе блоков. Если его там нет, деньги ещё не отправлены: биржи часто собирают выводы вместе.
- Сравните адрес с указанным в [«Кошельках»](/crypto?screen=WALLETS), начало и конец. Адрес относится к одной сети. Деньги, отправленные по другой сети, к нам не приходят.
- Не другая ли это монета? Адрес принимает все активы его сети, которые мы предлагаем, для какого бы кошелька он ни был создан. Другие токены мы не распознаём.

## Поступление отклонено

- Сумма меньше минимальной. Минимум указан в кошельке.
- Сеть отбросила транзакцию до подтверждения. Если она появится снова, это будет новое поступление.

Если подтверждений достаточно, а поступления в списке нет, напишите нам и укажите номер транзакции и адрес.
`,
  },
};
