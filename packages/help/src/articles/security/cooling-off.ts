import type { Article } from '../../article.ts';

export const article: Article = {
  en: {
    keywords: '24 hours wait new payee password changed blocked larger payments unlock',
    text: `
For 24 hours after your sign-in details change, larger payments to new payees are held back. Someone who takes over an account changes the password first and then pays a new payee. The pause gives you a day to notice.

## What starts it

- A password set by an emailed link
- A new email or phone number
- A new passkey or authenticator app
- Removing a method that confirms payments

Each of these also sends you a message. If you didn’t make the change, freeze your access straight away.

## What still works

- Payments to payees that you had before the change, and transfers between your own accounts.
- New payees up to €50, all payments together.
- Any payment that you confirm with your strongest method from before the change. If you still have it, the window asks for it.

The same applies to withdrawals of crypto to new addresses, to top-ups of a card and to showing its number.

## When it ends

The message names the hour. Nothing has to be done; send the payment again then, or schedule it for the next day.

We can’t shorten the pause, not even on the phone: a fraudster would ask for exactly that. To avoid it, add a second method, such as a passkey and an app, before you need it.
`,
  },
  ru: {
    keywords: '24 часа ждать новый получатель пароль изменён заблокировано крупные платежи период охлаждения',
    text: `
В течение 24 часов после изменения данных для входа крупные платежи новым получателям не проводятся. Тот, кто захватил чужой доступ, сначала меняет пароль, а потом платит новому получателю. Пауза даёт вам сутки, чтобы это заметить.

## Что её запускает

- Пароль, заданный по ссылке из письма
- Новая почта или новый номер телефона
- Новый ключ доступа или приложение-аутентификатор
- Удаление способа подтверждения

О каждом таком изменении мы присылаем сообщение. Если его сделали не вы, сразу заморозьте доступ.

## Что работает и сейчас

- Платежи получателям, которые были до изменения, и переводы между своими счетами.
- Новым получателям — до 50 € всего.
- Любой платёж, подтверждённый самым надёжным способом из тех, что были до изменения. Если он у вас остался, окно запросит именно его.

То же относится к выводу криптовалюты на новые адреса, пополнению карты и показу её номера.

## Когда она закончится

Время указано в сообщении. Делать ничего не нужно: отправьте платёж позже или запланируйте его на завтра.

Сократить паузу мы не можем, даже по телефону: именно об этом попросил бы мошенник. Чтобы её избежать, заранее добавьте второй способ, например ключ доступа и приложение.
`,
  },
};
