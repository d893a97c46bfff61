import type { Article } from '../../article.ts';

export const article: Article = {
  en: {
    keywords: 'hacked stolen phishing fraud password changed session device sign out scam unknown',
    text: `
If you think that someone else can get into your account, freeze your access. It works straight away.

## Freeze

1. Open [Security](/account-profile?tab=security) and choose Freeze access. If you can’t sign in, email support.
2. All sessions end, yours too. Nobody can sign in or pay.

You still receive money, and payments that were already created go ahead. Cancel those that you don’t want before you freeze.

## Restore access

We email you a link. With it, your password and a code you get in again. Then set a new password, and look at the list of devices and confirmation methods: remove whatever you don’t recognise. For 24 hours, larger payments to new payees have to wait.

## Signs of fraud

- Someone calls or writes in our name and asks for a code. We never do.
- A message says that your money must be moved to a safe account.
- A link leads to a page that looks like ours but has another address.
- A supplier suddenly has a new account. Call them on a number that you know.

## Check what happened

Under [Activity](/account-profile?tab=activity) you see who did what, when and from where. Under Security you see every sign-in. If you find a payment that isn’t yours, open it and choose Ask about this under More actions.
`,
  },
  ru: {
    keywords: 'взломали украли фишинг мошенники пароль сменили сеанс устройство выйти обман',
    text: `
Если вы думаете, что в ваш профиль может войти кто-то другой, заморозьте доступ. Это действует сразу.

## Как заморозить

1. Откройте [«Безопасность»](/account-profile?tab=security) и нажмите «Заморозить доступ». Если войти не удаётся, напишите в поддержку по почте.
2. Завершатся все сеансы, в том числе ваш. Никто не сможет войти и заплатить.

Деньги по-прежнему поступают, а уже созданные платежи будут исполнены. Ненужные отмените до заморозки.

## Как вернуть доступ

Мы пришлём ссылку по почте. С ней, паролем и кодом вы войдёте снова. Затем задайте новый пароль и просмотрите устройства и способы подтверждения: удалите всё незнакомое. В течение 24 часов крупные платежи новым получателям не проводятся.

## Признаки мошенничества

- Кто-то звонит или пишет от нашего имени и просит код. Мы так никогда не делаем.
- Вас уговаривают перевести деньги на «безопасный счёт».
- Ссылка ведёт на страницу, похожую на нашу, но с другим адресом.
- У поставщика вдруг новый счёт. Позвоните ему по известному вам номеру.

## Проверьте, что произошло

В разделе [«Действия»](/account-profile?tab=activity) видно, кто, что, когда и откуда сделал. В «Безопасности» перечислены все входы. Если какой-то платёж не ваш, откройте его и выберите «Задать вопрос» в меню «Другие действия».
`,
  },
};
