import type { Article } from '../../article.ts';

export const article: Article = {
  en: {
    keywords: 'company member administrator permission missing invite accountant approve second person role',
    text: `
In a company each member has the rights that an administrator gave them. A button that you may not use says which right is missing and who can give it.

## The rights

- Request payments; approve payments of others; add and change payees
- See cards; manage cards
- View documents; view statements; view confidential payouts

An administrator has all of them, and also manages people and rules. An accountant often needs only statements and documents, and can have access until a certain day.

## People

Administrators invite members by email under [People](/account-profile?tab=people), change their rights, or suspend and remove them. Changes apply straight away, and the sessions of a removed member end.

## Approvals

By default, a member’s payment needs one approval. Administrators can add rules under [Approvals](/account-profile?tab=approvals): for example two approvals above an amount. Payees, cards, people and the rules themselves can need one too.

Requests for you are under [Approvals](/inbox). Nobody can approve their own request. If the payee or the payment changes, the approvals start again. A request expires after seven days unless your rules say otherwise; then the money is available again.

If a payment waits for long, open it: it names the people who can approve it. If one of them is suspended, their approval waits until they are back or removed. What a member asked for is closed when the member is suspended or loses the right.
`,
  },
  ru: {
    keywords:
      'компания участник администратор нет права пригласить бухгалтер согласовать второй человек роль',
    text: `
В компании у каждого участника есть права, которые дал администратор. Недоступная кнопка подскажет, какого права не хватает и кто может его дать.

## Какие бывают права

- Создавать платежи; согласовывать чужие; добавлять и менять получателей
- Видеть карты; управлять картами
- Смотреть документы, выписки и конфиденциальные выплаты

У администратора есть все права, и он же управляет людьми и правилами. Бухгалтеру часто достаточно выписок и документов, а доступ можно дать до определённого дня.

## Люди

Администратор приглашает участников по почте в разделе [«Люди»](/account-profile?tab=people), меняет их права, приостанавливает доступ или удаляет. Это действует сразу, а сеансы удалённого участника завершаются.

## Согласования

По умолчанию платёж участника требует одного согласования. Администраторы могут добавить правила в разделе [«Согласования»](/account-profile?tab=approvals): например, два согласования выше определённой суммы. Согласования могут требовать и получатели, карты, люди, сами правила.

Всё, что ждёт вашего решения, собрано в [«Согласованиях»](/inbox). Свой запрос согласовать нельзя. Если меняется получатель или платёж, согласование начинается заново. Запрос действует семь дней, если правила не задают другого; потом деньги снова доступны.

Если платёж долго ждёт, откройте его: там названы те, кто может его согласовать. Если доступ согласующего приостановлен, запрос ждёт, пока его восстановят или удалят участника. Запросы участника закрываются, когда его доступ приостанавливают или он теряет право.
`,
  },
};
