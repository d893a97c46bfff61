import type { Article } from '../../article.ts';

export const article: Article = {
  en: {
    keywords: 'stuck pending send bitcoin ethereum ton failed cancel network fee confirmations',
    text: `
A withdrawal leaves your wallet in steps. [History](/crypto?screen=HISTORY) shows where it is.

## The steps

- **Awaiting approval:** in a company, an approver has to approve it.
- **Preparing:** we’ll send it next. You can still cancel it.
- **Being signed and sent:** it can’t be cancelled any more.
- **Sent:** the network has it. It has a transaction id, which you can look up in a block explorer.
- **Confirmed:** the network has confirmed it. The amount has left your wallet.
- **Failed:** the network refused it. Amount and fee are back in your wallet, and we bear the network’s fee.

## It takes long

The network decides how fast it confirms a transaction. When it is busy, this takes hours. You don’t pay more than the fee that you confirmed. If the network forgets the transaction, we send the same one again, so it can’t be paid twice.

## It can’t be ordered

- The fee that you were shown is valid for ten minutes. After that, get a new one.
- The address may be wrong, on another network, or one of your own.
- If you changed how you sign in during the last 24 hours, withdrawals to new addresses may have to wait: see [Cooling-off](/help/cooling-off).
- The wallet may be locked because the network undid an earlier transfer. The wallet says so, and we get in touch.

Check the address carefully: a confirmed withdrawal can’t be taken back by anyone.
`,
  },
  ru: {
    keywords: 'завис вывод не дошёл отправка биткоин эфир тон отмена комиссия сеть подтверждения',
    text: `
Вывод проходит несколько шагов. Где он сейчас, видно в [«Истории»](/crypto?screen=HISTORY).

## Шаги

- **Ждёт согласования:** в компании его должны согласовать.
- **Готовится:** скоро будет отправлен. Его ещё можно отменить.
- **Подписывается и отправляется:** отменить уже нельзя.
- **Отправлен:** транзакция в сети. По её номеру вывод можно найти в обозревателе блоков.
- **Подтверждён:** сеть подтвердила транзакцию, сумма ушла из кошелька.
- **Не удался:** сеть отказала. Сумма и комиссия снова в кошельке, комиссию сети несём мы.

## Если это долго

Скорость подтверждения зависит от сети. При высокой нагрузке это занимает часы. Больше подтверждённой комиссии вы не заплатите. Если сеть забудет транзакцию, мы отправим её же ещё раз, поэтому дважды она не пройдёт.

## Если вывод не заказывается

- Показанная комиссия действует десять минут. Потом запросите новую.
- Адрес может быть неверным, из другой сети или вашим собственным.
- Если за последние 24 часа вы изменили способ входа, вывод на новый адрес, возможно, придётся отложить: см. [«Период охлаждения»](/help/cooling-off).
- Кошелёк может быть закрыт для списаний, потому что сеть отменила прежний перевод. Об этом сказано в кошельке, и мы с вами свяжемся.

Внимательно проверяйте адрес: подтверждённый вывод отменить нельзя никому.
`,
  },
};
