import type { access as english } from '../en/access.ts';
import type { Translated } from '../translated.ts';

export const access: Translated<typeof english> = {
  forgotTitle: 'Забыли пароль?',
  forgotText: 'Укажите почту. Если это почта клиента, мы отправим на неё ссылку для нового пароля.',
  email: 'Почта',
  emailRequired: 'Введите почту.',
  send: 'Отправить ссылку',
  sending: 'Отправляем',
  sentTitle: 'Проверьте почту',
  sentText:
    'Если {email} принадлежит клиенту, ссылка уже в пути. Она действует час. Письма нет? Загляните в спам или напишите на {support}.',
  toSignIn: 'Вернуться ко входу',
  resetTitle: 'Новый пароль',
  resetText: 'Сеансы завершатся везде, а следующий вход в любом браузере потребует кода.',
  newPassword: 'Новый пароль',
  passwordRequired: 'Введите новый пароль.',
  set: 'Задать пароль',
  setting: 'Сохраняем пароль',
  doneTitle: 'Пароль изменён',
  doneText: 'Войдите с новым паролем. Вход нужно будет подтвердить кодом.',
  signIn: 'Войти',
  deadTitle: 'Ссылка больше не действует',
  deadText: 'Она уже использована или ей больше часа. Запросите новую.',
  another: 'Отправить новую ссылку',
  unfreezeTitle: 'Вернуть доступ',
  unfreezeText: 'Ваш доступ заморожен. Введите пароль, затем подтвердите кодом, что это вы.',
  username: 'Почта или номер клиента',
  usernameRequired: 'Введите почту или номер клиента.',
  password: 'Пароль',
  currentRequired: 'Введите пароль.',
  unfreeze: 'Вернуть доступ',
  unfrozenTitle: 'Доступ снова открыт',
  unfrozenText: 'За это время никто не входил. Войдите как обычно.',
  unfreezeDeadText:
    'Она уже использована или отправлена более новая. Попробуйте войти, и мы отправим другую.',
};
