-- Search as people type it: case, accents and alphabet do not matter. One folding in the database serves what is stored and what is asked for.
--
-- A letter has two usual spellings: Müller is Muller or Mueller, Юлия is Iuliia (passports, ICAO Doc 9303) or Yuliya. So a text is kept in both,
-- a line each, and a search looks for both. Plain ASCII has one spelling, and costs nothing but lower().

-- Accents dropped, Cyrillic as in passports.
create function platform.fold(t text) returns text language sql immutable strict parallel safe
return case when octet_length(t) = char_length(t) then lower(t) else
  lower(regexp_replace(normalize(translate(
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(lower(normalize(t, NFKC)), 'щ', 'shch'), 'ж', 'zh'), 'х', 'kh'), 'ц', 'ts'), 'ч', 'ch'), 'ш', 'sh'), 'ю', 'iu'), 'я', 'ia'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
    'абвгдеёзийклмнопрстуфыэєіїґўøðđłıħьъ', 'abvgdeeziiklmnoprstufyeeiiguoddlih'), NFD), '[\u0300-\u036f]', '', 'g'))
end;

-- Umlauts spelt out, Cyrillic as in English.
create function platform.fold_spelt(t text) returns text language sql immutable strict parallel safe
return case when octet_length(t) = char_length(t) then lower(t) else platform.fold(
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(lower(normalize(t, NFKC)), 'ий', 'y'), 'ый', 'y'), 'й', 'y'), 'ё', 'yo'), 'ю', 'yu'), 'я', 'ya'), 'ä', 'ae'), 'ö', 'oe'), 'ø', 'oe'), 'ü', 'ue'), 'å', 'aa'))
end;

-- What a search looks in.
create function platform.search_text(t text) returns text language sql immutable strict parallel safe
return case when octet_length(t) = char_length(t) then lower(t) else platform.fold(t) || E'\n' || platform.fold_spelt(t) end;

-- Empty for the most payments, which are plain ASCII: those are searched as they are.
alter table payments.payment add column search text generated always as (
  case when octet_length(debtor_name || creditor_name || reference) > char_length(debtor_name || creditor_name || reference)
    then platform.search_text(debtor_name || E'\n' || creditor_name || E'\n' || reference || E'\n' || number) end
) stored;

alter table requests.request add column search text not null generated always as (
  platform.search_text(payer_name || E'\n' || details)
) stored;

-- Payees are kept folded already, in the passports' spelling alone.
update beneficiaries.beneficiary set search = search || E'\n' || platform.search_text(name)
where octet_length(name) > char_length(name);
