/**
 * The words, names and keyboard rows that common passwords are made of, in our clients' languages. Longest first, so that removing one leaves no part
 * of another. Our own list, based on what is known about stolen passwords, not copied.
 */
export const commonPieces: readonly string[] = `
  administrator abracadabra christopher lamborghini millionaire 1q2w3e4r5t basketball everything manchester
  opensesame realmadrid aleksandr alexander alexandra australia barcelona beautiful butterfly chocolate
  ekaterina elizabeth godisgood instagram lithuania liverpool metallica microsoft minecraft rammstein september
  solnyshko something spiderman stephanie temporary wednesday александр 1q2w3e4r 1qaz2wsx alexandr anything
  babygirl baseball business changeme computer corvette database december facebook february football fortnite
  iloveyou internet jennifer jonathan juventus kawasaki mercedes michelle nicholas november password passwort
  princess q1w2e3r4 rockstar samantha saturday security slipknot starwars sunshine superman svetlana thankyou
  thousand thursday trustno1 universe victoria vladimir whatever владимир светлана солнышко account aleksey
  america android anthony arsenal banking beatles bitcoin blessed brother charlie chelsea company cowboys
  cricket crystal darling default diamond dmitriy dollars dolphin england estonia ferrari finance flowers
  forever freedom friends gandalf germany grandma hundred ironman january jessica letmein liberty loveyou
  matthew michael mikhail million mustang natasha netflix network nirvana nothing october payment phoenix
  pikachu pokemon porsche rainbow richard rossiya samsung samurai spartak spotify sunrise sweetie tallinn
  tatiana testing trustno tuesday twitter ukraine vilnius warrior welcome whiskey william windows yankees
  youtube zaichik алексей дмитрий евгений спартак счастье татьяна access alexey alexis amanda amazon andrew
  andrey angels asdfgh ashley august autumn banana batman berlin burger buster camaro canada change cheese
  cherry christ church coffee cookie crypto daniel dmitry dollar dragon dynamo eminem europe evgeny family
  father flower france friday galaxy george ginger golden google guitar hacked hacker hannah harley heaven
  hobbit hockey hunter iphone jordan joseph joshua killer kirill kitten knight koshka lakers latvia london
  lovely lyubov madrid maggie maksim marina master matrix monday monkey moscow moskow moskva mother mylife
  naruto nastya nicole nikita nissan number office oracle orange parola passwd paypal pepper pirate planet
  please poland prince privet purple q1w2e3 qazwsx qwerty ranger robert russia secret secure sergei sergey
  server sesame signin signup silver sister sobaka soccer solnce spider spring summer sunday sunset suzuki
  system tennis thomas toyota ubuntu united victor viktor winter wizard yamaha yellow zaqwsx zxcvbn андрей
  виктор деньги доступ дракон йцукен кирилл любовь максим марина михаил москва наташа никита пароли пароль
  привет россия сергей собака солнце admin adobe angel anton apple april artem black blink bunny cisco crazy
  daddy david denis doggy eagle earth eight elena faith great green guest happy hello honda honey horse irina
  italy kitty kotik linux login lublu lubov lucky magic march maria mario maxim mommy money music ninja panda
  paris parol passw pavel piano pizza poiuy puppy queen roman rugby seven shark smile snake spain stars super
  sweet tebya three tiger trust vodka white zelda zenit админ антон артем весна денис елена жизнь зайка зенит
  игорь ирина карта котик кошка логин люблю малыш мария настя ольга осень павел роман семья 1qaz 2wsx 3edc 4rfv
  5tgb anna asdf babe baby bank best code cool cska demo five four golf igor ivan july june life lion lkjh love
  mama mnbv moon nine oleg olga open papa pass poka qwer riga rock roma root star temp test user wasd wolf word
  your yuri zaq1 zero zxcv анна банк даша зима иван катя лето мама маша олег папа саша счет тебя фыва юрий ячсм
  asd qwe zxc
`
  .trim()
  .split(/\s+/);
