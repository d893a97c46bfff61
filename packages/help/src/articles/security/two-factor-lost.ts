import type { Article } from '../../article.ts';

export const article: Article = {
  en: {
    keywords: 'code not arriving lost phone authenticator passkey recovery sms 2fa sign in locked out',
    text: `
You confirm sign-ins and payments with a passkey, an authenticator app, or a code by SMS or email. If one of them is gone, use another.

## You’ve lost your phone or passkey

1. In the window that asks for the code, choose Confirm another way.
2. Choose another method that you’ve turned on, or Recovery code. Each recovery code works once.
3. Sign in, open [Security](/account-profile?tab=security) and remove the lost method. Add a new one and create new recovery codes.

For 24 hours after that, larger payments to new payees may have to wait: see [Cooling-off](/help/cooling-off).

## The code doesn’t arrive

- Wait until the countdown ends, then send it again. Only the latest code works.
- Check the phone number or email that the window shows, and your spam folder.
- An app’s code changes every 30 seconds. If it is refused, set the time of your phone to automatic.

After several wrong codes you’re locked out for a while, and longer each time. Wait; more attempts don’t help.

## Nothing is left

If you have no method and no recovery codes, email support from the address of your profile. We check your identity again before we restore access. This takes time, because otherwise a fraudster could do it too.

If you think someone has your password, reset it with Forgot password on the sign-in page.
`,
  },
  ru: {
    keywords: 'код не приходит потерял телефон приложение ключ восстановление смс 2fa вход заблокирован',
    text: `
Вход и платежи подтверждаются ключом доступа, приложением-аутентификатором или кодом по SMS или почте. Если один способ недоступен, воспользуйтесь другим.

## Потерян телефон или ключ

1. В окне, где запрошен код, выберите другой способ подтверждения.
2. Укажите другой включённый способ или код восстановления. Каждый такой код действует один раз.
3. Войдите, откройте [«Безопасность»](/account-profile?tab=security) и удалите потерянный способ. Добавьте новый и создайте новые коды восстановления.

В течение 24 часов после этого крупные платежи новым получателям, возможно, придётся отложить: см. [«Период охлаждения»](/help/cooling-off).

## Код не приходит

- Дождитесь конца отсчёта и запросите код ещё раз. Действует только последний.
- Проверьте номер или почту, указанные в окне, и папку «Спам».
- Код в приложении меняется каждые 30 секунд. Если он не подходит, включите на телефоне автоматическое время.

После нескольких неверных кодов вход на время закрывается, с каждым разом дольше. Подождите: новые попытки не помогут.

## Ничего не осталось

Если нет ни одного способа и кодов восстановления, напишите в поддержку с адреса, указанного в профиле. Прежде чем вернуть доступ, мы заново проверим вашу личность. На это нужно время, иначе так мог бы поступить и мошенник.

Если вы думаете, что ваш пароль кто-то узнал, смените его по ссылке «Забыли пароль» на странице входа.
`,
  },
};
