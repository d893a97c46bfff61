import type { Translated } from '@calmly/texts/translated.ts';
import type { invitation as source } from '../en/invitation.ts';

export const invitation: Translated<typeof source> = {
  title: 'Приглашение',
  heading: '{company} приглашает вас',
  text: '{name} приглашает вас работать со счетами компании в Calmly.',
  may: 'Что вам будет доступно',
  until: 'До {date}',
  accept: 'Принять',
  decline: 'Отказаться',
  declineTitle: 'Отказаться от приглашения?',
  declineText:
    'Мы сообщим компании {company}, что вы отказались. Ссылка перестанет действовать, но вас могут пригласить снова.',
  back: 'Назад',
  declinedTitle: 'Вы отказались от приглашения',
  declinedText: 'Мы сообщили об этом компании {company}. Больше ничего делать не нужно.',
  notNow: 'Не сейчас',
  acceptText: 'Вы принимаете приглашение как {email}. Мы пришлём код для подтверждения.',
  otherPerson: 'Приглашение отправлено на {email}, а вы вошли как {own}.',
  signOut: 'Выйти',
  signInText: 'Вы уже клиент Calmly. Войдите как {email}, чтобы принять приглашение.',
  signIn: 'Войти',
  join: 'Ваш доступ',
  joinText: 'Для входа используйте {email}, коды будут приходить на мобильный телефон.',
  firstName: 'Имя',
  lastName: 'Фамилия',
  password: 'Пароль',
  required: 'Заполните это поле.',
  passwordWeak: 'Пароль должен отвечать обоим требованиям ниже.',
  sendCode: 'Продолжить',
  codeTitle: 'Подтвердите телефон',
  codeText: 'Мы отправили 6 цифр на {to}.',
  deadTitle: 'Это приглашение больше не действует',
  deadText:
    'Его использовали, отклонили, отозвали, заменили, или прошло больше двух недель. Попросите отправителя прислать новое.',
  toStart: 'На главную',
};
