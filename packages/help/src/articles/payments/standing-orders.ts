import type { Article } from '../../article.ts';

export const article: Article = {
  en: {
    keywords: 'recurring repeat monthly scheduled later date rent template missed suspended',
    text: `
A payment can leave on a later day or repeat: every week, every two weeks, every month, every three months or every year. In the payment form, choose when to send it instead of sending it now.

## On the day

We make the payment on the due day. If it falls on a weekend or a bank holiday, it moves to the working day before or after, as you chose. Each due day is paid at most once.

The money is taken on the day, not before. Under [Scheduled](/payments?tab=scheduled) you see what is coming and whether today’s balance covers it.

## If it can’t be paid

- If there isn’t enough money, we try again every hour until the day ends. Then the payment is missed and we notify you. Add money, open the order and send the missed payment.
- If the payment would be rejected, for example because the account has been closed, the order is suspended. Correct it and resume it.
- In a company each payment is judged on its day: it may need an approval like any other.

## Changing and ending

Open the order to change the amount, the day or the reference, to skip a payment or to end the order. Changes apply from the next payment. For an invoice that you pay now and then, a template is better: open a payment and save it as a template. Scheduled payments can’t be converted to another currency.
`,
  },
  ru: {
    keywords:
      'регулярный постоянное поручение повтор ежемесячно отложенный дата аренда шаблон пропущен приостановлен',
    text: `
Платёж можно отправить позже или повторять: раз в неделю, раз в две недели, раз в месяц, раз в квартал или раз в год. В форме платежа выберите, когда его отправить.

## В назначенный день

Мы отправляем платёж в назначенный день. Если он выпадает на выходной или банковский праздник, платёж переносится на рабочий день раньше или позже — как вы выбрали. За каждый день платёж проводится не больше одного раза.

Деньги списываются в сам день, не раньше. На вкладке [«Запланированные»](/payments?tab=scheduled) видно, что предстоит и хватает ли сегодняшнего остатка.

## Если платёж не прошёл

- Не хватило денег: мы пробуем каждый час до конца дня, затем платёж считается пропущенным, и мы вам сообщим. Пополните счёт, откройте регулярный платёж и отправьте пропущенный платёж.
- Платёж был бы отклонён, например счёт закрыт: регулярный платёж приостанавливается. Исправьте его и возобновите.
- В компании каждый платёж оценивается в свой день и может требовать согласования.

## Как изменить или завершить

Откройте регулярный платёж, чтобы изменить сумму, день или назначение, пропустить один платёж или завершить все. Изменения действуют со следующего платежа. Если вы платите время от времени, удобнее шаблон: откройте платёж и сохраните его как шаблон. Запланированные платежи не конвертируются в другую валюту.
`,
  },
};
