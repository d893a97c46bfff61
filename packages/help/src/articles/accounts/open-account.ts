import type { Article } from '../../article.ts';

export const article: Article = {
  en: {
    keywords: 'register sign up onboarding identity verification kyc passport selfie declined',
    text: `
Opening an account takes about ten minutes. You need your phone, your email and an identity document.

## How it works

1. Register with your email, your phone number and a password.
2. Enter your details and confirm your email with the link that we send you.
3. Confirm your phone with the code from our SMS.
4. Choose the kind of account, enter your address and accept the terms and fees.
5. Take pictures of your document and follow the steps of the identity check.

You can stop at any step. Sign in again and you continue where you left off.

## After the identity check

Your profile stays under review until the check is complete. We email you the result. Once you pass, a euro account with an IBAN opens, and you can open more accounts in [Requisites](/requisites).

If the pictures are hard to read, we ask for better ones: use daylight, and keep all four corners of the document in the picture. If the check is declined, the identity screen opens when you sign in, and you can submit your documents again.

## Companies

Open your own profile first. Then choose Add a company in the menu under your name. The company is checked separately, with its details, its owners and its documents.
`,
  },
  ru: {
    keywords: 'регистрация проверка личности верификация паспорт селфи отказ kyc',
    text: `
Открыть счёт можно примерно за десять минут. Понадобятся телефон, электронная почта и документ, удостоверяющий личность.

## Как это происходит

1. Зарегистрируйтесь: укажите почту, номер телефона и пароль.
2. Введите данные о себе и подтвердите почту по ссылке из письма.
3. Подтвердите телефон кодом из SMS.
4. Выберите вид счёта, укажите адрес, примите условия и тарифы.
5. Сфотографируйте документ и пройдите проверку личности.

Можно прерваться на любом шаге. Войдите снова, и вы продолжите с того же места.

## После проверки

Пока проверка не завершена, профиль остаётся на рассмотрении. Результат мы пришлём по почте. После успешной проверки откроется счёт в евро с IBAN, а другие счета можно открыть в разделе [«Реквизиты»](/requisites).

Если снимки неразборчивы, мы попросим новые: снимайте при дневном свете, чтобы в кадре были все четыре угла документа. Если проверка не пройдена, при входе откроется её экран, и документы можно отправить ещё раз.

## Для компаний

Сначала откройте личный профиль. Затем выберите «Добавить компанию» в меню под вашим именем. Компания проверяется отдельно: её данные, владельцы и документы.
`,
  },
};
