import type { invitation as source } from '../en/invitation.ts';
import type { Translated } from '../translated.ts';

export const invitation: Translated<typeof source> = {
  title: 'Приглашение',
  heading: '{company} приглашает вас',
  text: '{name} хочет, чтобы вы работали со счётом компании в Calmly.',
  may: 'Что вам будет доступно',
  until: 'До {date}',
  accept: 'Принять',
  decline: 'Отказаться',
  declineTitle: 'Отказаться от приглашения?',
  declineText:
    'Мы сообщим компании {company}, что вы отказались. Ссылка перестанет действовать; вас могут пригласить снова.',
  back: 'Назад',
  declinedTitle: 'Вы отказались от приглашения',
  declinedText: 'Мы сообщили об этом компании {company}. Больше ничего не произойдёт.',
  notNow: 'Не сейчас',
  acceptText: 'Вы принимаете приглашение как {email}. Понадобится код.',
  otherPerson: 'Приглашение выписано на {email}, а вы вошли как {own}.',
  signOut: 'Выйти',
  signInText: 'Вы уже клиент Calmly. Войдите как {email} и примите приглашение здесь.',
  signIn: 'Войти',
  join: 'Ваш доступ',
  joinText: 'Входить вы будете с адресом {email}. Коды придут на мобильный телефон.',
  firstName: 'Имя',
  lastName: 'Фамилия',
  password: 'Пароль',
  required: 'Заполните это поле.',
  passwordWeak: 'Выберите пароль, который отвечает обоим условиям ниже.',
  phoneInvalid: 'Проверьте номер: он не подходит для этой страны ({country}).',
  sendCode: 'Продолжить',
  codeTitle: 'Подтвердите телефон',
  codeText: 'Мы отправили 6 цифр на {to}.',
  deadTitle: 'Это приглашение больше не действует',
  deadText:
    'Его уже использовали, отклонили, отозвали или заменили новым, либо прошло две недели. Попросите того, кто пригласил, прислать ещё одно.',
  toStart: 'На главную',
};
